import type { DirectoryWatch } from './directory-watches.js';
import type { DirectoryEventKind } from './watch-directory.js';

// Some 10 MB. One who is that far behind is faster with a look at everything.
const MAX_NAMES = 50_000;

/** A name in a watched directory that something happened to. */
export interface TouchedName {
  readonly directory: DirectoryWatch;
  readonly name: string;
  /** `rename` when any of what happened was. */
  readonly kind: DirectoryEventKind;
}

/** Names that something happened to, once each, in bounded space. */
export class Touched {
  readonly #maxNames: number;
  readonly #names = new Map<DirectoryWatch, Map<string, DirectoryEventKind>>();
  #size = 0;

  constructor(maxNames = MAX_NAMES) {
    this.#maxNames = maxNames;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Whether there was room for it. */
  add(directory: DirectoryWatch, name: string, kind: DirectoryEventKind): boolean {
    let names = this.#names.get(directory);
    if (names === undefined) {
      names = new Map();
      this.#names.set(directory, names);
    }
    const known = names.get(name);
    if (known === undefined) {
      if (this.#size >= this.#maxNames) return false;
      this.#size += 1;
    }
    if (known !== 'rename') names.set(name, kind);
    return true;
  }

  /** One of them, the oldest directory's first, which is then no longer in here. */
  take(): TouchedName | undefined {
    for (const [directory, names] of this.#names) {
      for (const [name, kind] of names) {
        names.delete(name);
        this.#size -= 1;
        return { directory, name, kind };
      }
      this.#names.delete(directory);
    }
    return undefined;
  }

  clear(): void {
    this.#names.clear();
    this.#size = 0;
  }
}
