import type { RelPath } from '../../../actors/protocol/workspace.js';
import { isWithinAny, outermost, parentOf } from '../../../actors/protocol/rel-path.js';

// The limit in `WatchProblem`, because each directory is compared with the disk separately.
const MAX_DIRECTORIES = 64;

/** The directories that are not watched, with everything below them. Too many are merged into their common parents. */
export class UnwatchedDirectories {
  #directories = new Set<RelPath>();

  get isEmpty(): boolean {
    return this.#directories.size === 0;
  }

  /** Shape: none contains another; sorted; at most 64. */
  get directories(): RelPath[] {
    return outermost(this.#directories).sort();
  }

  add(directory: RelPath): void {
    if (isWithinAny(directory, this.#directories)) return;
    this.#directories.add(directory);
    while (this.#directories.size > MAX_DIRECTORIES) {
      const depth = [...this.#directories].reduce((most, directory) => Math.max(most, depthOf(directory)), 0);
      const shallower = [...this.#directories].map((path) =>
        depthOf(path) === depth ? parentOf(path) : path,
      );
      this.#directories = new Set(outermost(new Set(shallower)));
    }
  }

  /** Removes a directory that is gone, with everything below it. */
  remove(directory: RelPath): void {
    const gone = new Set([directory]);
    for (const path of this.#directories) if (isWithinAny(path, gone)) this.#directories.delete(path);
  }

  /** Returns all directories, and empties the set. */
  take(): RelPath[] {
    const directories = this.directories;
    this.#directories.clear();
    return directories;
  }
}

function depthOf(path: RelPath): number {
  return path === '' ? 0 : path.split('/').length;
}
