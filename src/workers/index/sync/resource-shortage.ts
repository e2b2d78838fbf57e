import type { RelPath } from '../../../actors/protocol/workspace.js';
import { outermost } from '../../../actors/protocol/rel-path.js';
import type { Clock } from '../../../actors/runtime/clock.js';

// Files are given back within a moment as a rule; a disk that fails does so for long.
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

// More than that are the whole tree.
const MAX_DIRECTORIES = 64;

const EVERYTHING = '' as RelPath;

/**
 * Directories that could not be read because there were no files or memory left for it, or because the disk failed. What
 * is known of them stays, and they are tried again, ever more rarely.
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

  /** What to tell a person, while it lasts. */
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

  /** What `retry` was called for has been done; those that starved again were noted before. */
  retried(): void {
    this.#isRetrying = false;
    if (this.#directories.size === 0) this.#waitMs = FIRST_WAIT_MS;
  }

  close(): void {
    this.#callOff?.();
  }
}
