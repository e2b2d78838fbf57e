import type { RelPath } from '../../actors/protocol/workspace.js';
import { isWithinAny, outermost, parentOf } from '../../actors/protocol/rel-path.js';
import type { Hint, HintKind, WatchBatch } from './back-end/watcher.js';

// A hint costs its reader one look at the disk: from about here on, reading whole directories is cheaper.
const MAX_PATHS = 5_000;

// Each is a scan of its own: from about here on, one scan of all that holds them is cheaper.
const MAX_RESCANS = 200;

/**
 * Gathers what happened into one batch, in bounded space: the last hint of a path wins, and too many hints become
 * rescans of the directories that they are in, too many of those one of the nearest directory that holds them all.
 * Nothing added is ever left uncovered.
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
    this.#hints.set(path, kind);
    this.#bound();
  }

  rescan(directory: RelPath): void {
    if (isWithinAny(directory, this.#rescans)) return;
    this.#rescans.add(directory);
    this.#bound();
  }

  /** What has been gathered; the next batch starts empty. */
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

/** The nearest directory that holds both. */
function commonDirectory(a: RelPath, b: RelPath): RelPath {
  let common = a;
  while (common !== '' && b !== common && !b.startsWith(`${common}/`)) common = parentOf(common);
  return common;
}
