// 64 files: with eight files to a directory a few directories are left to search, for half a byte a directory.
const BLOCK_BITS = 6;

/** Finds the directory of a file faster than a binary search of all `fileStarts`. */
export class FileDirectories {
  readonly #fileStarts: Uint32Array;
  // By block: the directory of its first file; the last element is the last directory.
  readonly #firsts: Uint32Array;

  /** `fileStarts`: the first file of each directory, and the number of files as the last element. */
  constructor(fileStarts: Uint32Array) {
    const directories = fileStarts.length - 1;
    const blocks = (fileStarts[directories]! >>> BLOCK_BITS) + 1;
    this.#fileStarts = fileStarts;
    this.#firsts = new Uint32Array(blocks + 1).fill(Math.max(0, directories - 1));
    for (let directory = 0, block = 0; directory < directories; directory++) {
      const end = fileStarts[directory + 1]!;
      for (; block << BLOCK_BITS < end; block++) this.#firsts[block] = directory;
    }
  }

  /** The memory held. Units: bytes. */
  get bytes(): number {
    return this.#firsts.byteLength;
  }

  of(file: number): number {
    const fileStarts = this.#fileStarts;
    const block = file >>> BLOCK_BITS;
    let low = this.#firsts[block]!;
    let high = this.#firsts[block + 1]! + 1;
    // Binary search for the last directory that starts at or before the file.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (fileStarts[middle]! <= file) low = middle;
      else high = middle;
    }
    return low;
  }
}
