import type { RelPath } from '../../../actors/protocol/workspace.js';
import { nameOf, parentOf } from '../../../actors/protocol/rel-path.js';
import { EntryKindBit, type TreePart } from '../../parts/scan-part.js';
import { ensureCapacity } from '../../collections/ensure-capacity.js';
import { assembleSegment } from './assemble-segment.js';
import { NameListBuilder, type NumberedNames } from '../../names/name-list-builder.js';
import { EntryFlag, type Segment } from './segment.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';

// Directories whose listings are read in a millisecond.
const STEP = 1024;
const NO_NAME = -1;
const MIN_FILES = 1024;

/**
 * Builds a segment incrementally from the parts of a scan. Each directory is listed in one part at most; one that is
 * never listed is incomplete, and one that no listing names becomes a directory, or a placeholder where other parts
 * may name it.
 * After a scan of the directory `under`, it and its ancestors are placeholders.
 * Cost: linear; some 0.6 us an entry.
 */
export class SegmentBuilder {
  readonly #names = new NameListBuilder();
  readonly #directories: DraftDirectories;
  readonly #files = new DraftFiles();

  constructor(under: RelPath = '' as RelPath) {
    this.#directories = new DraftDirectories(under);
  }

  *add(part: TreePart): Cooperative<void> {
    if (part.counts.length === 0) return;
    const names = yield* this.#names.add(part.names, part.kinds.length);
    const paths = part.directories.split('\0') as RelPath[];
    this.#files.expect(part.kinds.length);
    let child = 0;
    for (let listing = 0; listing < paths.length; listing += STEP) {
      if (listing > 0) yield;
      child = this.#list(part, names, paths, listing, child);
    }
  }

  /** The segment of all parts. Nothing may be added afterwards. */
  *finish(unnamed: 'directories' | 'shadows' = 'directories'): Cooperative<Segment> {
    this.#directories.nameTheRest(this.#names, unnamed === 'shadows' ? EntryFlag.ancestorPlaceholder : 0);
    const { names, ranks } = yield* this.#names.rank();
    const { segment } = yield* assembleSegment({
      names,
      ...this.#directories.arrays(ranks),
      ...(yield* this.#files.arrays(ranks)),
    });
    return segment;
  }

  /** Adds listings of a part whose children begin at `start`; returns where the next listings' children begin. */
  #list(
    { names: bytes, counts, kinds }: TreePart,
    { numbers, starts }: NumberedNames,
    paths: readonly RelPath[],
    from: number,
    start: number,
  ): number {
    const directories = this.#directories;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const to = Math.min(from + STEP, paths.length);
    let child = start;
    for (let listing = from; listing < to; listing++) {
      const path = paths[listing]!;
      const directory = directories.listed(path);
      const prefix = path === '' ? '' : `${path}/`;
      const end = child + counts[listing]!;
      for (; child < end; child++) {
        const name = numbers[child]!;
        const kind = kinds[child]!;
        if ((kind & EntryKindBit.directory) === 0) this.#files.add(directory, name, kind);
        else {
          const ownPath = prefix + text.toString('utf8', starts[child], starts[child + 1]! - 1);
          directories.addChild(ownPath as RelPath, directory, kind, name);
        }
      }
    }
    return child;
  }
}

/** The directories of a scan, in whatever order their listings come. */
class DraftDirectories {
  readonly #numbers = new Map<RelPath, number>();
  readonly #paths: RelPath[] = [];
  readonly #parents: number[] = [];
  readonly #flags: number[] = [];
  /** Name numbers; `NO_NAME` until a listing names the directory. */
  readonly #names: number[] = [];

  constructor(under: RelPath) {
    this.#create('' as RelPath, 0);
    if (under === '') return;
    for (let at = this.#ensure(under); ; at = this.#parents[at]!) {
      this.#flags[at]! |= EntryFlag.ancestorPlaceholder;
      if (at === 0) return;
    }
  }

  /** The number of the directory that is listed next. */
  listed(path: RelPath): number {
    const number = this.#ensure(path);
    this.#flags[number]! &= ~EntryFlag.partial;
    return number;
  }

  addChild(path: RelPath, parent: number, kind: number, name: number): void {
    const number = this.#numbers.get(path) ?? this.#create(path, parent);
    this.#flags[number]! |= kind;
    this.#names[number] = name;
  }

  /** Gives names and flags to the directories that no listing names; the root's name is empty. */
  nameTheRest(names: NameListBuilder, flags: number): void {
    for (let number = 0; number < this.#paths.length; number++) {
      if (this.#names[number] !== NO_NAME) continue;
      const path = this.#paths[number]!;
      this.#names[number] = names.addText(nameOf(path));
      this.#flags[number]! |= flags;
    }
  }

  arrays(ranks: Uint32Array): {
    directoryParents: Uint32Array<ArrayBuffer>;
    directoryNames: Uint32Array<ArrayBuffer>;
    directoryFlags: Uint8Array<ArrayBuffer>;
  } {
    const directoryNames = Uint32Array.from(this.#names);
    lookUp(ranks, directoryNames, 0, directoryNames.length);
    return {
      directoryParents: Uint32Array.from(this.#parents),
      directoryNames,
      directoryFlags: Uint8Array.from(this.#flags),
    };
  }

  #ensure(path: RelPath): number {
    const known = this.#numbers.get(path);
    if (known !== undefined) return known;
    const parent = parentOf(path);
    return this.#create(path, this.#ensure(parent));
  }

  #create(path: RelPath, parent: number): number {
    const number = this.#parents.length;
    this.#numbers.set(path, number);
    this.#paths.push(path);
    this.#parents.push(parent);
    this.#flags.push(EntryKindBit.directory | EntryFlag.partial);
    this.#names.push(NO_NAME);
    return number;
  }
}

/** The files of a scan, part by part. */
class DraftFiles {
  #directories = new Uint32Array(MIN_FILES);
  #names = new Uint32Array(MIN_FILES);
  #flags = new Uint8Array(MIN_FILES);
  #count = 0;

  /** Reserves room for `more` files. */
  expect(more: number): void {
    const needed = this.#count + more;
    this.#directories = ensureCapacity(this.#directories, needed);
    this.#names = ensureCapacity(this.#names, needed);
    this.#flags = ensureCapacity(this.#flags, needed);
  }

  add(directory: number, name: number, kind: number): void {
    this.#directories[this.#count] = directory;
    this.#names[this.#count] = name;
    this.#flags[this.#count++] = kind;
  }

  *arrays(ranks: Uint32Array): Cooperative<{
    fileDirectories: Uint32Array<ArrayBuffer>;
    fileNames: Uint32Array<ArrayBuffer>;
    fileFlags: Uint8Array<ArrayBuffer>;
  }> {
    const count = this.#count;
    const fileNames = this.#names.subarray(0, count);
    yield* inSlices(count, (from, to) => {
      lookUp(ranks, fileNames, from, to);
    });
    return {
      fileDirectories: this.#directories.subarray(0, count),
      fileNames,
      fileFlags: this.#flags.subarray(0, count),
    };
  }
}

function lookUp(ranks: Uint32Array, names: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) names[at] = ranks[names[at]!]!;
}
