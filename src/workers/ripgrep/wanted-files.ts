import type { RelPath } from '../../actors/protocol/workspace.js';
import { parentOf } from '../../actors/protocol/rel-path.js';
import type { RipgrepTarget } from './choose-targets.js';

/** The files that are wanted of a run of ripgrep, and which of them it has reported. Cost: that of the reported files. */
export class WantedFiles {
  readonly #filesOf: ReadonlyMap<RelPath, readonly RelPath[]>;
  /** By target with a reported file: the files that have not been reported. */
  readonly #unreported = new Map<RelPath, Set<RelPath>>();

  constructor(targets: readonly RipgrepTarget[]) {
    this.#filesOf = new Map(targets.map(({ path, files }) => [path, files]));
  }

  get count(): number {
    let count = 0;
    for (const files of this.#filesOf.values()) count += files.length;
    return count;
  }

  /** Notes that ripgrep has reported a file. Returns whether it is wanted and has not been reported before. */
  report(path: RelPath): boolean {
    const target = this.#filesOf.has(path) ? path : parentOf(path);
    let unreported = this.#unreported.get(target);
    if (unreported === undefined) {
      unreported = new Set(this.#filesOf.get(target));
      this.#unreported.set(target, unreported);
    }
    return unreported.delete(path);
  }

  unreported(): RelPath[] {
    return [...this.#filesOf].flatMap(([target, files]) => [...(this.#unreported.get(target) ?? files)]);
  }
}
