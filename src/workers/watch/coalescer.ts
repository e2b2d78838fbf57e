import type { RelPath } from '../../actors/protocol/workspace.js';
import { isWithin, isWithinAny, outermost, parentOf } from '../../actors/protocol/rel-path.js';
import type { Hint, HintKind, WatchBatch } from './back-end/watcher.js';

// The receiver needs one `lstat` for each hint: for more of them, reading whole directories is cheaper.
const MAX_PATHS = 5_000;

// Each rescan is a scan of its own: for more of them, one scan of a common parent is cheaper.
const MAX_RESCANS = 200;

/**
 * Merges changes into one batch of bounded size: the last hint of a path wins (except that a new
 * file stays new when it is changed), too many hints become rescans of their
 * directories, and too many rescans become one of the nearest common parent.
 * The batch always covers everything that was added.
 */
export class Coalescer {
  readonly #maxPaths: number;
  readonly #maxRescans: number;
  readonly #hints = new Map<RelPath, HintKind>();
  readonly #rescans = new Set<RelPath>();

  constructor(maxPaths = MAX_PATHS, maxRescans = MAX_RESCANS) {
    this.#maxPaths = maxPaths;
    this.#maxRescans = maxRescans;
  }

  get isEmpty(): boolean {
    return this.#hints.size === 0 && this.#rescans.size === 0;
  }

  hint(path: RelPath, kind: HintKind): void {
    if (isWithinAny(path, this.#rescans)) return;
    // What is written right after its creation is still new to the receiver.
    if (kind === 'changed' && this.#hints.get(path) === 'created') return;
    this.#hints.set(path, kind);
    this.#bound();
  }

  rescan(directory: RelPath): void {
    if (isWithinAny(directory, this.#rescans)) return;
    this.#rescans.add(directory);
    this.#bound();
  }

  /** Returns the current batch, and starts an empty one. */
  take(): Pick<WatchBatch, 'hints' | 'rescans'> {
    const hints: Hint[] = [];
    for (const [path, kind] of this.#hints) {
      if (!isWithinAny(path, this.#rescans)) hints.push({ path, kind });
    }
    const rescans = outermost(this.#rescans);
    this.#hints.clear();
    this.#rescans.clear();
    return { hints, rescans };
  }

  #bound(): void {
    if (this.#hints.size > this.#maxPaths) {
      for (const path of this.#hints.keys()) this.#rescans.add(parentOf(path));
      this.#hints.clear();
    }
    if (this.#rescans.size <= this.#maxRescans) return;
    const directories = outermost(this.#rescans);
    this.#rescans.clear();
    if (directories.length <= this.#maxRescans)
      for (const directory of directories) this.#rescans.add(directory);
    else this.#rescans.add(directories.reduce(commonDirectory));
  }
}

/** The nearest common parent. */
function commonDirectory(a: RelPath, b: RelPath): RelPath {
  let common = a;
  while (!isWithin(b, common)) common = parentOf(common);
  return common;
}
