import { lineLength } from './child-line.js';
import { moreLine, type NamedDirectory, type TreeBudget } from './draw-tree.js';
import type { TreeDirectory } from './tree-source.js';

// Units: characters before a line for each level above it, and as many for its own branch.
const INDENT = 4;

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
  /** Units: characters of the line that says how many children are not shown; 0 when there is none. */
  moreChars: number;
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

/** All children of all directories; `undefined` when they do not fit, which is seen before most of them are read. */
export function fillWhole(top: NamedDirectory, budget: TreeBudget): FilledBudget['counts'] | undefined {
  return new Filling(top, budget).fill(() => Infinity);
}

class Filling {
  readonly #top: Shown;
  #charsLeft: number;
  #entriesLeft: number;

  constructor({ directory, name }: NamedDirectory, budget: TreeBudget) {
    this.#top = shownOf(directory, 0);
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
        const { count, depth, directory } = shown;
        const left = directory.count - count;
        if (left === 0) return false;
        // Where others are left, the line that says so is a digit shorter at best.
        if (left > 2 && INDENT * (depth + 1) + SHORTEST_LINE - 1 > this.#charsLeft) return false;
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
    const indent = INDENT * (depth + 1);
    const moreChars = moreLength(shown, count);
    let chars = moreChars - shown.moreChars;
    if (chars + entries * (indent + SHORTEST_LINE) > this.#charsLeft) return false;
    for (let place = shown.count; place < count; place++)
      chars += indent + lineLength(directory.child(place));
    if (chars > this.#charsLeft) return false;
    this.#charsLeft -= chars;
    this.#entriesLeft -= entries;
    shown.count = count;
    shown.moreChars = moreChars;
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

function shownOf(directory: TreeDirectory, depth: number): Shown {
  return { directory, depth, count: 0, moreChars: 0, below: [], opened: 0 };
}

function openedIn(shown: Shown): readonly Shown[] {
  const { directory, depth, count, below } = shown;
  for (; shown.opened < count; shown.opened++) {
    if (directory.child(shown.opened).isEntered) below.push(shownOf(directory.open(shown.opened), depth + 1));
  }
  return below;
}

/** Units: characters of the line that says how many children are not shown, when `count` are. */
function moreLength({ depth, directory }: Shown, count: number): number {
  const left = directory.count - count;
  return count === 0 || left === 0 ? 0 : INDENT * depth + MORE_LENGTH + digitsOf(left);
}

function digitsOf(number: number): number {
  let digits = 1;
  for (let limit = 10; number >= limit; limit *= 10) digits++;
  return digits;
}
