import type { AgentEvent, AgentMode, TurnOutcome } from '../../actors/protocol/agent.js';
import type { AgentEngine } from '../engine.js';
import { exitCodeOf, ExitCode } from './exit-codes.js';
import type { Output } from './output.js';
import { EventPrinter } from './print-event.js';

/** Decides about a tool call that needs a person; `undefined` when there is nobody to ask. */
export type AskPerson = (request: Extract<AgentEvent, { type: 'approval_request' }>) => Promise<boolean>;

/** Runs one turn and shows it, as text or as one JSON object a line. */
export async function runTurn(
  engine: AgentEngine,
  message: string,
  options: {
    readonly mode: AgentMode;
    readonly isJson: boolean;
    readonly out: Output;
    readonly signal: AbortSignal;
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
        const isApproved = (await options.askPerson?.(event)) ?? false;
        engine.respondToApproval(event.callId, isApproved ? 'approve' : 'deny');
      }
      if (out.isGone) break;
    }
    return await stream.result();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The exit code that tells how a turn ended. */
export function exitCodeOfTurn(outcome: TurnOutcome): number {
  return outcome.type === 'answer' ? ExitCode.ok : exitCodeOf(outcome.code);
}

function toJsonLine({ type, ...rest }: AgentEvent): string {
  return JSON.stringify({ type, ...rest });
}
