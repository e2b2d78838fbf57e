import type { RelPath } from '../../actors/protocol/workspace.js';

/** Many paths in shared memory: they cross to any number of threads without being copied. */
export interface PackedPaths {
  /** UTF-8. Shape: chunks of paths, those of one chunk joined with `\0`. */
  readonly bytes: SharedArrayBuffer;
  /** Where each chunk ends in `bytes`. Shape: `Uint32Array`. */
  readonly ends: SharedArrayBuffer;
}

// Few enough that threads finish together, many enough that taking a chunk costs nothing beside opening its files.
const CHUNK_PATHS = 16;

/** Packs paths as they come. */
export class PathPacker {
  readonly #chunks: Buffer[] = [];
  #rest: readonly RelPath[] = [];

  add(paths: readonly RelPath[]): void {
    const all = [...this.#rest, ...paths];
    let start = 0;
    for (; start + CHUNK_PATHS <= all.length; start += CHUNK_PATHS)
      this.#pack(all.slice(start, start + CHUNK_PATHS));
    this.#rest = all.slice(start);
  }

  /** What `add` was given, packed. The packer is empty afterwards. */
  finish(): PackedPaths {
    if (this.#rest.length > 0) this.#pack(this.#rest);
    const chunks = this.#chunks.splice(0);
    this.#rest = [];
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
    return { bytes, ends };
  }

  #pack(paths: readonly RelPath[]): void {
    this.#chunks.push(Buffer.from(paths.join('\0'), 'utf8'));
  }
}

/** Reads packed paths, chunk by chunk. */
export class PathList {
  readonly #bytes: SharedArrayBuffer;
  readonly #ends: Uint32Array;

  constructor({ bytes, ends }: PackedPaths) {
    this.#bytes = bytes;
    this.#ends = new Uint32Array(ends);
  }

  /** The paths of a chunk, chunks counted from 0; `null` behind the last one. */
  chunk(index: number): readonly RelPath[] | null {
    const end = this.#ends[index];
    if (end === undefined) return null;
    const start = this.#ends[index - 1] ?? 0;
    return Buffer.from(this.#bytes, start, end - start)
      .toString('utf8')
      .split('\0') as RelPath[];
  }
}
