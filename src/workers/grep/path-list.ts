import type { RelPath } from '../../actors/protocol/workspace.js';

/** Many paths in shared memory, which any number of threads can read without copies. */
export interface PackedPaths {
  /** Shape: UTF-8 chunks of paths; the paths of a chunk are joined with `\0`. */
  readonly bytes: SharedArrayBuffer;
  /** The end of each chunk in `bytes`. Shape: a `Uint32Array`. */
  readonly ends: SharedArrayBuffer;
  readonly firstChunk: number;
}

// Few enough that threads finish together, many enough that taking a chunk costs little beside opening its files.
const CHUNK_PATHS = 16;
// The first part is packed after a millisecond and keeps two threads busy for five; each part is twice as large as
// the one before, so that threads rarely ask for the next one and never wait for it.
const FIRST_PART_CHUNKS = 64;

/** Packs paths incrementally into parts, so that threads can search the first part before the last one is packed. */
export class PathPacker {
  #chunks: Buffer[] = [];
  #rest: readonly RelPath[] = [];
  #firstChunk = 0;
  #partChunks = FIRST_PART_CHUNKS;

  /** Adds paths; returns the part that they complete, if any. */
  add(paths: readonly RelPath[]): PackedPaths | null {
    const all = [...this.#rest, ...paths];
    let start = 0;
    for (; start + CHUNK_PATHS <= all.length; start += CHUNK_PATHS)
      this.#chunks.push(pack(all.slice(start, start + CHUNK_PATHS)));
    this.#rest = all.slice(start);
    if (this.#chunks.length < this.#partChunks) return null;
    this.#partChunks *= 2;
    // All paths so far become one part: a small remainder would cost another part, and another job for each thread.
    return this.finish();
  }

  /** Returns the rest as a part, `null` when there is none, and empties the packer. */
  finish(): PackedPaths | null {
    if (this.#rest.length > 0) this.#chunks.push(pack(this.#rest));
    this.#rest = [];
    return this.#chunks.length === 0 ? null : this.#takePart();
  }

  #takePart(): PackedPaths {
    const chunks = this.#chunks;
    this.#chunks = [];
    const bytes = new SharedArrayBuffer(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    const ends = new SharedArrayBuffer(chunks.length * Uint32Array.BYTES_PER_ELEMENT);
    const target = new Uint8Array(bytes);
    const endsView = new Uint32Array(ends);
    let end = 0;
    for (const [index, chunk] of chunks.entries()) {
      target.set(chunk, end);
      end += chunk.length;
      endsView[index] = end;
    }
    const firstChunk = this.#firstChunk;
    this.#firstChunk += chunks.length;
    return { bytes, ends, firstChunk };
  }
}

function pack(paths: readonly RelPath[]): Buffer {
  return Buffer.from(paths.join('\0'), 'utf8');
}

/** Reads one part of packed paths, chunk by chunk. */
export class PathList {
  readonly #bytes: SharedArrayBuffer;
  readonly #ends: Uint32Array;
  readonly #firstChunk: number;

  constructor({ bytes, ends, firstChunk }: PackedPaths) {
    this.#bytes = bytes;
    this.#ends = new Uint32Array(ends);
    this.#firstChunk = firstChunk;
  }

  /** The number after that of the last chunk. */
  get endChunk(): number {
    return this.#firstChunk + this.#ends.length;
  }

  /** The paths of a chunk; `null` when it is in another part. */
  chunk(number: number): readonly RelPath[] | null {
    const index = number - this.#firstChunk;
    const end = this.#ends[index];
    if (end === undefined) return null;
    const start = this.#ends[index - 1] ?? 0;
    return Buffer.from(this.#bytes, start, end - start)
      .toString('utf8')
      .split('\0') as RelPath[];
  }
}
