import { readFileSync } from 'node:fs';

// The kernel's default.
const DEFAULT_QUEUE_LENGTH = 16_384;

// Low, because events of watches that have just ended fill the queue, too, but are not counted.
const SUSPECT_SHARE = 0.25;

/**
 * Detects that the kernel may have dropped events. It does so when its queue is full, which Node does not report. But
 * then the whole queue is read in one go, so it is enough to count the events of one turn of the event loop.
 * Source: inotify(7), IN_Q_OVERFLOW.
 */
export class QueueMeter {
  readonly #limit: number;
  readonly #listeners = new Set<() => void>();
  #count = 0;

  constructor(queueLength = readQueueLength()) {
    this.#limit = Math.max(1, Math.floor(queueLength * SUSPECT_SHARE));
  }

  /** `listener` is called each time events may have been lost. */
  onSuspicion(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Counts one event. */
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

/** The length of the kernel's queue in events. */
function readQueueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8')) || DEFAULT_QUEUE_LENGTH;
  } catch {
    return DEFAULT_QUEUE_LENGTH;
  }
}
