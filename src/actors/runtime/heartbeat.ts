import type { Clock } from './clock.js';

// Rare enough to cost nothing.
const PING_MS = 5_000;

// A healthy thread may be busy, or collect garbage, for some seconds, but not for this many pings.
const MAX_UNANSWERED_PINGS = 3;

// In an idle process a timer fires a few milliseconds late. A delay like this one means that the machine or the
// process has no time for anything, including the watched thread.
const LATE_MS = 500;

/** How long the other side may stay silent before `Heartbeat` reports a hang. Units: milliseconds. */
export const HANG_TIMEOUT_MS = PING_MS * MAX_UNANSWERED_PINGS;

interface HeartbeatOptions {
  readonly clock: Clock;
  /** Sends a ping to the watched thread or process. */
  readonly ping: () => void;
  /** Called once, when three pings in a row were not answered. */
  readonly onHang: () => void;
}

/**
 * Detects a thread or process that hangs without ending: it no longer answers pings.
 *
 * Unanswered pings are counted, not timed, and only those after which the caller's own event loop ran on time: after
 * the machine slept, or while it is overloaded, the silence of the other side proves nothing.
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

  /** Records a sign of life. Any message from the other side counts as one. */
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
