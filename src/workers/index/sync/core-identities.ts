import type { Stats } from 'node:fs';
import type { RelPath, RootConfig } from '../../../actors/protocol/workspace.js';
import { isWithin, parentOf } from '../../../actors/protocol/rel-path.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { isThereSync } from '../../disk/is-there.js';
import { lstatIfReadable } from '../../disk/lstat-if-readable.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import type { IndexData } from '../store/index-data.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

// Enough for files that users mark as core by hand. Moves of other files appear as a removal and an addition.
const MAX_KEPT = 10_000;
// Queries of the disk in a millisecond or two.
const STEP = 512;

/**
 * Recognizes moved entries: the inodes and birth times of core entries, and of the directories that contain them. The
 * birth time counts because an inode can be reused.
 * Empty without core patterns. Source: SPEC W11.
 */
export class CoreIdentities {
  readonly #config: RootConfig;
  readonly #paths = new Map<string, RelPath>();

  constructor(config: RootConfig) {
    this.#config = config;
  }

  /** Whether identities are recorded at all. */
  get isEnabled(): boolean {
    return this.#config.corePatterns.length > 0;
  }

  /** Records an entry. */
  note(path: RelPath, stats: Stats): void {
    if (this.isEnabled && this.#paths.size < MAX_KEPT) this.#paths.set(identityOf(stats), path);
  }

  /** The path from which the entry at `path` was moved; `undefined` when it was not moved, or that is not known. */
  movedFrom(path: RelPath, stats: Stats): RelPath | undefined {
    const before = this.isEnabled ? this.#paths.get(identityOf(stats)) : undefined;
    if (before === undefined || before === path) return undefined;
    if (isThereSync(absolutePath(this.#config.path, before))) return undefined;
    this.#paths.set(identityOf(stats), path);
    return before;
  }

  /** Records the core entries below a scanned directory, in place of those recorded there before. */
  *read(data: IndexData, under: RelPath): Cooperative<void> {
    if (!this.isEnabled) return;
    for (const [identity, path] of this.#paths) if (isWithin(path, under)) this.#paths.delete(identity);
    const directories = new Set<RelPath>(['' as RelPath]);
    let queries = 0;
    for (const path of corePaths(data, under)) {
      for (let at = path; !directories.has(at); at = parentOf(at)) {
        const stats = lstatIfReadable(absolutePath(this.#config.path, at));
        if (stats !== undefined) this.note(at, stats);
        directories.add(at);
        if (++queries % STEP === 0) yield;
      }
      if (this.#paths.size >= MAX_KEPT) return;
    }
  }
}

/** The core entries below a directory, collected in one step, because ids are invalid after a yield. */
function corePaths(data: IndexData, under: RelPath): RelPath[] {
  const paths: RelPath[] = [];
  for (const layer of data.layers) {
    for (let number = 1; number < layer.size; number++) {
      if ((layer.flagsOf(number) & EntryKindBit.core) === 0 || !layer.isLive(number)) continue;
      const path = layer.pathOf(number);
      if (isWithin(path, under)) paths.push(path);
      if (paths.length === MAX_KEPT) return paths;
    }
  }
  return paths;
}

function identityOf({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev}:${ino}:${birthtimeMs}`;
}
