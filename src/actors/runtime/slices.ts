import { yieldToEventLoop } from './abort.js';

// A slice of this many items takes a millisecond or less, so a thread that yields between slices stays responsive.
const SLICE = 1 << 14;

// A message that arrives meanwhile waits no longer than this and one slice.
const MAX_BUSY_MS = 2;

/** Work done in steps, which yields between them and returns its result. */
export type Cooperative<T> = Generator<void, T, undefined>;

/**
 * When a loop lets other work of the event loop run. Loops that share one hold the thread, all together, no longer than
 * one of them would.
 */
export class Breaks {
  readonly #nowMs: () => number;
  #busyUntilMs: number;
  #break: Promise<void> | undefined;

  /** `nowMs`: default: the clock of this machine. */
  constructor(nowMs = (): number => performance.now()) {
    this.#nowMs = nowMs;
    this.#busyUntilMs = nowMs() + MAX_BUSY_MS;
  }

  /** Whether the thread has been held for long enough. */
  get isDue(): boolean {
    return this.#break !== undefined || this.#nowMs() >= this.#busyUntilMs;
  }

  /** Resolves when the event loop has run, for all who wait at the same time. */
  take(): Promise<void> {
    return (this.#break ??= yieldToEventLoop().then(() => {
      this.#break = undefined;
      this.#busyUntilMs = this.#nowMs() + MAX_BUSY_MS;
    }));
  }
}

/** Calls `work` for one slice of `[0, count)` after the other, and yields in between. */
export function* inSlices(
  count: number,
  work: (from: number, to: number) => void,
  slice = SLICE,
): Cooperative<void> {
  for (let from = 0; from < count; from += slice) {
    if (from > 0) yield;
    work(from, Math.min(from + slice, count));
  }
}

/** Runs the rest of the work without a pause, and returns its result. */
export function runToEnd<T>(work: Cooperative<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs `work` and lets other work of the event loop run in between. Resolves to its result. Errors: the signal's
 * reason.
 */
export async function runCooperatively<T>(work: Cooperative<T>, signal: AbortSignal): Promise<T> {
  try {
    const breaks = new Breaks();
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (!breaks.isDue) continue;
      await breaks.take();
      signal.throwIfAborted();
    }
  } finally {
    // Has no effect when the work is done.
    work.return(undefined as T);
  }
}
