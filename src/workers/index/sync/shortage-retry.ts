import type { RelPath } from '../../../actors/protocol/workspace.js';
import { outermost } from '../../../actors/protocol/rel-path.js';
import type { Clock } from '../../../actors/runtime/clock.js';

// File handles are usually released within a moment; a failing disk stays so for long.
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

// For more directories the whole tree is retried.
const MAX_DIRECTORIES = 64;

const EVERYTHING = '' as RelPath;

/**
 * Retries directories that could not be read for want of file handles or memory, or because of a failing disk, at
 * growing intervals. Their index entries stay meanwhile.
 */
export class ShortageRetry {
  readonly #clock: Clock;
  readonly #retry: (directories: readonly RelPath[]) => void;
  #directories = new Set<RelPath>();
  #isRetrying = false;
  #waitMs = FIRST_WAIT_MS;
  #callOff: (() => void) | undefined;

  constructor(clock: Clock, retry: (directories: readonly RelPath[]) => void) {
    this.#clock = clock;
    this.#retry = retry;
  }

  /** The message for the user while the shortage lasts. */
  get reason(): string | undefined {
    const count = this.#directories.size;
    if (count === 0 && !this.#isRetrying) return undefined;
    return 'Some of the disk could not be read, for want of open files or memory, or because it failed: what was known of it is kept, and it is tried again.';
  }

  note(directories: readonly RelPath[]): void {
    if (directories.length === 0) return;
    for (const directory of directories) this.#directories.add(directory);
    if (this.#directories.size > MAX_DIRECTORIES) this.#directories = new Set([EVERYTHING]);
    this.#callOff ??= this.#clock.after(this.#waitMs, () => {
      this.#callOff = undefined;
      this.#waitMs = Math.min(this.#waitMs * 2, MAX_WAIT_MS);
      this.#isRetrying = true;
      const due = outermost(this.#directories);
      this.#directories.clear();
      this.#retry(due);
    });
  }

  /** Must be called after a retry; directories that failed again must have been noted before. */
  retried(): void {
    this.#isRetrying = false;
    if (this.#directories.size === 0) this.#waitMs = FIRST_WAIT_MS;
  }

  close(): void {
    this.#callOff?.();
  }
}
