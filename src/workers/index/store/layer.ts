import type { RelPath } from '../../../actors/protocol/workspace.js';
import {
  type BitSet,
  allocateBitSet,
  clearBit,
  countFree,
  hasBit,
  setBit,
  setRange,
} from '../../collections/bit-set.js';
import type { NameTable } from '../../names/name-table.js';
import { NO_STAMP } from '../../disk/change-stamp.js';
import { EncodedPath, hashName } from '../../names/encoded-path.js';
import { FileDirectories } from '../segment/file-directories.js';
import { EntryFlag, type Segment } from '../segment/segment.js';
import { ChildTable } from '../segment/child-table.js';
import { RankTable } from '../../names/rank-table.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';

/** The hash tables of one segment's names and directories. Plain data. */
export interface SegmentSlots {
  readonly names: Uint32Array<ArrayBuffer>;
  readonly directories: Uint32Array<ArrayBuffer>;
}

const SLASH = 47;

// A rough estimate for one number in a `Map`.
const BYTES_PER_TIME = 48;

// The buffer for building a path; nearly all paths fit.
let pathBytes = Buffer.allocUnsafe(1024);

/**
 * A segment and the changes of its entries since it was built: which of them are deleted, which directories are
 * incomplete, when files were modified. A number is an entry's number in the segment; a directory's is its position.
 * A deleted directory may still contain live entries: then its own entry is in another layer, as for a placeholder.
 */
export class Layer {
  readonly segment: Segment;
  readonly directoryCount: number;
  /** The number of entries, including deleted ones and placeholders. */
  readonly size: number;
  /** The id of entry 0: an entry's id is this plus its number. The index sets it. */
  offset = 0;
  /** Modification times by number, where known. Units: milliseconds since 1970. */
  readonly mtimes = new Map<number, number>();
  /** By directory: its `changeStamp` when it was last listed. */
  readonly stamps: Float64Array<ArrayBuffer>;
  readonly #names: RankTable;
  readonly #directories: ChildTable;
  readonly #fileDirectories: FileDirectories;
  readonly #partial: BitSet;
  readonly #text: Buffer;
  #tombstones: BitSet;
  #deletedCount = 0;

