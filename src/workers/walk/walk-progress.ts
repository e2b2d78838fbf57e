export interface ScanProgress {
  readonly files: number;
  readonly directories: number;
}

const Word = { files: 0, directories: 1 } as const;

/** Counts what the walkers of one scan have read, in shared memory. */
export class WalkProgress {
  readonly #words: Int32Array;

  constructor(shared: SharedArrayBuffer) {
    this.#words = new Int32Array(shared);
  }

  static create(): SharedArrayBuffer {
    return new SharedArrayBuffer(Object.keys(Word).length * Int32Array.BYTES_PER_ELEMENT);
  }

  /** Counts one more directory, and the files in it. */
  addDirectory(files: number): void {
    Atomics.add(this.#words, Word.directories, 1);
    Atomics.add(this.#words, Word.files, files);
  }

  read(): ScanProgress {
    return {
      files: Atomics.load(this.#words, Word.files),
      directories: Atomics.load(this.#words, Word.directories),
    };
  }
}
