import { toJsonLine } from '../draw/to-json-line.js';
import type { AgentEvent, AgentMode } from '../../../actors/protocol/agent.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { exitCodeOfTurn } from '../terminal/exit-codes.js';
import type { Output } from '../terminal/output.js';
import type { Totals, TurnReport, TurnPrinter } from './turn-printer.js';

/** What the record `start` says about a run. */
interface RunStart {
  readonly version: string;
  /** The id of the conversation. */
  readonly thread: string;
  readonly provider: string;
  readonly model: string;
  readonly mode: AgentMode;
  readonly roots: readonly string[];
}

/**
 * Writes a run as records, one JSON object a line: `start`, the events of the turn, `end`.
 * Shape: each begins with its `type` and `at`, the time in ISO 8601, UTC, with milliseconds.
 */
export class JsonView implements TurnPrinter {
  readonly #out: Output;
  readonly #clock: Clock;

  constructor(out: Output, clock: Clock) {
    this.#out = out;
    this.#clock = clock;
  }

  get isGone(): boolean {
    return this.#out.isGone;
  }

  start(start: RunStart): Promise<void> {
    return this.#write('start', start);
  }

  show({ type, ...rest }: AgentEvent): Promise<void> {
    return this.#write(type, rest);
  }

  end(totals: Totals, report: TurnReport): Promise<void> {
    return this.#write('end', { exitCode: exitCodeOfTurn(report), ...totals });
  }

  #write(type: string, record: object): Promise<void> {
    const at = new Date(this.#clock.now()).toISOString();
    return this.#out.line(toJsonLine({ type, at, ...record }));
  }
}
