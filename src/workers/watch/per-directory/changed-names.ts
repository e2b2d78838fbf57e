import type { DirectoryWatch } from './directory-watches.js';
import type { DirectoryEventKind } from './watch-directory.js';

// Some 10 MB. With a longer backlog a rescan of everything is faster.
const MAX_NAMES = 50_000;

/** A name in a watched directory with unhandled events. */
export interface ChangedName {
  readonly directory: DirectoryWatch;
  readonly name: string;
  /** `rename` when any of the events was one. */
  readonly kind: DirectoryEventKind;
}

type Names = Map<DirectoryWatch, Map<string, DirectoryEventKind>>;

/**
 * The backlog of names with events, bounded in size. Events of the same name are merged, except while the backlog is
 * being taken out, when a name may come twice.
 */
export class ChangedNames {
  readonly #maxNames: number;
  #names: Names = new Map();
  /** The names being taken out. A separate iterator, because deleting from the front of a map is slow. */
  #taking = eachOf(new Map());
  #size = 0;

  constructor(maxNames = MAX_NAMES) {
    this.#maxNames = maxNames;
  }

  /** Returns whether there was room for it. */
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

  /** Removes and returns one name; names of the same directory come together. */
  take(): ChangedName | undefined {
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

function* eachOf(all: Names): Generator<ChangedName, void> {
  for (const [directory, names] of all) for (const [name, kind] of names) yield { directory, name, kind };
}
