import type { ApprovalRule, ApprovalStore, RememberScope } from '../actors/protocol/approvals.js';
import { ApprovalDeniedError } from '../actors/protocol/errors.js';
import type { SandboxState } from '../actors/protocol/shell.js';
import type { CallPreview, ToolResult } from '../actors/protocol/tool.js';
import {
  type ApprovalPolicy,
  type CallContext,
  type CallDecision,
  judgeCall,
} from '../actors/approvals/judge-call.js';
import { describeRules } from '../actors/approvals/describe-rules.js';
import type { ExpandGlob } from '../actors/approvals/judge-path.js';
import type { ParseShell } from '../actors/approvals/syntax-tree.js';
import { joinSentences, toSentence } from '../actors/protocol/sentences.js';
import { failedResult } from '../actors/tools/calls/run-tool.js';
import type { ApprovalDecision, ApprovalOutcome, ValidatedCall } from '../machines/validated-call.js';

/** Reading harms nothing; whatever may change something is asked. */
const DEFAULT_APPROVALS: ApprovalPolicy = {
  'Read file': 'auto',
  'File edits': 'ask',
  'Dangerous tools': 'ask',
  'MCP tools': 'ask',
};

export interface ApprovalOptions {
  /**
   * For each category, whether its calls run by themselves. Default: `ask` for all that may change something. With
   * `ask`, commands that only read run all the same; with `auto`, everything runs that no rule forbids or asks about.
   */
  readonly policy?: Partial<ApprovalPolicy>;
  /** Rules that hold from the start. Default: none. */
  readonly rules?: readonly ApprovalRule[];
  /** Where "always" is kept. Default: nowhere, then it holds for the conversation. */
  readonly store?: ApprovalStore;
  /** Absolute folders that commands may read without asking. */
  readonly roots?: readonly string[];
  /** Loads what reads shell lines. Default, and when it fails: every command is asked about. */
  readonly loadParser?: () => Promise<ParseShell>;
  /** What keeps commands in, if anything does: without it every command is asked about. */
  readonly sandboxState?: () => SandboxState | Promise<SandboxState>;
  /** The files that a call names, where its parameters do not say it plainly. Default: none. */
  readonly pathsOf?: (call: ValidatedCall) => readonly string[];
  readonly followLinks?: (path: string) => string;
  /** What looks up the globs of one command. Default: nothing is known of them, so commands with globs are asked about. */
  readonly createGlobExpander?: () => ExpandGlob;
}

/** A call that is put to a person. */
export interface ApprovalQuestion {
  readonly reasons: readonly string[];
  readonly preview?: CallPreview;
  readonly rememberAs?: string;
  readonly rememberFor?: readonly RememberScope[];
}

/** What goes with an answer. */
export interface AnswerOptions {
  /** An approval that holds for calls like this one as well. Default: for this one alone. */
  readonly remember?: RememberScope;
  /** Why it is denied, for the model. Default: the person said no. */
  readonly reason?: string;
}

interface Answer extends AnswerOptions {
  readonly decision: ApprovalDecision;
}

/** The calls that await a person, what the person said, and what follows from it for later calls. Source: SPEC A5. */
export class Approvals {
  readonly #options: ApprovalOptions;
  readonly #policy: ApprovalPolicy;
  readonly #pending = new Map<string, { call: ValidatedCall; decide: (answer: Answer) => void }>();
  #threadRules: readonly ApprovalRule[] = [];

  constructor(options: ApprovalOptions = {}) {
    this.#options = options;
    this.#policy = { ...DEFAULT_APPROVALS, ...options.policy };
  }

  /** Whether that is certain at once, without a look at what the call would do. */
  mayRunWithoutAsking(call: ValidatedCall): boolean {
    const { rules = [], store } = this.#options;
    const hasRules = rules.length > 0 || store !== undefined;
    return this.#policy[call.category] === 'auto' && !hasRules;
  }

