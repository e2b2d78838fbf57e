import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';
import { EntryKind } from '../../parts/scan-part.js';
import type { IndexData } from '../store/index-data.js';
import { Lru } from '../../collections/lru.js';

// More than the excess goes at once, so that the next entry does not evict again. Source: S2 5.1.1.
const EVICTED_SHARE = 1.1;

/** What a zone reads of an index, and how it takes entries out. */
export interface ZonedIndex {
  /** The `EntryKind` bits of an entry; nothing when it is not there. */
  kindAt(path: RelPath): number | undefined;
  /** The children of a directory. */
  childrenOf(directory: RelPath): Iterable<RelPath>;
  childCount(directory: RelPath): number;
  /** Takes entries out that are still on the disk: their directories are known in part from then on. */
  evict(paths: readonly RelPath[]): void;
}

/**
 * The entries of an index that are not core, of which only so many are kept: those not used for longest go first, a
 * directory only after all that is in it. Files and directories count alike. Source: SPEC W13; S2 5.
 */
export class DynamicZone {
  readonly #index: ZonedIndex;
  readonly #capacity: number;
  readonly #lru = new Lru<RelPath>();

  constructor(index: ZonedIndex, capacity: number) {
    this.#index = index;
    this.#capacity = capacity;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#lru.size;
  }

  /** The entries were found by a search. What is core is left out. */
  touch(paths: Iterable<RelPath>): void {
    for (const path of paths) {
      const kind = this.#index.kindAt(path);
      if (kind !== undefined && (kind & EntryKind.core) === 0) this.#lru.touch(path);
    }
  }

  /**
   * Follows a change of the index: what is at these paths joins, the directories it lies in and all below it included;
   * what has gone leaves. What was there already keeps its place.
   */
  follow(paths: Iterable<RelPath>): void {
    let hasGone = false;
    for (const path of paths) {
      const kind = this.#index.kindAt(path);
      if (kind === undefined) hasGone = true;
      else this.#join(path, kind);
    }
    if (hasGone) this.dropGone();
  }

  /** Lets go of what is not in the index any more. Cost: a look-up for each entry of the zone. */
  dropGone(): void {
    for (const path of this.#lru) if (this.#index.kindAt(path) === undefined) this.#lru.delete(path);
  }

  /** Evicts what is too much, and tells what that was. */
  enforce(): readonly RelPath[] {
    const excess = this.#lru.size - this.#capacity;
    if (excess <= 0) return [];
    const wanted = Math.ceil(excess * EVICTED_SHARE);
    const evicted: RelPath[] = [];
    const left = new Map<RelPath, number>();
    const childrenLeft = (directory: RelPath): number =>
      left.get(directory) ?? this.#index.childCount(directory);
    const evict = (path: RelPath): void => {
      this.#lru.delete(path);
      evicted.push(path);
      const parent = parentOf(path);
      left.set(parent, childrenLeft(parent) - 1);
      if (left.get(parent) === 0 && this.#lru.has(parent)) evict(parent);
    };
    let looks = this.#lru.size;
    for (const path of this.#lru) {
      if (evicted.length >= wanted || looks-- === 0) break;
      // A directory goes with the last of what is in it, so it does not matter where it stands until then.
      if (childrenLeft(path) > 0) this.#lru.touch(path);
      else evict(path);
    }
    this.#index.evict(evicted);
    return evicted;
  }

  #join(path: RelPath, kind: number): void {
    const parent = parentOf(path);
    if (path !== '' && parent !== '' && !this.#lru.has(parent)) this.#joinAlone(parent);
    const wasThere = this.#lru.has(path);
    if (path !== '' && (kind & EntryKind.core) === 0) this.#lru.add(path);
    else this.#lru.delete(path);
    if (wasThere || (kind & EntryKind.directory) === 0) return;
    for (const child of this.#index.childrenOf(path)) this.#join(child, this.#index.kindAt(child) ?? 0);
  }

  /** A directory on the way to an entry, and those it lies in, without what else is in them. */
  #joinAlone(directory: RelPath): void {
    const parent = parentOf(directory);
    if (parent !== '' && !this.#lru.has(parent)) this.#joinAlone(parent);
    const kind = this.#index.kindAt(directory) ?? EntryKind.core;
    if ((kind & EntryKind.core) === 0) this.#lru.add(directory);
  }
}

/** An index as a dynamic zone sees it. */
export function zonedIndex(data: IndexData): ZonedIndex {
  const childIds = (directory: RelPath): readonly number[] => {
    const id = data.find(directory);
    return id === -1 || !data.isDirectory(id) ? [] : data.childrenOf(id);
  };
  return {
    kindAt(path) {
      const id = data.find(path);
      return id === -1 ? undefined : data.kindOf(id);
    },
    childrenOf: (directory) => childIds(directory).map((id) => data.pathOf(id)),
    childCount: (directory) => childIds(directory).length,
    evict: (paths) => {
      data.evict(paths);
    },
  };
}
