import type { ViewStatus } from '../../../actors/protocol/ui.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';

// A scan counts files faster than anybody can read. Units: milliseconds.
const DELAY_MS = 100;

type IndexPhase = ViewStatus['index']['phase'];

const LOG_LEVELS: Readonly<Partial<Record<IndexPhase, 'warn' | 'debug'>>> = {
  failed: 'warn',
  degraded: 'warn',
  restarting: 'warn',
  none: 'debug',
  idle: 'debug',
};

interface StatusDisplayOptions {
  readonly clock: Clock;
  readonly status: () => ViewStatus;
  readonly show: (status: ViewStatus) => void;
  readonly log: Readonly<Record<'warn' | 'info' | 'debug', (line: string) => void>>;
}

/** Shows the status: a new phase of the index at once, and growing numbers ten times a second. */
export class StatusDisplay {
  readonly #options: StatusDisplayOptions;
  readonly #update: Debounce;
  #shownPhase: IndexPhase = 'none';

  constructor(options: StatusDisplayOptions) {
    this.#options = options;
    this.#update = new Debounce(options.clock, { maxMs: DELAY_MS }, () => {
      this.#show();
    });
  }

  /** Schedules an update. `phase` is the current phase of the index, if it may have changed. */
  changed(phase: IndexPhase = this.#shownPhase): void {
    if (phase === this.#shownPhase) this.#update.trigger();
    else this.#update.runNow();
  }

  /** Updates at once, in response to the person. */
  showNow(): void {
    this.#update.runNow();
  }

  stop(): void {
    this.#update.cancel();
  }

  #show(): void {
    const { log, show } = this.#options;
    const status = this.#options.status();
    const { phase, files, reason } = status.index;
    show(status);
    if (phase === this.#shownPhase) return;
    this.#shownPhase = phase;
    const line = `Index: ${phase}, ${files} files${reason === undefined ? '' : `. ${reason}`}`;
    log[LOG_LEVELS[phase] ?? 'info'](line);
  }
}
