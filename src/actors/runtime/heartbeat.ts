import type { Clock } from './clock.js';

// Seldom enough to cost nothing.
const PING_MS = 5_000;

// A thread may be busy, or collect garbage, for some seconds; nothing that works takes this many pings.
const MAX_UNANSWERED_PINGS = 3;

// A timer of an idle process is a few milliseconds late. One that is this late ran on a machine, or in a process, that has
// no time for anything, the watched thread included.
const LATE_MS = 500;

/** How long `Heartbeat` waits for a sign of life. Units: milliseconds. */
export const HANG_MS = PING_MS * MAX_UNANSWERED_PINGS;

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Asks for a sign of life. */
  readonly ping: () => void;
  /** Called once, when three pings in a row had no answer. */
  readonly onHang: () => void;
}

/**
 * Finds out that a thread or a process hangs, though it has not ended: it answers no ping.
 *
 * Pings are counted, not timed, and only those after which the caller's own event loop ran on time. After a sleep of the
 * machine, or while it is too busy to run anything, nothing is held against the other side.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #unanswered = 0;
  #cancel: () => void = () => undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.#unanswered = 0;
    this.#tickLater();
  }

  /** Notes a sign of life: whatever comes from the other side is one. */
  beat(): void {
    this.#unanswered = 0;
  }

  stop(): void {
    this.#cancel();
  }

  #tickLater(): void {
    const { clock } = this.#options;
    const dueMs = clock.now() + PING_MS;
    this.#cancel = clock.after(PING_MS, () => {
      this.#tick(clock.now() - dueMs >= LATE_MS);
    });
  }

  #tick(isLate: boolean): void {
    if (!isLate && this.#unanswered >= MAX_UNANSWERED_PINGS) {
      this.#options.onHang();
      return;
    }
    if (!isLate) this.#unanswered += 1;
    this.#tickLater();
    this.#options.ping();
  }
}
