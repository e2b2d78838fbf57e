import type { RelPath } from '../../actors/protocol/workspace.js';
import { isWithin, outermost, parentOf } from './paths-within.js';
import type { Hint, HintKind, WatchBatch } from './watcher.js';

// A hint costs its reader one look at the disk: from about here on, reading whole directories is cheaper.
const MAX_PATHS = 5_000;

/**
 * Gathers what happened into one batch, in bounded space: the last hint of a path wins, and when there are too many
 * paths they become one rescan of the nearest directory that holds them all. Nothing added is ever left uncovered.
 */
export class Coalescer {
  readonly #maxPaths: number;
  readonly #hints = new Map<RelPath, HintKind>();
  readonly #rescans = new Set<RelPath>();

  constructor(maxPaths = MAX_PATHS) {
    this.#maxPaths = maxPaths;
  }

  get isEmpty(): boolean {
    return this.#hints.size === 0 && this.#rescans.size === 0;
  }

  hint(path: RelPath, kind: HintKind): void {
    if (isWithin(path, this.#rescans)) return;
    this.#hints.set(path, kind);
    this.#bound();
  }

  rescan(directory: RelPath): void {
    if (isWithin(directory, this.#rescans)) return;
    this.#rescans.add(directory);
    this.#bound();
  }

  /** What has been gathered; the next batch starts empty. */
  take(): Pick<WatchBatch, 'hints' | 'rescans'> {
    const hints: Hint[] = [];
    for (const [path, kind] of this.#hints) {
      if (!isWithin(path, this.#rescans)) hints.push({ path, kind });
    }
    const rescans = outermost(this.#rescans);
    this.#hints.clear();
    this.#rescans.clear();
    return { hints, rescans };
  }

  #bound(): void {
    if (this.#hints.size + this.#rescans.size <= this.#maxPaths) return;
    let common: RelPath | undefined;
    for (const directory of this.#rescans) common = commonDirectory(common, directory);
    for (const path of this.#hints.keys()) common = commonDirectory(common, parentOf(path));
    this.#hints.clear();
    this.#rescans.clear();
    this.#rescans.add(common ?? ('' as RelPath));
  }
}

/** The nearest directory that holds both. */
function commonDirectory(a: RelPath | undefined, b: RelPath): RelPath {
  if (a === undefined) return b;
  let common = a;
  while (common !== '' && b !== common && !b.startsWith(`${common}/`)) common = parentOf(common);
  return common;
}
