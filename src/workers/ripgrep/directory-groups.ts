import type { RelPath } from '../../actors/protocol/workspace.js';
import { parentOf } from '../../actors/protocol/rel-path.js';

/** Some files of one directory. */
export interface DirectoryGroup {
  readonly directory: RelPath;
  readonly files: readonly RelPath[];
}

/** Collects files by their directories. */
export class DirectoryGroups {
  readonly #filesOf = new Map<RelPath, RelPath[]>();
  #prefix = '';
  #files: RelPath[] | undefined;
  #count = 0;

  get fileCount(): number {
    return this.#count;
  }

  add(path: RelPath): void {
    this.#count++;
    // Most files follow one of the same directory, and no name of a directory is cut out and hashed for them.
    if (this.#files === undefined || !this.#isInLast(path)) {
      const directory = parentOf(path);
      this.#prefix = directory === '' ? '' : `${directory}/`;
      this.#files = this.#filesOf.get(directory) ?? [];
      this.#filesOf.set(directory, this.#files);
    }
    this.#files.push(path);
  }

  /** Returns the groups, and begins with none again. */
  take(): DirectoryGroup[] {
    const groups = Array.from(this.#filesOf, ([directory, files]) => ({ directory, files }));
    this.#filesOf.clear();
    this.#files = undefined;
    this.#count = 0;
    return groups;
  }

  #isInLast(path: RelPath): boolean {
    return path.startsWith(this.#prefix) && !path.includes('/', this.#prefix.length);
  }
}
