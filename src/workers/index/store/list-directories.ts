import type { RelPath } from '../../../actors/protocol/workspace.js';
import { resizeArray } from '../../collections/resize-array.js';
import { EncodedPath } from '../../names/encoded-path.js';
import type { Layer } from './layer.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

// Paths built in a millisecond.
const STEP = 2048;

const SLASH = 0x2f;
const FIRST_BYTES = 1 << 16;

/** Directories of an index, in parallel arrays. */
export class ListedDirectories {
  /** The paths. Shape: joined with `\0`. */
  readonly joined: string;
  /** The `changeStamp` of each when it was last listed. */
  readonly stamps: readonly number[];
  #paths: readonly RelPath[] | undefined;

  constructor(joined: string, stamps: readonly number[]) {
    this.joined = joined;
    this.stamps = stamps;
  }

  /** Concatenates several lists. */
  static concat(lists: readonly ListedDirectories[]): ListedDirectories {
    const [only] = lists;
    if (only !== undefined && lists.length === 1) return only;
    const some = lists.filter(({ count }) => count > 0);
    return new ListedDirectories(
      some.map(({ joined }) => joined).join('\0'),
      some.flatMap(({ stamps }) => stamps),
    );
  }

  get count(): number {
    return this.stamps.length;
  }

  /** The paths at some indices, which must ascend. Cost: 30 ns for each path up to the last of them. */
  *pathsAt(places: readonly number[]): Generator<[path: RelPath, place: number], void, undefined> {
    let at = 0;
    let start = 0;
    for (const place of places) {
      for (; at < place; at++) start = this.joined.indexOf('\0', start) + 1;
      const end = this.joined.indexOf('\0', start);
      yield [this.joined.slice(start, end === -1 ? undefined : end) as RelPath, place];
    }
  }

  /** All paths. Cost: 0.1 us each, the first time. */
  get paths(): readonly RelPath[] {
    return (this.#paths ??= this.count === 0 ? [] : (this.joined.split('\0') as RelPath[]));
  }
}

/** An upper bound for the number of directories at or below a path. Cost: a look-up in each layer. */
export function countDirectories(layers: readonly Layer[], under: RelPath): number {
  const encoded = new EncodedPath().set(under);
  return layers.reduce((count, layer) => {
    const top = layer.findDirectory(encoded);
    return top === -1 ? count : count + layer.segment.directoryEnds[top]! - top;
  }, 0);
}

/** Lists every live directory at or below a path. Cost: some 0.1 us each. */
export function* listDirectories(layers: readonly Layer[], under: RelPath): Cooperative<ListedDirectories> {
  const stamps: number[] = [];
  const paths = new JoinedPaths(under);
  const encoded = new EncodedPath().set(under);
  for (const layer of layers) {
    const top = layer.findDirectory(encoded);
    if (top === -1) continue;
    const { names, directoryParents, directoryNames, directoryEnds } = layer.segment;
    const count = directoryEnds[top]! - top;
    // By directory: the length of its path. The current path starts with those of all its parents.
    const ends = new Uint32Array(count);
    for (let place = 0; place < count; place++) {
      if (place % STEP === STEP - 1) yield;
      const directory = top + place;
      if (place === 0) ends[place] = paths.topLength;
      else {
        const rank = directoryNames[directory]!;
        const parentEnd = ends[directoryParents[directory]! - top]!;
        ends[place] = paths.go(parentEnd, names.bytes, names.starts[rank]!, names.starts[rank + 1]!);
      }
      if (!layer.isLive(directory)) continue;
      paths.add(ends[place]!);
      stamps.push(layer.stamps[directory]!);
    }
  }
  return new ListedDirectories(paths.toString(), stamps);
}

/** Builds paths byte by byte, reusing the common prefix with the previous path. */
class JoinedPaths {
  readonly topLength: number;
  #path: Uint8Array<ArrayBuffer>;
  #joined = new Uint8Array(FIRST_BYTES);
  #length = 0;

  constructor(top: RelPath) {
    const bytes = Buffer.from(top, 'utf8');
    this.topLength = bytes.length;
    this.#path = new Uint8Array(bytes.length + FIRST_BYTES);
    this.#path.set(bytes);
  }

  /** Moves to a directory, given the length of its parent's path, and returns the length of its own path. */
  go(parentEnd: number, names: Uint8Array, start: number, end: number): number {
    const needed = parentEnd + 1 + end - start;
    if (needed > this.#path.length) this.#path = resizeArray(this.#path, 2 * needed);
    const path = this.#path;
    let length = parentEnd;
    if (length > 0) path[length++] = SLASH;
    for (let at = start; at < end; at++) path[length++] = names[at]!;
    return length;
  }

  /** Appends the first bytes of the current path to the list. */
  add(pathLength: number): void {
    const needed = this.#length + pathLength + 1;
    if (needed > this.#joined.length) this.#joined = resizeArray(this.#joined, 2 * needed);
    this.#joined.set(this.#path.subarray(0, pathLength), this.#length);
    this.#length = needed;
    this.#joined[needed - 1] = 0;
  }

  toString(): string {
    return Buffer.from(this.#joined.buffer, 0, Math.max(0, this.#length - 1)).toString('utf8');
  }
}
