import type { RelPath } from '../../../actors/protocol/workspace.js';
import { Lru } from '../../collections/lru.js';

// More files than a person goes back to, few enough to look up at each search.
const CAPACITY = 200;

/** The paths of one root that were used last. */
export class Recency {
  readonly #paths = new Lru<RelPath>();

  /** Notes that a path was used just now. */
  touch(path: RelPath): void {
    this.#paths.touch(path);
    if (this.#paths.size > CAPACITY) this.#paths.delete(this.#paths.oldest!);
  }

  /** How recent each path is: 1 for the one used last, falling evenly towards 0. */
  *weights(): Generator<readonly [RelPath, number], void, undefined> {
    let rank = CAPACITY - this.#paths.size;
    for (const path of this.#paths) yield [path, ++rank / CAPACITY];
  }
}
