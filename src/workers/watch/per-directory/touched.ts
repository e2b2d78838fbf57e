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

type Names = Map<DirectoryWatch, Map<string, DirectoryEventKind>>;

/**
 * Names that something happened to, in bounded space. A name that is touched again before others are taken is one;
 * while they are, it may come twice.
 */
export class Touched {
  readonly #maxNames: number;
  #names: Names = new Map();
  /** What is being taken: emptied from its front, a map would be slow. */
  #taking = eachOf(new Map());
  #size = 0;

  constructor(maxNames = MAX_NAMES) {
    this.#maxNames = maxNames;
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

  /** One of them, which is then no longer in here. Those of a directory come together. */
  take(): TouchedName | undefined {
    let next = this.#taking.next();
    if (next.done === true) {
      this.#taking = eachOf(this.#names);
      this.#names = new Map();
      next = this.#taking.next();
    }
    if (next.done === true) return undefined;
    this.#size -= 1;
    return next.value;
  }

  clear(): void {
    this.#names = new Map();
    this.#taking = eachOf(this.#names);
    this.#size = 0;
  }
}

function* eachOf(all: Names): Generator<TouchedName, void> {
  for (const [directory, names] of all) for (const [name, kind] of names) yield { directory, name, kind };
}
