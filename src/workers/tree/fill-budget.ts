import { lineLength } from './child-line.js';
import { moreLine, type NamedDirectory, type TreeBudget } from './draw-tree.js';
import type { TreeDirectory } from './tree-source.js';

// Units: characters before a line for each level above it, and as many for its own branch.
const INDENT = 4;

// After the indent, the shortest line has a name of one character and a line break.
const SHORTEST_LINE = 2;

// The length of the line that says how many children are not shown, without their number.
const MORE_LENGTH = moreLine(0).length - 1;

/** How many children to show of each directory; none of a directory that is not a key. */
interface FillResult {
  readonly counts: ReadonlyMap<TreeDirectory, number>;
  /** Whether everything that `floor` demands is shown. */
  readonly meetsFloor: boolean;
}

/** A directory in the drawing, with the number of its children shown. */
interface Shown {
  readonly directory: TreeDirectory;
  readonly depth: number;
  count: number;
  /** The length of the line that says how many children are not shown; 0 without such a line. Units: characters. */
  moreChars: number;
  /** The directories to open among its first `opened` children. */
  readonly below: Shown[];
  opened: number;
}

/**
 * Decides how many children of each directory to show so that the tree uses as much of the budget as possible,
 * breadth first: `floor` is the minimum at each depth; then, level by level, each directory of a level in turn gets a
 * further child, until all children are shown or nothing fits.
 * When `floor` alone does not fit, it is ignored, and filling starts at the top.
 * Cost: reads what is shown, and at most two more children of each directory. Source: SPEC D6.
 */
export function fillBudget(
  top: NamedDirectory,
  budget: TreeBudget,
  floor: (depth: number) => number,
): FillResult {
  const counts = new Filling(top, budget).fill(floor);
  if (counts !== undefined) return { counts, meetsFloor: true };
  return { counts: new Filling(top, budget).fill(() => 0) ?? new Map(), meetsFloor: false };
}

/** All children of all directories; `undefined` when they do not fit, which is seen before most of them are read. */
export function fillWhole(top: NamedDirectory, budget: TreeBudget): FillResult['counts'] | undefined {
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

  /** `undefined` when the minimum of `floor` does not fit. */
  fill(floor: (depth: number) => number): Map<TreeDirectory, number> | undefined {
    for (const level of this.#levels()) {
      if (!this.#mayFit(level, floor)) return undefined;
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

  /** Whether the minimum of a level would fit if all names were as short as can be. Reads no child. */
  #mayFit(level: readonly Shown[], floor: (depth: number) => number): boolean {
    let entries = 0;
    let chars = 0;
    for (const { depth, directory } of level) {
      const demanded = Math.min(floor(depth), directory.count);
      entries += demanded;
      chars += demanded * (INDENT * (depth + 1) + SHORTEST_LINE);
    }
    return entries <= this.#entriesLeft && chars <= this.#charsLeft;
  }

  /** Returns whether anything was added: a directory that becomes complete frees the line about its hidden children. */
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
        // While other children stay hidden, the line about them shrinks by one digit at best.
        if (left > 2 && INDENT * (depth + 1) + SHORTEST_LINE - 1 > this.#charsLeft) return false;
        // The last two may fit where one does not, because then the line about hidden children disappears.
        return this.#grow(shown, count + 1) || this.#grow(shown, Math.min(count + 2, directory.count));
      });
    }
  }

  /** Shows the first `count` children of a directory; returns false, and changes nothing, when they do not fit. */
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

  /** Yields the directories to fill level by level, the top first. Each level is computed when its turn comes. */
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

/** The length of the line about hidden children when the first `count` are shown. Units: characters. */
function moreLength({ depth, directory }: Shown, count: number): number {
  const left = directory.count - count;
  return count === 0 || left === 0 ? 0 : INDENT * depth + MORE_LENGTH + digitsOf(left);
}

function digitsOf(number: number): number {
  let digits = 1;
  for (let limit = 10; number >= limit; limit *= 10) digits++;
  return digits;
}