  /**
   * What becomes of a call. `present` shows the question, once a person has to answer it. Nobody is asked about a call
   * whose preview fails: it cannot succeed, and the failure is its result.
   * Errors: `ApprovalDeniedError` when a rule forbids it or the answer has a reason; the signal's reason when that
   * aborts first.
   */
  async decide(
    call: ValidatedCall,
    options: {
      readonly signal: AbortSignal;
      readonly preview: () => Promise<CallPreview | undefined>;
      readonly present: (question: ApprovalQuestion) => void;
      /** Tells the person what went wrong without a consequence for the call. */
      readonly warn: (message: string) => void;
    },
  ): Promise<ApprovalOutcome> {
    const { signal, present, warn } = options;
    let failure: ToolResult | undefined;
    const preview = await options.preview().catch((error: unknown) => {
      failure = failedResult(call.tool, error);
      return undefined;
    });
    signal.throwIfAborted();
    // What a rule forbids is judged first all the same: a failure may quote the file that nobody may touch.
    const judged = await this.#judge(call, preview);
    signal.throwIfAborted();
    if (judged.kind === 'run') return 'approve';
    if (judged.kind === 'deny')
      throw denied(call, joinSentences(judged.reason, 'It was not run: go another way.'));

    if (failure !== undefined) return failure;

    const { reasons, remember } = judged;
    const asked = this.#ask(call, signal);
    present({
      // Some come from elsewhere, as why there is no sandbox does, and they are read one after the other.
      reasons: reasons.map(toSentence),
      ...(preview === undefined ? {} : { preview }),
      ...this.#offer(remember),
    });
    const { decision, remember: scope, reason } = await asked;
    if (decision === 'deny' && reason !== undefined) throw denied(call, reason);
    if (decision === 'approve' && scope !== undefined) await this.#remember(remember, scope, warn);
    return decision;
  }

  /** Whether that call was awaiting an answer: the second of two answers changes nothing. */
  answer(callId: string, decision: ApprovalDecision, options: AnswerOptions = {}): boolean {
    const asked = this.#pending.get(callId);
    asked?.decide({ decision, ...options });
    return asked !== undefined;
  }

  /** Takes back what was allowed for this conversation. */
  forget(): void {
    this.#threadRules = [];
  }

  /** The call that has waited longest. */
  get first(): ValidatedCall | undefined {
    return this.#pending.values().next().value?.call;
  }

  /** What more than this call an answer may allow, as far as that can hold. */
  #offer(rules: readonly ApprovalRule[]): Pick<ApprovalQuestion, 'rememberAs' | 'rememberFor'> {
    if (rules.length === 0) return {};
    const isKept = this.#options.store !== undefined;
    return { rememberAs: describeRules(rules), rememberFor: isKept ? ['thread', 'always'] : ['thread'] };
  }

  async #judge(call: ValidatedCall, preview: CallPreview | undefined): Promise<CallDecision> {
    const { rules = [], store, roots = [], loadParser, sandboxState, pathsOf, followLinks } = this.#options;
    const expandGlob = this.#options.createGlobExpander?.();
    let kept: readonly ApprovalRule[];
    try {
      kept = (await store?.load()) ?? [];
    } catch (error) {
      // Among what cannot be read may be what forbids this call.
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: 'ask', reasons: [reason], remember: [] };
    }
    const parse = preview?.kind === 'command' ? await loadParser?.().catch(() => undefined) : undefined;
    const context: CallContext = {
      policy: this.#policy,
      rules: [...rules, ...kept, ...this.#threadRules],
      roots,
      ...(sandboxState === undefined ? {} : { sandbox: await sandboxState() }),
      ...(parse === undefined ? {} : { parse }),
      ...(followLinks === undefined ? {} : { followLinks }),
      ...(expandGlob === undefined ? {} : { expandGlob }),
    };
    return judgeCall({ ...call, paths: pathsOf?.(call) ?? [] }, preview, context);
  }

  async #remember(
    rules: readonly ApprovalRule[],
    scope: RememberScope,
    warn: (message: string) => void,
  ): Promise<void> {
    this.#threadRules = [...this.#threadRules, ...rules];
    if (scope !== 'always') return;
    const holds = 'What you allowed holds until this conversation ends, not always';
    const { store } = this.#options;
    if (store === undefined) return warn(`${holds}: there is no place to keep it.`);
    try {
      await store.add(rules);
    } catch (error) {
      warn(`${holds}: it could not be kept (${error instanceof Error ? error.message : String(error)}).`);
    }
  }

  /** The person's answer. Errors: the signal's reason when it aborts first. */
  #ask(call: ValidatedCall, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const forget = (): void => {
        signal.removeEventListener('abort', onAbort);
        this.#pending.delete(call.callId);
      };
      const onAbort = (): void => {
        forget();
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort);
      this.#pending.set(call.callId, {
        call,
        decide: (answer) => {
          forget();
          resolve(answer);
        },
      });
    });
  }
}

function denied({ tool }: ValidatedCall, reason: string): ApprovalDeniedError {
  return new ApprovalDeniedError(reason, { tool });
}
