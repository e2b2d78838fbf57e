import { readFileSync } from 'node:fs';

// What the kernel starts with.
const DEFAULT_QUEUE_LENGTH = 16_384;

// Events of watches that have just been ended are in the queue but are not seen.
const SUSPECT_SHARE = 0.25;

/**
 * Suspects that the kernel has dropped events. It does so when its queue is full, and Node does not tell. But all that
 * was in the queue is then read in one go: it is enough to count what comes before the event loop turns.
 * Source: inotify(7), IN_Q_OVERFLOW.
 */
export class QueueMeter {
  readonly #limit: number;
  readonly #listeners = new Set<() => void>();
  #count = 0;

  constructor(queueLength = readQueueLength()) {
    this.#limit = Math.max(1, Math.floor(queueLength * SUSPECT_SHARE));
  }

  /** Calls `listener` each time events may have been lost. */
  onSuspicion(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** One event has been read. */
  note(): void {
    this.#count += 1;
    if (this.#count === 1) {
      setImmediate(() => {
        this.#count = 0;
      });
    }
    if (this.#count === this.#limit) for (const listener of this.#listeners) listener();
  }
}

/** How many events the kernel keeps for a reader. */
function readQueueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8')) || DEFAULT_QUEUE_LENGTH;
  } catch {
    return DEFAULT_QUEUE_LENGTH;
  }
}
