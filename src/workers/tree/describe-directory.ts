import { drawTree, type NamedDirectory, type TreeBudget } from './draw-tree.js';
import { fillBudget, fillWhole } from './fill-budget.js';

// Source: S0, DEFAULT_MAX_DEPTH and DEFAULT_MAX_ITEMS_PER_DIR.
const FALLBACK_DEPTH = 3;
const FALLBACK_ITEMS = 3;

/** S0's second attempt: the whole first level, then few items of each directory down to a fixed depth. */
function fallbackItems(depth: number): number {
  if (depth === 0) return Infinity;
  return depth < FALLBACK_DEPTH ? FALLBACK_ITEMS : 0;
}

interface DescriptionBudget {
  /** The limit when nothing is left out. Units: characters. */
  readonly maxCharsWhole: number;
  /** The limit when something is left out, so that a notice fits as well. Units: characters. */
  readonly maxCharsCutOff: number;
  readonly maxEntries: number;
}

interface DirectoryDescription {
  /** Complete lines, the heading first. */
  readonly text: string;
  /** Whether anything is left out, not counting what is below directories that are never entered. */
  readonly isCutOff: boolean;
}

/**
 * Draws the tree below a directory under a heading, which does not count against the budget: the whole tree where it
 * fits; else S0's fallback, or the largest tree that fits where that shows more entries. Source: SPEC D1, D6.
 */
export function describeDirectory(
  top: NamedDirectory,
  heading: string,
  { maxCharsWhole, maxCharsCutOff, maxEntries }: DescriptionBudget,
): DirectoryDescription {
  const whole = { maxChars: maxCharsWhole, maxEntries };
  const counts = fillWhole(top, whole);
  if (counts !== undefined)
    return {
      text: heading + drawTree(top, whole, (directory) => counts.get(directory) ?? 0).text,
      isCutOff: false,
    };
  return { text: heading + cutOffText(top, { maxChars: maxCharsCutOff, maxEntries }), isCutOff: true };
}

function cutOffText(top: NamedDirectory, budget: TreeBudget): string {
  const { counts, meetsFloor } = fillBudget(top, budget, fallbackItems);
  const filled = drawTree(top, budget, (directory) => counts.get(directory) ?? 0);
  if (meetsFloor) return filled.text;
  const fallback = drawTree(top, budget, (_, depth) => fallbackItems(depth));
  return (filled.entries > fallback.entries ? filled : fallback).text;
}
