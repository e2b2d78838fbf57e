// What ripgrep reads at once, into a buffer of that size, which grows threefold when no line ends in it.
const FILL_BYTES = 1 << 16;
const GROWTH = 3;

const NEWLINE = 0x0a;

/**
 * Where the search of a file ends for a NUL, as it does for ripgrep: in front of the lines that ripgrep would read
 * together with the first one. A NUL in the first 64 KB leaves nothing to search. In a file of several blocks the last
 * lines of one may count though the NUL is in the next.
 */
export class BinaryCutoff {
  // Places in the whole file: of the line that is being read, and of what is read next.
  #lineStart = 0;
  #filled = 0;
  #capacity = FILL_BYTES;

  /**
   * How many bytes of a block are to be searched: with less than all of them the file ends there.
   * Shape: `offset` is where the block starts in the file; blocks follow each other, and may overlap.
   */
  take(bytes: Buffer, offset: number): number {
    const end = offset + bytes.length;
    const nul = bytes.indexOf(0, this.#filled - offset);
    while (this.#filled < end) {
      if (this.#filled - this.#lineStart === this.#capacity) this.#capacity *= GROWTH;
      const fillEnd = this.#lineStart + this.#capacity;
      if (nul >= 0 && offset + nul < fillEnd) return Math.max(0, this.#lineStart - offset);
      // The next block has the rest of it.
      if (fillEnd > end) break;
      const newline = offset + bytes.lastIndexOf(NEWLINE, fillEnd - offset - 1);
      if (newline >= this.#filled) this.#lineStart = newline + 1;
      this.#filled = fillEnd;
    }
    return bytes.length;
  }
}
