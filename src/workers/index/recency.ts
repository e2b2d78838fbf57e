import type { RelPath } from '../../actors/protocol/workspace.js';

// More files than a person goes back to, few enough to look up at each search.
const CAPACITY = 200;

/** The paths of one root that were used last. */
export class Recency {
  // In order of use, the last one at the end.
  readonly #paths = new Set<RelPath>();

  /** Notes that a path was used just now. */
  touch(path: RelPath): void {
    this.#paths.delete(path);
    this.#paths.add(path);
    if (this.#paths.size > CAPACITY) {
      for (const oldest of this.#paths) {
        this.#paths.delete(oldest);
        break;
      }
    }
  }

  /** How recent each path is: 1 for the one used last, falling evenly towards 0. */
  *weights(): Generator<readonly [RelPath, number], void, undefined> {
    let rank = CAPACITY - this.#paths.size;
    for (const path of this.#paths) yield [path, ++rank / CAPACITY];
  }
}