  private constructor(
    segment: Segment,
    ranks: RankTable,
    directories: ChildTable,
    stamps: Float64Array<ArrayBuffer>,
  ) {
    const { directoryFlags, names } = segment;
    this.segment = segment;
    this.directoryCount = directoryFlags.length;
    this.size = directoryFlags.length + segment.fileNames.length;
    this.#tombstones = allocateBitSet(this.size);
    this.#partial = allocateBitSet(directoryFlags.length);
    this.stamps = stamps;
    this.#names = ranks;
    this.#directories = directories;
    this.#fileDirectories = new FileDirectories(segment.fileStarts);
    this.#text = Buffer.from(names.bytes.buffer, names.bytes.byteOffset, names.bytes.length);
    for (let directory = 0; directory < directoryFlags.length; directory++) {
      if ((directoryFlags[directory]! & EntryFlag.ancestorPlaceholder) !== 0)
        setBit(this.#tombstones, directory);
      if ((directoryFlags[directory]! & EntryFlag.partial) !== 0) setBit(this.#partial, directory);
    }
  }

  static *of(segment: Segment): Cooperative<Layer> {
    const { names, directoryParents, directoryNames } = segment;
    const stamps = new Float64Array(directoryParents.length).fill(NO_STAMP);
    const ranks = yield* RankTable.of(names);
    const directories = new ChildTable(directoryParents, directoryNames);
    yield* inSlices(directoryParents.length, (from, to) => {
      directories.addAll(Math.max(from, 1), to);
    });
    return new Layer(segment, ranks, directories, stamps);
  }

  /** Restores a layer from its captured segment, slots and stamps. */
  static restored(segment: Segment, slots: SegmentSlots, stamps: Float64Array<ArrayBuffer>): Layer {
    const { names, directoryParents, directoryNames } = segment;
    const directories = new ChildTable(directoryParents, directoryNames, slots.directories);
    return new Layer(segment, new RankTable(names, slots.names), directories, stamps);
  }

  /** The entries that no search may return: deleted ones, placeholders, and the root in all layers but the lowest. */
  get tombstones(): BitSet {
    return this.#tombstones;
  }

  /** The hash tables of its names and directories. */
  get slots(): SegmentSlots {
    return { names: this.#names.slots, directories: this.#directories.slots };
  }

  /** The number of entries deleted since the segment was built. */
  get deletedCount(): number {
    return this.#deletedCount;
  }

  /** Counts live entries, without the root. */
  countLive(): { files: number; directories: number } {
    const isRootLive = this.isLive(0) ? 1 : 0;
    const directories = countFree(this.tombstones, 0, this.directoryCount) - isRootLive;
    return { files: countFree(this.tombstones, this.directoryCount, this.size), directories };
  }

  /** The memory held. Units: bytes. */
  get bytes(): number {
    const { names, ...arrays } = this.segment;
    let bytes = names.bytes.byteLength + names.starts.byteLength;
    for (const array of Object.values(arrays)) bytes += array.byteLength;
    const { names: ranks, directories } = this.slots;
    for (const array of [this.tombstones, this.#partial, this.stamps, ranks, directories])
      bytes += array.byteLength;
    return bytes + this.#fileDirectories.bytes + BYTES_PER_TIME * this.mtimes.size;
  }

  /** The segment's flags, brought up to date. */
  get directoryFlags(): Uint8Array<ArrayBuffer> {
    return this.segment.directoryFlags.map((flags, directory) =>
      this.isPartial(directory) ? flags | EntryFlag.partial : flags & ~EntryFlag.partial,
    );
  }

  /** Whether an entry belongs to the index: neither deleted nor a placeholder. */
  isLive(number: number): boolean {
    return !hasBit(this.tombstones, number);
  }

  isDirectory(number: number): boolean {
    return number < this.directoryCount;
  }

  /** `EntryKindBit` and `EntryFlag` bits; of the latter only `movedCore` is up to date. */
  flagsOf(number: number): number {
    const { directoryFlags, fileFlags } = this.segment;
    return number < this.directoryCount ? directoryFlags[number]! : fileFlags[number - this.directoryCount]!;
  }

  /** The rank of an entry's name. */
  rankOf(number: number): number {
    const { directoryNames, fileNames } = this.segment;
    return number < this.directoryCount ? directoryNames[number]! : fileNames[number - this.directoryCount]!;
  }

  /** The directory that contains an entry. */
  parentOf(number: number): number {
    if (number < this.directoryCount) return this.segment.directoryParents[number]!;
    return this.#fileDirectories.of(number - this.directoryCount);
  }

  decodeName(rank: number): string {
    const { starts } = this.segment.names;
    return this.#text.toString('utf8', starts[rank], starts[rank + 1]);
  }

  nameOf(number: number): string {
    return this.decodeName(this.rankOf(number));
  }

  pathOf(number: number): RelPath {
    if (number === 0) return '' as RelPath;
    const { names, directoryParents, directoryNames } = this.segment;
    const { bytes, starts } = names;
    const parent = this.parentOf(number);
    const rank = this.rankOf(number);
    let length = starts[rank + 1]! - starts[rank]!;
    for (let at = parent; at !== 0; at = directoryParents[at]!) {
      length += starts[directoryNames[at]! + 1]! - starts[directoryNames[at]!]! + 1;
    }
    if (pathBytes.length < length) pathBytes = Buffer.allocUnsafe(2 * length);
    // Decodes the path at once; it was built from the last name to the first.
    let start = length;
    for (let name = rank, at = parent; ; name = directoryNames[at]!, at = directoryParents[at]!) {
      const first = starts[name]!;
      for (let from = starts[name + 1]! - 1; from >= first; from--) pathBytes[--start] = bytes[from]!;
      if (at === 0) return pathBytes.toString('utf8', 0, length) as RelPath;
      pathBytes[--start] = SLASH;
    }
  }

  /** The directory at the first `count` names of a path, deleted or not; -1 when there is none. */
  findDirectory(path: EncodedPath, count = path.count): number {
    let directory = 0;
    for (let index = 0; index < count; index++) {
      const rank = this.#rankOf(path, index);
      if (rank === -1) return -1;
      directory = this.directoryIn(directory, rank);
      if (directory === -1) return -1;
    }
    return directory;
  }

  /** The directory at a path, deleted or not; -1 when there is none. */
  directoryAt(path: string): number {
    return this.findDirectory(new EncodedPath().set(path));
  }

  /** The live entry in a directory that has the path's name at `index`; -1 when there is none. */
  findChild(directory: number, path: EncodedPath, index: number): number {
    const rank = this.#rankOf(path, index);
    return rank === -1 ? -1 : this.childOf(directory, rank);
  }

  /** The live entry in a directory whose name has this rank; -1 when there is none. */
  childOf(directory: number, rank: number): number {
    const child = this.directoryIn(directory, rank);
    if (child !== -1 && this.isLive(child)) return child;
    const file = this.fileIn(directory, rank);
    return file !== -1 && this.isLive(file) ? file : -1;
  }

  /** The subdirectory whose name has this rank, deleted or not; -1 when there is none. */
  directoryIn(directory: number, rank: number): number {
    return this.#directories.find(directory, rank);
  }

  /** This layer's rank of another segment's name; -1 when it has no such name, and for the empty name. */
  rankOfName({ bytes, starts }: NameTable, rank: number): number {
    const start = starts[rank]!;
    const end = starts[rank + 1]!;
    return this.#names.find(bytes, start, end, hashName(bytes, start, end));
  }

  /** The number of a directory's live children. Cost: visits each subdirectory. */
  countChildren(directory: number): number {
    const { directoryEnds, fileStarts } = this.segment;
    const firstFile = this.directoryCount + fileStarts[directory]!;
    let count = countFree(this.tombstones, firstFile, this.directoryCount + fileStarts[directory + 1]!);
    const end = directoryEnds[directory]!;
    for (let child = directory + 1; child < end; child = directoryEnds[child]!) {
      if (this.isLive(child)) count++;
    }
    return count;
  }

  /** Appends the ids of a directory's live children to `into`: directories, then files, each by rank. */
  readChildren(directory: number, into: number[]): void {
    const { directoryEnds, fileStarts } = this.segment;
    const end = directoryEnds[directory]!;
    for (let child = directory + 1; child < end; child = directoryEnds[child]!) {
      if (this.isLive(child)) into.push(this.offset + child);
    }
    const fileEnd = this.directoryCount + fileStarts[directory + 1]!;
    for (let file = this.directoryCount + fileStarts[directory]!; file < fileEnd; file++) {
      if (this.isLive(file)) into.push(this.offset + file);
    }
  }

  isPartial(directory: number): boolean {
    return hasBit(this.#partial, directory);
  }

  setPartial(directory: number, isPartial: boolean): void {
    if (isPartial) setBit(this.#partial, directory);
    else clearBit(this.#partial, directory);
  }

  /** Replaces `tombstones` by a copy, so that later deletions are invisible to those who hold the previous ones. */
  copyTombstones(): void {
    this.#tombstones = this.#tombstones.slice();
  }

  /** Marks an entry as deleted; of a directory only itself. */
  markDeleted(number: number): void {
    if (!this.isLive(number)) return;
    setBit(this.tombstones, number);
    this.#deletedCount++;
  }

  /** Marks everything below a directory as deleted. */
  markDeletedBelow(directory: number): { files: number; directories: number } {
    const { directoryEnds, fileStarts } = this.segment;
    const end = directoryEnds[directory]!;
    const directories = setRange(this.tombstones, directory + 1, end);
    const files = setRange(
      this.tombstones,
      this.directoryCount + fileStarts[directory]!,
      this.directoryCount + fileStarts[end]!,
    );
    this.#deletedCount += files + directories;
    return { files, directories };
  }

  /** The file in a directory whose name has this rank, deleted or not; -1 when there is none. */
  fileIn(directory: number, rank: number): number {
    const { fileStarts, fileNames } = this.segment;
    let low = fileStarts[directory]!;
    let high = fileStarts[directory + 1]!;
    const end = high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (fileNames[middle]! < rank) low = middle + 1;
      else high = middle;
    }
    return low < end && fileNames[low] === rank ? this.directoryCount + low : -1;
  }

  /** The rank of the name at `index` of a path; -1 when the segment has no such name, and for the empty name. */
  #rankOf({ bytes, starts, hashes }: EncodedPath, index: number): number {
    return this.#names.find(bytes, starts[index]!, starts[index + 1]! - 1, hashes[index]!);
  }
}
