// 2^6 files: with eight to a directory a few directories are left to choose from, for half a byte a directory.
const BLOCK_BITS = 6;

/** Finds the directories that files are in: `fileStarts` alone would need a search through all of them. */
export class FileDirectories {
  readonly #fileStarts: Uint32Array;
  // By block: the directory of its first file; at the end the last directory.
  readonly #firsts: Uint32Array;

  /** `fileStarts`: by directory, its first file; one more at the end. */
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

  /** Units: bytes held. */
  get bytes(): number {
    return this.#firsts.byteLength;
  }

  /** The directory that a file is in. */
  of(file: number): number {
    const fileStarts = this.#fileStarts;
    const block = file >>> BLOCK_BITS;
    let low = this.#firsts[block]!;
    let high = this.#firsts[block + 1]! + 1;
    // The last directory whose files start at or before the file: those after it start behind.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (fileStarts[middle]! <= file) low = middle;
      else high = middle;
    }
    return low;
  }
}
