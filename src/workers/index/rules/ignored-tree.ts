import type { RelPath } from '../../../actors/protocol/workspace.js';
import { compareNatural } from '../../natural-order/natural-order.js';

const NONE: readonly string[] = [];

/** A directory with ignored directories in it or further down. */
export class IgnoredTree {
  #names: string[] | undefined;
  #below: Map<string, IgnoredTree> | undefined;
  #isSorted = true;

  /** Builds the tree of these ignored directories. */
  static of(ignored: Iterable<RelPath>): IgnoredTree {
    const top = new IgnoredTree();
    // Interns names, because most ignored directories have one of few names.
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

  /** The names of the ignored directories in this one, in natural order. */
  get names(): readonly string[] {
    if (!this.#isSorted) this.#names?.sort(compareNatural);
    this.#isSorted = true;
    return this.#names ?? NONE;
  }

  /** The subtree of a child directory; `undefined` when nothing is ignored there. */
  in(name: string): IgnoredTree | undefined {
    return this.#below?.get(name);
  }

  /** The subtree at a path; `undefined` when nothing is ignored there. */
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
