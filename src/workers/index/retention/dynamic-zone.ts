import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import type { IndexData } from '../store/index-data.js';
import { touch } from '../../collections/touch.js';

// Evicts more than the excess, so that the next entry does not evict again. Source: S2 5.1.1.
const EVICTED_SHARE = 1.1;

/** The part of an index that a zone reads and evicts from. */
export interface ZonedIndex {
  /** The `EntryKindBit` bits of an entry; `undefined` when it does not exist. */
  kindAt(path: RelPath): number | undefined;
  childrenOf(directory: RelPath): Iterable<RelPath>;
  childCount(directory: RelPath): number;
  /** Removes entries that still exist on the disk, and marks their directories as incomplete. */
  evict(paths: readonly RelPath[]): void;
}

/**
 * A cache of the entries that are not core, limited in number: it evicts the least recently used ones, and a
 * directory only after everything in it. Files and directories count alike. Source: SPEC W13; S2 5.
 */
export class DynamicZone {
  readonly #index: ZonedIndex;
  readonly #capacity: number;
  /** Least recently used first. */
  readonly #lru = new Set<RelPath>();

  constructor(index: ZonedIndex, capacity: number) {
    this.#index = index;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#lru.size;
  }

  /** Marks entries that a search found as used. Core entries are skipped. */
  touch(paths: Iterable<RelPath>): void {
    for (const path of paths) {
      const kind = this.#index.kindAt(path);
      if (kind !== undefined && (kind & EntryKindBit.core) === 0) touch(this.#lru, path);
    }
  }

  /**
   * Follows a change of the index: entries that exist at these paths are added with their parent directories and all
   * descendants, others are removed. An entry that is already there keeps its place.
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

  /** Removes entries that are no longer in the index. Cost: a look-up for each entry of the zone. */
  dropGone(): void {
    for (const path of this.#lru) if (this.#index.kindAt(path) === undefined) this.#lru.delete(path);
  }

  /** Evicts the excess, and returns the evicted paths. */
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
    let checks = this.#lru.size;
    for (const path of this.#lru) {
      if (evicted.length >= wanted || checks-- === 0) break;
      // A directory is evicted with its last child, so its own place in the order does not matter.
      if (childrenLeft(path) > 0) touch(this.#lru, path);
      else evict(path);
    }
    this.#index.evict(evicted);
    return evicted;
  }

  #join(path: RelPath, kind: number): void {
    const parent = parentOf(path);
    if (path !== '' && parent !== '' && !this.#lru.has(parent)) this.#addWithParents(parent);
    const wasThere = this.#lru.has(path);
    if (path !== '' && (kind & EntryKindBit.core) === 0) this.#lru.add(path);
    else this.#lru.delete(path);
    if (wasThere || (kind & EntryKindBit.directory) === 0) return;
    for (const child of this.#index.childrenOf(path)) this.#join(child, this.#index.kindAt(child) ?? 0);
  }

  /** Adds a directory and its parents, without their other entries. */
  #addWithParents(directory: RelPath): void {
    const parent = parentOf(directory);
    if (parent !== '' && !this.#lru.has(parent)) this.#addWithParents(parent);
    const kind = this.#index.kindAt(directory) ?? EntryKindBit.core;
    if ((kind & EntryKindBit.core) === 0) this.#lru.add(directory);
  }
}

/** Adapts an index for a dynamic zone. */
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
