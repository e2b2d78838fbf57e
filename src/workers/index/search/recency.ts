import type { RelPath } from '../../../actors/protocol/workspace.js';
import { touch } from '../../collections/touch.js';

// More files than a user returns to, few enough to look up at each search.
const CAPACITY = 200;

/** The most recently used paths of one root. */
export class Recency {
  /** Least recently used first. */
  readonly #paths = new Set<RelPath>();

  /** Marks a path as just used. */
  touch(path: RelPath): void {
    touch(this.#paths, path);
    if (this.#paths.size > CAPACITY) this.#paths.delete(this.#paths.values().next().value!);
  }

  /** The recency of each path: 1 for the last used one, falling linearly towards 0. */
  *weights(): Generator<readonly [RelPath, number], void, undefined> {
    let rank = CAPACITY - this.#paths.size;
    for (const path of this.#paths) yield [path, ++rank / CAPACITY];
  }
}
