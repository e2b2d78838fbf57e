import type { RelPath } from '../../actors/protocol/workspace.js';
import { compareNatural } from './natural-order.js';

/** A directory that rules leave something out of, itself or further down. */
export class IgnoredTree {
  readonly #names: string[] = [];
  readonly #below = new Map<string, IgnoredTree>();
  #isSorted = true;

  /** `ignored`: the directories that rules leave out. */
  static of(ignored: Iterable<RelPath>): IgnoredTree {
    const top = new IgnoredTree();
    for (const path of ignored) {
      let directory = top;
      let start = 0;
      for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', start)) {
        directory = directory.#into(path.slice(start, slash));
        start = slash + 1;
      }
      directory.#names.push(path.slice(start));
      directory.#isSorted = false;
    }
    return top;
  }

  /** The names of the directories that rules leave out of this one, in natural order. */
  get names(): readonly string[] {
    if (!this.#isSorted) this.#names.sort(compareNatural);
    this.#isSorted = true;
    return this.#names;
  }

  /** What is left out of a directory in this one, or further down; `undefined` when nothing is. */
  in(name: string): IgnoredTree | undefined {
    return this.#below.get(name);
  }

  /** The same of each directory in this one of which there is something, by its name. */
  get below(): ReadonlyMap<string, IgnoredTree> {
    return this.#below;
  }

  /** What is left out at or below a path; `undefined` when nothing is. */
  at(path: RelPath): IgnoredTree | undefined {
    const names = path === '' ? [] : path.split('/');
    return names.reduce<IgnoredTree | undefined>((directory, name) => directory?.in(name), this);
  }

  #into(name: string): IgnoredTree {
    const known = this.#below.get(name);
    if (known !== undefined) return known;
    const below = new IgnoredTree();
    this.#below.set(name, below);
    return below;
  }
}
