import type { RelPath } from '../../../actors/protocol/workspace.js';
import { compareNatural } from '../../natural-order/natural-order.js';

type Below = ReadonlyMap<string, IgnoredTree>;

const NONE: readonly string[] = [];
const NOTHING: Below = new Map();

/** A directory that rules leave something out of, itself or further down. */
export class IgnoredTree {
  #names: string[] | undefined;
  #below: Map<string, IgnoredTree> | undefined;
  #isSorted = true;

  /** `ignored`: the directories that rules leave out. */
  static of(ignored: Iterable<RelPath>): IgnoredTree {
    const top = new IgnoredTree();
    // Most directories that are left out have one of few names.
    const known = new Map<string, string>();
    const once = (name: string): string => {
      const same = known.get(name);
      if (same === undefined) known.set(name, name);
      return same ?? name;
    };
    for (const path of ignored) {
      let directory = top;
      let start = 0;
      for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', start)) {
        directory = directory.#into(once(path.slice(start, slash)));
        start = slash + 1;
      }
      (directory.#names ??= []).push(once(path.slice(start)));
      directory.#isSorted = false;
    }
    return top;
  }

  /** The names of the directories that rules leave out of this one, in natural order. */
  get names(): readonly string[] {
    if (!this.#isSorted) this.#names?.sort(compareNatural);
    this.#isSorted = true;
    return this.#names ?? NONE;
  }

  /** The directories in this one that rules leave something out of, or of what is below them; by name. */
  get below(): Below {
    return this.#below ?? NOTHING;
  }

  /** What is left out of a directory in this one, or further down; `undefined` when nothing is. */
  in(name: string): IgnoredTree | undefined {
    return this.#below?.get(name);
  }

  /** What is left out at or below a path; `undefined` when nothing is. */
  at(path: RelPath): IgnoredTree | undefined {
    const names = path === '' ? [] : path.split('/');
    return names.reduce<IgnoredTree | undefined>((directory, name) => directory?.in(name), this);
  }

  #into(name: string): IgnoredTree {
    this.#below ??= new Map();
    const known = this.#below.get(name);
    if (known !== undefined) return known;
    const below = new IgnoredTree();
    this.#below.set(name, below);
    return below;
  }
}
