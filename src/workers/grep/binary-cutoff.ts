// ripgrep reads this much at once, into a buffer of that size, which grows threefold when no line ends in it.
const FILL_BYTES = 1 << 16;
const GROWTH = 3;

const NEWLINE = 0x0a;

/**
 * Finds where the search of a binary file must end to match ripgrep: before the lines that ripgrep would read
 * together with the first NUL. A NUL in the first 64 KB leaves nothing to search. In a file of several blocks the
 * last lines of a block may still be searched though the NUL is in the next block.
 */
export class BinaryCutoff {
  // Offsets in the file: of the last line start that was read, and of the next read.
  #lineStart = 0;
  #filled = 0;
  #capacity = FILL_BYTES;

  /**
   * The number of bytes of a block to search; fewer than all means that the search of the file ends there.
   * Shape: `offset` is the start of the block in the file; blocks follow each other, and may overlap.
   */
  take(bytes: Buffer, offset: number): number {
    const end = offset + bytes.length;
    const nul = bytes.indexOf(0, this.#filled - offset);
    while (this.#filled < end) {
      if (this.#filled - this.#lineStart === this.#capacity) this.#capacity *= GROWTH;
      const fillEnd = this.#lineStart + this.#capacity;
      if (nul >= 0 && offset + nul < fillEnd) return Math.max(0, this.#lineStart - offset);
      // The rest of this read is in the next block.
      if (fillEnd > end) break;
      const newline = offset + bytes.lastIndexOf(NEWLINE, fillEnd - offset - 1);
      if (newline >= this.#filled) this.#lineStart = newline + 1;
      this.#filled = fillEnd;
    }
    return bytes.length;
  }
}
