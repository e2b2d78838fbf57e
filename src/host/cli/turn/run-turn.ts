import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { ImagePart } from '../../../actors/protocol/image-part.js';
import type { Usage } from '../../../actors/protocol/llm.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import type { AgentEngine } from '../../engine.js';
import type { AskPerson } from '../approvals/ask-person.js';
import { Denials } from '../approvals/denials.js';
import type { TurnReport, TurnView } from './turn-view.js';

/** Runs one turn and shows its events. */
export async function runTurn(
  engine: AgentEngine,
  message: string,
  options: {
    readonly mode: AgentMode;
    readonly view: TurnView;
    readonly signal: AbortSignal;
    /** Pictures that go with the message. Default: none. */
    readonly images?: readonly ImagePart[];
    readonly clock: Clock;
    /** Default: nobody can be asked, and every approval request is denied. */
    readonly askPerson?: AskPerson;
    /** Called at the end with advice, when a request was denied because nobody could be asked. */
    readonly onHint?: (hint: string) => void;
  },
): Promise<TurnReport> {
  const { view, signal, clock } = options;
  const denials = new Denials();
  const startedAtMs = clock.now();
  let usage: Usage = { inputTokens: 0, outputTokens: 0 };
  let modelCalls = 0;
  let toolCalls = 0;
  const cancel = (): void => {
    engine.cancel();
  };
  const stream = engine.processMessage(message, options.mode, { images: options.images ?? [] });
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for await (const event of stream) {
      if (event.type === 'thought' || event.type === 'answer') modelCalls++;
      if (event.type === 'action') toolCalls++;
      if (event.type === 'usage') usage = add(usage, event.usage);
      await view.show(event);
      if (event.type === 'approval_request') {
        const answered = (await options.askPerson?.(event, signal)) ?? denials.denyUnasked(event);
        denials.note(answered);
        const { decision, ...answer } = answered;
        engine.respondToApproval(event.callId, decision, answer);
      }
      if (view.isGone) break;
    }
    const report = { ...(await stream.result()), isDenied: denials.hasOnlyDenials };
    await view.end({ elapsedMs: clock.now() - startedAtMs, usage, modelCalls, toolCalls }, report);
    if (denials.hint !== undefined) options.onHint?.(denials.hint);
    return report;
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
