import type { RelPath } from '../../../actors/protocol/workspace.js';
import { Lru } from '../../collections/lru.js';

// More files than a user returns to, few enough to look up at each search.
const CAPACITY = 200;

/** The most recently used paths of one root. */
export class Recency {
  readonly #paths = new Lru<RelPath>();

  /** Marks a path as just used. */
  touch(path: RelPath): void {
    this.#paths.touch(path);
    if (this.#paths.size > CAPACITY) this.#paths.delete(this.#paths.oldest!);
  }

  /** The recency of each path: 1 for the last used one, falling linearly towards 0. */
  *weights(): Generator<readonly [RelPath, number], void, undefined> {
    let rank = CAPACITY - this.#paths.size;
    for (const path of this.#paths) yield [path, ++rank / CAPACITY];
  }
}
