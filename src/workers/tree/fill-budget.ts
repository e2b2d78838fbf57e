import type { RelPath } from '../../actors/protocol/workspace.js';
import { childLine, childPath, isOpened, moreLine, type TreeBudget } from './draw-tree.js';
import type { TreeChild, TreeSource } from './tree-source.js';

// Every line is led by this many characters for each level above its own, and as many for its own branch.
const INDENT = 4;

/** A directory that is shown, and how many of its children are. */
interface Shown {
  readonly path: RelPath;
  readonly depth: number;
  readonly children: readonly TreeChild[];
  count: number;
}

/**
 * How many children to show of each directory so that the tree takes as much of the budget as it can, breadth first:
 * `floor` says what to show in any case; then level by level, the directories of a level get a further child each in
 * turn, until all of theirs are shown or nothing fits. A directory that is not in the result shows none.
 *
 * When `floor` alone does not fit, nothing is taken for granted: filling starts at the top. Source: SPEC D6.
 */
export function fillBudget(
  source: TreeSource,
  top: { readonly path: RelPath; readonly name: string },
  budget: TreeBudget,
  floor: (depth: number) => number,
): Map<RelPath, number> {
  const filling = new Filling(source, top, budget);
  return filling.fill(floor) ?? new Filling(source, top, budget).fill(() => 0) ?? new Map();
}

class Filling {
  readonly #source: TreeSource;
  readonly #top: RelPath;
  readonly #shown = new Map<RelPath, Shown>();
  #charsLeft: number;
  #entriesLeft: number;

  constructor(
    source: TreeSource,
    top: { readonly path: RelPath; readonly name: string },
    budget: TreeBudget,
  ) {
    this.#source = source;
    this.#top = top.path;
    this.#charsLeft = budget.maxChars - `${top.name}/\n`.length;
    this.#entriesLeft = budget.maxEntries;
  }

  /** `undefined` when what `floor` asks for does not fit. */
  fill(floor: (depth: number) => number): Map<RelPath, number> | undefined {
    for (let level = [this.#top], depth = 0; level.length > 0; level = this.#openedBelow(level), depth++) {
      for (const path of level) {
        const directory = this.#directory(path, depth);
        if (!this.#grow(directory, Math.min(floor(depth), directory.children.length))) return undefined;
      }
    }
    let isFilling = true;
    while (isFilling) isFilling = this.#fillLevels();
    return new Map(Array.from(this.#shown.values(), ({ path, count }) => [path, count]));
  }

  /** Whether there was anything to fill: when a directory is whole, the line that said so is free for others. */
  #fillLevels(): boolean {
    const entriesBefore = this.#entriesLeft;
    for (let level = [this.#top], depth = 0; level.length > 0; level = this.#openedBelow(level), depth++) {
      this.#fillLevel(level.map((path) => this.#directory(path, depth)));
    }
    return this.#entriesLeft < entriesBefore;
  }

  #fillLevel(directories: readonly Shown[]): void {
    let growing = directories;
    while (growing.length > 0) {
      growing = growing.filter((directory) => {
        const { count, children } = directory;
        if (count === children.length) return false;
        // The last children may fit where fewer do not, because then no line says that there are more.
        return (
          this.#grow(directory, count + 1) || this.#grow(directory, Math.min(count + 2, children.length))
        );
      });
    }
  }

  /** Shows the first `count` children of a directory; false, and nothing changed, when they do not fit. */
  #grow(directory: Shown, count: number): boolean {
    let chars = moreCost(directory, count) - moreCost(directory, directory.count);
    for (const child of directory.children.slice(directory.count, count)) {
      chars += INDENT * (directory.depth + 1) + childLine(child).length;
    }
    const entries = count - directory.count;
    if (chars > this.#charsLeft || entries > this.#entriesLeft) return false;
    this.#charsLeft -= chars;
    this.#entriesLeft -= entries;
    directory.count = count;
    return true;
  }

  #directory(path: RelPath, depth: number): Shown {
    let directory = this.#shown.get(path);
    if (directory === undefined) {
      directory = { path, depth, children: this.#source.children(path), count: 0 };
      this.#shown.set(path, directory);
    }
    return directory;
  }

  /** The directories to open among the children that are shown. */
  #openedBelow(level: readonly RelPath[]): RelPath[] {
    return level.flatMap((path) => {
      const { children, count } = this.#shown.get(path)!;
      return children
        .slice(0, count)
        .filter(isOpened)
        .map((child) => childPath(path, child));
    });
  }
}

/** Units: characters of the line that says how many children are not shown, when `count` are. */
function moreCost(directory: Shown, count: number): number {
  if (count === 0 || count === directory.children.length) return 0;
  return INDENT * directory.depth + moreLine(directory.children.length - count).length;
}
