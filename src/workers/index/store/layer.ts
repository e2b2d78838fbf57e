import type { RelPath } from '../../../actors/protocol/workspace.js';
import {
  type Bits,
  bitsFor,
  clearBit,
  countFree,
  hasBit,
  setBit,
  setRange,
} from '../../collections/bit-set.js';
import type { NameTable } from '../../names/name-table.js';
import { NO_STAMP } from '../../disk/change-stamp.js';
import { EncodedPath } from '../../names/encoded-path.js';
import { FileDirectories } from '../segment/file-directories.js';
import { EntryFlag, type Segment } from '../segment/segment.js';
import { type SegmentSlots, SegmentTables } from '../segment/segment-tables.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

const SLASH = 47;

// What a map of numbers takes for each, roughly.
const BYTES_PER_TIME = 48;

const encoded = new EncodedPath();

// Where a path is put together; longer than nearly all of them.
let pathBytes = Buffer.allocUnsafe(1024);

/**
 * A segment with what has become of its entries since it was made: which of them are dead, which directories are known
 * in part, when files were changed. A number is an entry's number in the segment; a directory's is its place.
 *
 * A directory may be dead and yet hold living entries: then its own entry is in another layer, as a shadow's is.
 */
export class Layer {
  readonly segment: Segment;
  readonly directoryCount: number;
  /** How many entries there are, dead ones and shadows included. */
  readonly size: number;
  /** The entries that are no hits: dead ones, shadows, and the root in all layers but the lowest. */
  readonly tombstones: Bits;
  /** The id of the entry 0: an entry's id is this and its number. The index sets it. */
  offset = 0;
  /** By number, where it is known. Units: milliseconds since 1970. */
  readonly mtimes = new Map<number, number>();
  /** By directory: its `changeStamp` when it was last listed. */
  readonly stamps: Float64Array<ArrayBuffer>;
  readonly #tables: SegmentTables;
  readonly #fileDirectories: FileDirectories;
  readonly #partial: Bits;
  readonly #text: Buffer;
  #deadCount = 0;

