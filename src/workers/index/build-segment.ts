import type { RelPath } from '../../actors/protocol/workspace.js';
import { NameSet } from '../names/name-set.js';
import { EntryKind, type TreePart } from '../scan/scan-part.js';
import { assembleSegment } from './assemble-segment.js';
import { mergeNames } from './merge-names.js';
import { EntryFlag, type Segment } from './segment.js';
import { inSlices, type Sliced } from './slices.js';

// Directories whose listings are read in a millisecond.
const STEP = 1024;

/**
 * What a scan found, as a segment. Each directory is listed in one part at most; one that is listed nowhere is known in
 * part, and one that no listing names is a directory all the same, or a shadow where other parts may name it.
 *
 * After a scan of the directory `under`, it and all above it are shadows.
 * Cost: linear; some 0.6 us an entry.
 */
export function* buildSegment(
  parts: readonly TreePart[],
  under: RelPath = '' as RelPath,
  unnamed: 'directories' | 'shadows' = 'directories',
): Sliced<Segment> {
  const directories = new DraftDirectories(under);
  const files = new DraftFiles(parts);
  for (const [index, part] of parts.entries()) {
    const paths = part.counts.length === 0 ? [] : (part.directories.split('\0') as RelPath[]);
    const text = Buffer.from(part.names.bytes.buffer, part.names.bytes.byteOffset, part.names.bytes.length);
    let start = 0;
    for (const [listing, path] of paths.entries()) {
      if (listing % STEP === STEP - 1) yield;
      const directory = directories.listed(path);
      const prefix = path === '' ? '' : `${path}/`;
      const end = start + part.counts[listing]!;
      for (let child = start; child < end; child++) {
        const rank = part.children[child]!;
        const kind = part.kinds[child]!;
        if ((kind & EntryKind.directory) === 0) files.add(directory, rank, kind);
        else {
          const name = text.toString('utf8', part.names.starts[rank], part.names.starts[rank + 1]);
          directories.addChild(`${prefix}${name}` as RelPath, directory, kind, index, rank);
        }
      }
      start = end;
    }
    files.endPart();
  }

  const otherNames = directories.nameTheRest(parts.length, unnamed === 'shadows' ? EntryFlag.shadow : 0);
  const { names, ranks } = yield* mergeNames([...parts.map((part) => part.names), otherNames]);
  const { segment } = yield* assembleSegment({
    names,
    ...directories.arrays(ranks),
    ...(yield* files.arrays(ranks)),
  });
  return segment;
}

/** The directories of a scan, whatever order their listings come in. */
class DraftDirectories {
  readonly #numbers = new Map<RelPath, number>();
  readonly #paths: RelPath[] = [];
  readonly #parents: number[] = [];
  readonly #flags: number[] = [];
  // Which table a name is in, and its rank there. -1 where no listing has told yet.
  readonly #tables: number[] = [];
  readonly #ranks: number[] = [];

  constructor(under: RelPath) {
    this.#create('' as RelPath, 0);
    if (under === '') return;
    for (let at = this.#ensure(under); ; at = this.#parents[at]!) {
      this.#flags[at]! |= EntryFlag.shadow;
      if (at === 0) return;
    }
  }

  /** The number of a directory whose listing follows. */
  listed(path: RelPath): number {
    const number = this.#ensure(path);
    this.#flags[number]! &= ~EntryFlag.partial;
    return number;
  }

  addChild(path: RelPath, parent: number, kind: number, table: number, rank: number): void {
    const number = this.#numbers.get(path) ?? this.#create(path, parent);
    this.#flags[number]! |= kind;
    this.#tables[number] = table;
    this.#ranks[number] = rank;
  }

  /**
   * Gives a name, and flags, to the directories that no listing names; the root's name is empty. Returns the table of
   * those names.
   */
  nameTheRest(table: number, flags: number): ReturnType<NameSet['rank']>['names'] {
    const rest = new NameSet();
    const numbers = new Map<number, number>();
    for (const [number, path] of this.#paths.entries()) {
      if (this.#tables[number] === -1) numbers.set(number, rest.add(path.slice(path.lastIndexOf('/') + 1)));
    }
    const { names, ranks } = rest.rank();
    for (const [number, name] of numbers) {
      this.#tables[number] = table;
      this.#ranks[number] = ranks[name]!;
      this.#flags[number]! |= flags;
    }
    return names;
  }

  arrays(ranks: readonly Uint32Array[]): {
    directoryParents: Uint32Array<ArrayBuffer>;
    directoryNames: Uint32Array<ArrayBuffer>;
    directoryFlags: Uint8Array<ArrayBuffer>;
  } {
    const directoryNames = new Uint32Array(this.#parents.length);
    for (let number = 0; number < directoryNames.length; number++) {
      directoryNames[number] = ranks[this.#tables[number]!]![this.#ranks[number]!]!;
    }
    return {
      directoryParents: Uint32Array.from(this.#parents),
      directoryNames,
      directoryFlags: Uint8Array.from(this.#flags),
    };
  }

  #ensure(path: RelPath): number {
    const known = this.#numbers.get(path);
    if (known !== undefined) return known;
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/'))) as RelPath;
    return this.#create(path, this.#ensure(parent));
  }

  #create(path: RelPath, parent: number): number {
    const number = this.#parents.length;
    this.#numbers.set(path, number);
    this.#paths.push(path);
    this.#parents.push(parent);
    this.#flags.push(EntryKind.directory | EntryFlag.partial);
    this.#tables.push(-1);
    this.#ranks.push(-1);
    return number;
  }
}

/** The files of a scan, part by part. */
class DraftFiles {
  readonly #directories: Uint32Array<ArrayBuffer>;
  readonly #names: Uint32Array<ArrayBuffer>;
  readonly #flags: Uint8Array<ArrayBuffer>;
  // Where the files of each part end.
  readonly #ends: number[] = [];
  #count = 0;

  constructor(parts: readonly TreePart[]) {
    let count = 0;
    for (const { kinds } of parts) for (const kind of kinds) if ((kind & EntryKind.directory) === 0) count++;
    this.#directories = new Uint32Array(count);
    this.#names = new Uint32Array(count);
    this.#flags = new Uint8Array(count);
  }

  add(directory: number, rank: number, kind: number): void {
    this.#directories[this.#count] = directory;
    this.#names[this.#count] = rank;
    this.#flags[this.#count++] = kind;
  }

  endPart(): void {
    this.#ends.push(this.#count);
  }

  *arrays(ranks: readonly Uint32Array[]): Sliced<{
    fileDirectories: Uint32Array<ArrayBuffer>;
    fileNames: Uint32Array<ArrayBuffer>;
    fileFlags: Uint8Array<ArrayBuffer>;
  }> {
    let start = 0;
    for (const [part, end] of this.#ends.entries()) {
      const names = this.#names.subarray(start, end);
      const merged = ranks[part]!;
      yield* inSlices(names.length, (from, to) => {
        for (let file = from; file < to; file++) names[file] = merged[names[file]!]!;
      });
      start = end;
    }
    return { fileDirectories: this.#directories, fileNames: this.#names, fileFlags: this.#flags };
  }
}
