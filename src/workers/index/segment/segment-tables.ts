import { ChildTable } from './child-table.js';
import { type EncodedPath, hashName } from '../../names/encoded-path.js';
import { RankTable } from '../../names/rank-table.js';
import type { Segment } from './segment.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';

/** The hash tables of one segment's names and directories. Plain data. */
export interface SegmentSlots {
  readonly names: Uint32Array<ArrayBuffer>;
  readonly directories: Uint32Array<ArrayBuffer>;
}

/** Looks up names and directories of one segment by hash. */
export class SegmentTables {
  readonly #names: RankTable;
  readonly #directories: ChildTable;

  private constructor(names: RankTable, directories: ChildTable) {
    this.#names = names;
    this.#directories = directories;
  }

  static *of({ names, directoryParents, directoryNames }: Segment): Cooperative<SegmentTables> {
    const ranks = yield* RankTable.of(names);
    const directories = new ChildTable(directoryParents, directoryNames);
    yield* inSlices(directoryParents.length, (from, to) => {
      directories.addAll(Math.max(from, 1), to);
    });
    return new SegmentTables(ranks, directories);
  }

  /** The tables of a segment from slots that were computed before. */
  static restored({ names, directoryParents, directoryNames }: Segment, slots: SegmentSlots): SegmentTables {
    return new SegmentTables(
      new RankTable(names, slots.names),
      new ChildTable(directoryParents, directoryNames, slots.directories),
    );
  }

  get slots(): SegmentSlots {
    return { names: this.#names.slots, directories: this.#directories.slots };
  }

  /** The memory held. Units: bytes. */
  get bytes(): number {
    return this.#names.slots.byteLength + this.#directories.slots.byteLength;
  }

  /** The rank of the name at `index` of a path; -1 when the segment has no such name, and for the empty name. */
  rankOf({ bytes, starts, hashes }: EncodedPath, index: number): number {
    return this.#names.find(bytes, starts[index]!, starts[index + 1]! - 1, hashes[index]!);
  }

  /** This segment's rank of another segment's name; -1 when this one has no such name. */
  rankOfName({ bytes, starts }: Segment['names'], rank: number): number {
    const start = starts[rank]!;
    const end = starts[rank + 1]!;
    return this.#names.find(bytes, start, end, hashName(bytes, start, end));
  }

  /** The subdirectory of `parent` whose name has this rank; -1 when there is none. */
  directoryIn(parent: number, rank: number): number {
    return this.#directories.find(parent, rank);
  }
}
