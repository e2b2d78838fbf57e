import type { ToolCategory } from '../actors/protocol/tool.js';
import type { ApprovalDecision, CheckedCall } from '../machines/checked-call.js';

/** For each category of tools, whether a call runs by itself or a person is asked first. */
export type ApprovalPolicy = Readonly<Record<ToolCategory, 'auto' | 'ask'>>;

/** Reading harms nothing; whatever may change something is asked. */
const DEFAULT_APPROVALS: ApprovalPolicy = {
  'Read file': 'auto',
  'File edits': 'ask',
  'Dangerous tools': 'ask',
  'MCP tools': 'ask',
};

/** The calls that await a person, and what the person said. Source: SPEC A5. */
export class Approvals {
  readonly #policy: ApprovalPolicy;
  readonly #pending = new Map<string, { call: CheckedCall; decide: (decision: ApprovalDecision) => void }>();

  constructor(policy: Partial<ApprovalPolicy> = {}) {
    this.#policy = { ...DEFAULT_APPROVALS, ...policy };
  }

  mayRunWithoutAsking(call: CheckedCall): boolean {
    return this.#policy[call.category] === 'auto';
  }

  /** The person's decision. Errors: the signal's reason when it aborts first. */
  ask(call: CheckedCall, signal: AbortSignal): Promise<ApprovalDecision> {
    return new Promise((resolve, reject) => {
      const forget = (): void => {
        signal.removeEventListener('abort', onAbort);
        this.#pending.delete(call.callId);
      };
      const onAbort = (): void => {
        forget();
        reject(signal.reason);
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', onAbort);
      this.#pending.set(call.callId, {
        call,
        decide: (decision) => {
          forget();
          resolve(decision);
        },
      });
    });
  }

  /** Whether that call was awaiting an answer: the second of two answers changes nothing. */
  answer(callId: string, decision: ApprovalDecision): boolean {
    const asked = this.#pending.get(callId);
    asked?.decide(decision);
    return asked !== undefined;
  }

  /** The call that has waited longest. */
  get first(): CheckedCall | undefined {
    return this.#pending.values().next().value?.call;
  }
}
