import type { AgentEvent, AgentMode, TurnOutcome } from '../../actors/protocol/agent.js';
import type { AgentEngine } from '../engine.js';
import type { ApprovalAnswer, ApprovalRequest, AskPerson } from './ask-person.js';
import { exitCodeOf, ExitCode } from './exit-codes.js';
import type { Output } from './output.js';
import { EventPrinter } from './print-event.js';

/** Runs one turn and shows it, as text or as one JSON object a line. */
export async function runTurn(
  engine: AgentEngine,
  message: string,
  options: {
    readonly mode: AgentMode;
    readonly isJson: boolean;
    readonly out: Output;
    readonly signal: AbortSignal;
    /** Default: nobody is there, and whatever would be asked is denied. */
    readonly askPerson?: AskPerson;
  },
): Promise<TurnOutcome> {
  const { out, signal } = options;
  const printer = new EventPrinter(out);
  const cancel = (): void => {
    engine.cancel();
  };
  const stream = engine.processMessage(message, options.mode);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for await (const event of stream) {
      if (options.isJson) await out.line(toJsonLine(event));
      else await printer.print(event);
      if (event.type === 'approval_request') {
        const { decision, ...answer } = (await options.askPerson?.(event, signal)) ?? denyUnasked(event);
        engine.respondToApproval(event.callId, decision, answer);
      }
      if (out.isGone) break;
    }
    return await stream.result();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** What the model is told where nobody can be asked. */
function denyUnasked({ reasons }: ApprovalRequest): ApprovalAnswer {
  return {
    decision: 'deny',
    reason: `This call was not run: it needs the approval of a person, and nobody is there to ask. ${reasons.join(' ')} Go on without it, or say what you would have done. (Whoever runs this can allow it with --auto-approve.)`,
  };
}

/** The exit code that tells how a turn ended. */
export function exitCodeOfTurn(outcome: TurnOutcome): number {
  return outcome.type === 'answer' ? ExitCode.ok : exitCodeOf(outcome.code);
}

function toJsonLine({ type, ...rest }: AgentEvent): string {
  return JSON.stringify({ type, ...rest });
}