  private constructor(segment: Segment, tables: SegmentTables, stamps: Float64Array<ArrayBuffer>) {
    const { directoryFlags, names } = segment;
    this.segment = segment;
    this.directoryCount = directoryFlags.length;
    this.size = directoryFlags.length + segment.fileNames.length;
    this.tombstones = bitsFor(this.size);
    this.#partial = bitsFor(directoryFlags.length);
    this.stamps = stamps;
    this.#tables = tables;
    this.#fileDirectories = new FileDirectories(segment.fileStarts);
    this.#text = Buffer.from(names.bytes.buffer, names.bytes.byteOffset, names.bytes.length);
    for (let directory = 0; directory < directoryFlags.length; directory++) {
      if ((directoryFlags[directory]! & EntryFlag.ancestorPlaceholder) !== 0)
        setBit(this.tombstones, directory);
      if ((directoryFlags[directory]! & EntryFlag.partial) !== 0) setBit(this.#partial, directory);
    }
  }

  static *of(segment: Segment): Cooperative<Layer> {
    const stamps = new Float64Array(segment.directoryFlags.length).fill(NO_STAMP);
    return new Layer(segment, yield* SegmentTables.of(segment), stamps);
  }

  /** A layer as it was when its segment, slots and stamps were taken down. */
  static restored(segment: Segment, slots: SegmentSlots, stamps: Float64Array<ArrayBuffer>): Layer {
    return new Layer(segment, SegmentTables.restored(segment, slots), stamps);
  }

  /** Where its names and directories are found. */
  get slots(): SegmentSlots {
    return this.#tables.slots;
  }

  /** How many entries died since the segment was made. */
  get deadCount(): number {
    return this.#deadCount;
  }

  /** How many entries live, the root not counted. */
  countLive(): { files: number; directories: number } {
    const isRootLive = this.isLive(0) ? 1 : 0;
    const directories = countFree(this.tombstones, 0, this.directoryCount) - isRootLive;
    return { files: countFree(this.tombstones, this.directoryCount, this.size), directories };
  }

  /** Units: bytes held. */
  get bytes(): number {
    const { names, ...arrays } = this.segment;
    let bytes = names.bytes.byteLength + names.starts.byteLength;
    for (const array of Object.values(arrays)) bytes += array.byteLength;
    for (const array of [this.tombstones, this.#partial, this.stamps]) bytes += array.byteLength;
    return bytes + this.#tables.bytes + this.#fileDirectories.bytes + BYTES_PER_TIME * this.mtimes.size;
  }

  /** Those of the segment, brought up to date. */
  get directoryFlags(): Uint8Array<ArrayBuffer> {
    return this.segment.directoryFlags.map((flags, directory) =>
      this.isPartial(directory) ? flags | EntryFlag.partial : flags & ~EntryFlag.partial,
    );
  }

  /** Whether an entry is one of the index: neither dead nor a shadow. */
  isLive(number: number): boolean {
    return !hasBit(this.tombstones, number);
  }

  isDirectory(number: number): boolean {
    return number < this.directoryCount;
  }

  /** `EntryKind` and `EntryFlag` bits; of the latter only `movedCore` is up to date. */
  flagsOf(number: number): number {
    const { directoryFlags, fileFlags } = this.segment;
    return number < this.directoryCount ? directoryFlags[number]! : fileFlags[number - this.directoryCount]!;
  }

  /** The rank of an entry's name. */
  rankOf(number: number): number {
    const { directoryNames, fileNames } = this.segment;
    return number < this.directoryCount ? directoryNames[number]! : fileNames[number - this.directoryCount]!;
  }

  /** The directory that an entry is in. */
  parentOf(number: number): number {
    if (number < this.directoryCount) return this.segment.directoryParents[number]!;
    return this.#fileDirectories.of(number - this.directoryCount);
  }

  /** A name as text. */
  nameText(rank: number): string {
    const { starts } = this.segment.names;
    return this.#text.toString('utf8', starts[rank], starts[rank + 1]);
  }

  nameOf(number: number): string {
    return this.nameText(this.rankOf(number));
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
    // Decoded at once, from the last name to the first.
    let start = length;
    for (let name = rank, at = parent; ; name = directoryNames[at]!, at = directoryParents[at]!) {
      const first = starts[name]!;
      for (let from = starts[name + 1]! - 1; from >= first; from--) pathBytes[--start] = bytes[from]!;
      if (at === 0) return pathBytes.toString('utf8', 0, length) as RelPath;
      pathBytes[--start] = SLASH;
    }
  }

  /** The directory at the first `count` names of a path, dead or not; -1 when there is none. */
  findDirectory(path: EncodedPath, count = path.count): number {
    let directory = 0;
    for (let index = 0; index < count; index++) {
      const rank = this.#tables.rankOf(path, index);
      if (rank === -1) return -1;
      directory = this.directoryIn(directory, rank);
      if (directory === -1) return -1;
    }
    return directory;
  }

  /** The directory at a path, dead or not; -1 when there is none. */
  directoryAt(path: string): number {
    return this.findDirectory(new EncodedPath().set(path));
  }

  /** The living entry at a path; -1 when it is not in this layer. */
  find(path: EncodedPath): number {
    if (path.count === 0) return this.isLive(0) ? 0 : -1;
    const parent = this.findDirectory(path, path.count - 1);
    return parent === -1 ? -1 : this.findChild(parent, path, path.count - 1);
  }

  /** The living entry in a directory that has a path's name; -1 when there is none. */
  findChild(directory: number, path: EncodedPath, index: number): number {
    const rank = this.#tables.rankOf(path, index);
    return rank === -1 ? -1 : this.childOf(directory, rank);
  }

  /** The living entry of a name in a directory; -1 when there is none. */
  childOf(directory: number, rank: number): number {
    const child = this.directoryIn(directory, rank);
    if (child !== -1 && this.isLive(child)) return child;
    const file = this.fileIn(directory, rank);
    return file !== -1 && this.isLive(file) ? file : -1;
  }

  /** The directory of a name in another, dead or not; -1 when there is none. */
  directoryIn(directory: number, rank: number): number {
    return this.#tables.directoryIn(directory, rank);
  }

  /** The rank of a name; -1 when the segment has no such name. */
  rankOfText(name: string): number {
    return this.#tables.rankOf(encoded.set(name), 0);
  }

  /** The rank of a name of another segment; -1 when this one has no such name, and for the empty one. */
  rankOfName(names: NameTable, rank: number): number {
    return this.#tables.rankOfName(names, rank);
  }

  /** How many living children a directory has. Cost: a look at each directory among them. */
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

  /** Adds the ids of the living children of a directory to `into`: directories, then files, each by rank. */
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

  /** Takes an entry out of the index; of a directory only itself. */
  markDeleted(number: number): void {
    if (!this.isLive(number)) return;
    setBit(this.tombstones, number);
    this.#deadCount++;
  }

  /** Takes all out of the index that lies below a directory. */
  killBelow(directory: number): { files: number; directories: number } {
    const { directoryEnds, fileStarts } = this.segment;
    const end = directoryEnds[directory]!;
    const directories = setRange(this.tombstones, directory + 1, end);
    const files = setRange(
      this.tombstones,
      this.directoryCount + fileStarts[directory]!,
      this.directoryCount + fileStarts[end]!,
    );
    this.#deadCount += files + directories;
    return { files, directories };
  }

  /** The file of a name in a directory, dead or not; -1 when there is none. */
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
}
