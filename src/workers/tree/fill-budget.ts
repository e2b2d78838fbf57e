import { childLine, isOpened } from './child-line.js';
import { moreLine, type NamedDirectory, type TreeBudget } from './draw-tree.js';
import type { TreeDirectory } from './tree-source.js';
import { INDENT } from './tree-text.js';

// Beside the indent, the shortest line has a name of one character and a line end.
const SHORTEST_LINE = 2;

// What the line that stands for children not shown takes, their number aside.
const MORE_LENGTH = moreLine(0).length - 1;

/** How many children to show of each directory. One that is not here shows none. */
export interface FilledBudget {
  readonly counts: ReadonlyMap<TreeDirectory, number>;
  /** Whether all that `floor` asked for is shown. */
  readonly holdsFloor: boolean;
}

/** A directory that is shown, and how many of its children are. */
interface Shown {
  readonly directory: TreeDirectory;
  readonly depth: number;
  count: number;
  /** The directories to open among the first `opened` children. */
  readonly below: Shown[];
  opened: number;
}

/**
 * How many children to show of each directory so that the tree takes as much of the budget as it can, breadth first:
 * `floor` says what to show in any case; then level by level, the directories of a level get a further child each in
 * turn, until all of theirs are shown or nothing fits.
 *
 * When `floor` alone does not fit, nothing is taken for granted: filling starts at the top.
 * Cost: reads what is shown, and at most two children more of each directory. Source: SPEC D6.
 */
export function fillBudget(
  top: NamedDirectory,
  budget: TreeBudget,
  floor: (depth: number) => number,
): FilledBudget {
  const counts = new Filling(top, budget).fill(floor);
  if (counts !== undefined) return { counts, holdsFloor: true };
  return { counts: new Filling(top, budget).fill(() => 0) ?? new Map(), holdsFloor: false };
}

class Filling {
  readonly #top: Shown;
  #charsLeft: number;
  #entriesLeft: number;

  constructor({ directory, name }: NamedDirectory, budget: TreeBudget) {
    this.#top = { directory, depth: 0, count: 0, below: [], opened: 0 };
    this.#charsLeft = budget.maxChars - `${name}/\n`.length;
    this.#entriesLeft = budget.maxEntries;
  }

  /** `undefined` when what `floor` asks for does not fit. */
  fill(floor: (depth: number) => number): Map<TreeDirectory, number> | undefined {
    for (const level of this.#levels()) {
      for (const shown of level) {
        const { depth, directory } = shown;
        if (!this.#grow(shown, Math.min(floor(depth), directory.count))) return undefined;
      }
    }
    let isFilling = true;
    while (isFilling) isFilling = this.#fillLevels();
    const counts = new Map<TreeDirectory, number>();
    for (const level of this.#levels())
      for (const { directory, count } of level) counts.set(directory, count);
    return counts;
  }

  /** Whether there was anything to fill: when a directory is whole, the line that said so is free for others. */
  #fillLevels(): boolean {
    const entriesBefore = this.#entriesLeft;
    for (const level of this.#levels()) this.#fillLevel(level);
    return this.#entriesLeft < entriesBefore && this.#entriesLeft > 0;
  }

  #fillLevel(level: readonly Shown[]): void {
    let growing = level;
    while (growing.length > 0) {
      growing = growing.filter((shown) => {
        const { count, directory } = shown;
        if (count === directory.count) return false;
        // The last children may fit where fewer do not, because then no line says that there are more.
        return this.#grow(shown, count + 1) || this.#grow(shown, Math.min(count + 2, directory.count));
      });
    }
  }

  /** Shows the first `count` children of a directory; false, and nothing changed, when they do not fit. */
  #grow(shown: Shown, count: number): boolean {
    const { directory, depth } = shown;
    const entries = count - shown.count;
    if (entries > this.#entriesLeft) return false;
    let chars = moreCost(shown, count) - moreCost(shown, shown.count);
    if (chars + entries * (INDENT * (depth + 1) + SHORTEST_LINE) > this.#charsLeft) return false;
    for (let place = shown.count; place < count; place++) {
      chars += INDENT * (depth + 1) + childLine(directory.child(place)).length;
    }
    if (chars > this.#charsLeft) return false;
    this.#charsLeft -= chars;
    this.#entriesLeft -= entries;
    shown.count = count;
    return true;
  }

  /** The directories to fill, the top first, each level made of what the one before shows when its turn comes. */
  *#levels(): Generator<readonly Shown[], void, undefined> {
    for (let level = [this.#top]; level.length > 0;) {
      yield level;
      const next: Shown[] = [];
      for (const shown of level) for (const below of openedIn(shown)) next.push(below);
      level = next;
    }
  }
}

function openedIn(shown: Shown): readonly Shown[] {
  const { directory, depth, count, below } = shown;
  for (; shown.opened < count; shown.opened++) {
    if (!isOpened(directory.child(shown.opened))) continue;
    const opened = directory.open(shown.opened);
    below.push({ directory: opened, depth: depth + 1, count: 0, below: [], opened: 0 });
  }
  return below;
}

/** Units: characters of the line that says how many children are not shown, when `count` are. */
function moreCost({ directory, depth }: Shown, count: number): number {
  if (count === 0 || count === directory.count) return 0;
  return INDENT * depth + MORE_LENGTH + String(directory.count - count).length;
}
