import type { AgentMode, TurnOutcome } from '../../actors/protocol/agent.js';
import type { Usage } from '../../actors/protocol/llm.js';
import type { Clock } from '../../actors/runtime/clock.js';
import type { AgentEngine } from '../engine.js';
import type { ApprovalAnswer, ApprovalRequest, AskPerson } from './ask-person.js';
import type { TurnView } from './turn-view.js';

/** Runs one turn and shows it. */
export async function runTurn(
  engine: AgentEngine,
  message: string,
  options: {
    readonly mode: AgentMode;
    readonly view: TurnView;
    readonly signal: AbortSignal;
    readonly clock: Clock;
    /** Default: nobody is there, and whatever would be asked is denied. */
    readonly askPerson?: AskPerson;
  },
): Promise<TurnOutcome> {
  const { view, signal, clock } = options;
  const startedAtMs = clock.now();
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let modelCalls = 0;
  let toolCalls = 0;
  const cancel = (): void => {
    engine.cancel();
  };
  const stream = engine.processMessage(message, options.mode);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for await (const event of stream) {
      if (event.type === 'thought' || event.type === 'answer') modelCalls++;
      if (event.type === 'action') toolCalls++;
      if (event.type === 'usage') usage = add(usage, event.usage);
      await view.show(event);
      if (event.type === 'approval_request') {
        const { decision, ...answer } = (await options.askPerson?.(event, signal)) ?? denyUnasked(event);
        engine.respondToApproval(event.callId, decision, answer);
      }
      if (view.isGone) break;
    }
    const outcome = await stream.result();
    await view.end({ elapsedMs: clock.now() - startedAtMs, usage, modelCalls, toolCalls }, outcome);
    return outcome;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function add(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

/** What the model is told where nobody can be asked. */
function denyUnasked({ reasons }: ApprovalRequest): ApprovalAnswer {
  return {
    decision: 'deny',
    reason: `This call was not run: it needs the approval of a person, and nobody is there to ask. ${reasons.join(' ')} Go on without it, or say what you would have done. (Whoever runs this can allow it with --auto-approve.)`,
  };
}
