import type { FileVersion } from '../../../actors/protocol/file-version.js';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';

/** What an edit of this host left at a path. */
export interface KnownWrite {
  readonly after: FileVersion | null;
  readonly thread: ThreadId;
  /** When it had been seen on the disk. Units: milliseconds since 1970. */
  readonly at: number;
}

// Some megabytes. A command that runs while this many other files are edited is rare; the oldest are forgotten.
const MAX_PATHS = 20_000;

/**
 * The edits that this host makes for its threads, one after the other, and the latest of each path: tells another thread's
 * edit from the effect of a command. In memory, one for each host.
 */
export class KnownWrites {
  readonly #writes = new Map<AbsPath, KnownWrite>();
  /** Settles when the latest edit has ended. */
  #last: Promise<unknown> = Promise.resolve();
  #running: Promise<unknown> = Promise.resolve();

  /** Settles when the edit that is being made has been noted. Never rejects. */
  get running(): Promise<unknown> {
    return this.#running;
  }

  /**
   * Makes an edit, with its looks before and after it, once the edits before it have ended: what it finds is its own
   * doing. Settles as it does. Errors: those of `edit`.
   */
  inTurn<Value>(edit: () => Promise<Value>): Promise<Value> {
    const made = this.#last.then(() => {
      const running = edit();
      this.#running = running.catch(() => undefined);
      return running;
    });
    this.#last = made.catch(() => undefined);
    return made;
  }

  note(path: AbsPath, write: KnownWrite): void {
    // The latest come last.
    this.#writes.delete(path);
    this.#writes.set(path, write);
    for (const oldest of this.#writes.keys()) {
      if (this.#writes.size <= MAX_PATHS) break;
      this.#writes.delete(oldest);
    }
  }

  get(path: AbsPath): KnownWrite | undefined {
    return this.#writes.get(path);
  }
}
