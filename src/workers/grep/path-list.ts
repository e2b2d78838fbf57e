import type { RelPath } from '../../actors/protocol/workspace.js';

/** Many paths in shared memory: they cross to any number of threads without being copied. */
export interface PackedPaths {
  /** UTF-8. Shape: chunks of paths, those of one chunk joined with `\0`. */
  readonly bytes: SharedArrayBuffer;
  /** Where each chunk ends in `bytes`. Shape: `Uint32Array`. */
  readonly ends: SharedArrayBuffer;
  /** The number of the first chunk. */
  readonly firstChunk: number;
}

// Few enough that threads finish together, many enough that taking a chunk costs nothing beside opening its files.
const CHUNK_PATHS = 16;
// The first part is there after a millisecond and takes two threads five; each is twice as large as the one before, so
// that threads never wait for the next one and rarely ask for it.
const FIRST_PART_CHUNKS = 64;

/** Packs paths as they come, in parts: who reads the first need not wait for the last. */
export class PathPacker {
  #chunks: Buffer[] = [];
  #rest: readonly RelPath[] = [];
  #firstChunk = 0;
  #partChunks = FIRST_PART_CHUNKS;

  /** The part that these paths complete, if any. */
  add(paths: readonly RelPath[]): PackedPaths | null {
    const all = [...this.#rest, ...paths];
    let start = 0;
    for (; start + CHUNK_PATHS <= all.length; start += CHUNK_PATHS)
      this.#chunks.push(pack(all.slice(start, start + CHUNK_PATHS)));
    this.#rest = all.slice(start);
    if (this.#chunks.length < this.#partChunks) return null;
    this.#partChunks *= 2;
    // With all that there is so far: a few paths would be one more part, and one more job for each thread.
    return this.finish();
  }

  /** What is left; `null` when nothing is. The packer is empty afterwards. */
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

  /** The number of the chunk behind the last one. */
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
