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
 * The latest edit of each path that this host has made for a thread: tells another thread's edit from the effect of a
 * command. In memory, one for each host.
 */
export class KnownWrites {
  readonly #writes = new Map<AbsPath, KnownWrite>();

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
