import type { AgentEvent, AgentMode, TurnOutcome } from '../../actors/protocol/agent.js';
import type { AgentEngine } from '../engine.js';
import type { AskPerson } from './ask-person.js';
import { Denials } from './denials.js';
import type { Output } from './output.js';
import { EventPrinter } from './print-event.js';

/** How a turn ended; `isDenied`: all calls that needed an approval were denied. */
export type TurnReport = TurnOutcome & { readonly isDenied: boolean };

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
    /** Told once, when something was denied because nobody is there. Default: it is written to standard error. */
    readonly onHint?: (hint: string) => void;
  },
): Promise<TurnReport> {
  const { out, signal } = options;
  const { askPerson, onHint = (hint) => process.stderr.write(`troupe: ${hint}\n`) } = options;
  const denials = new Denials();
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
        const answered = (await askPerson?.(event, signal)) ?? denials.denyUnasked(event);
        denials.note(answered);
        const { decision, ...answer } = answered;
        engine.respondToApproval(event.callId, decision, answer);
      }
      if (out.isGone) break;
    }
    if (denials.hint !== undefined) onHint(denials.hint);
    return { ...(await stream.result()), isDenied: denials.isAll };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function toJsonLine({ type, ...rest }: AgentEvent): string {
  return JSON.stringify({ type, ...rest });
}
