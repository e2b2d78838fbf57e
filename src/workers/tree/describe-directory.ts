import { drawTree, type NamedDirectory, type TreeBudget } from './draw-tree.js';
import { fillBudget, fillWhole } from './fill-budget.js';

// Source: S0, DEFAULT_MAX_DEPTH and DEFAULT_MAX_ITEMS_PER_DIR.
const FALLBACK_DEPTH = 3;
const FALLBACK_ITEMS = 3;

/** S0's second attempt: the first level whole, then few items of each directory down to a fixed depth. */
function fallbackItems(depth: number): number {
  if (depth === 0) return Infinity;
  return depth < FALLBACK_DEPTH ? FALLBACK_ITEMS : 0;
}

/** What a description may take. */
export interface DescriptionBudget {
  /** Units: characters, when nothing is left out. */
  readonly maxCharsWhole: number;
  /** Units: characters, when something is: then a notice must fit as well. */
  readonly maxCharsCutOff: number;
  readonly maxEntries: number;
}

/** A directory as text. */
export interface Description {
  /** Whole lines, the heading first. */
  readonly text: string;
  /** Whether anything is left out, except what is below directories that are never entered. */
  readonly isCutOff: boolean;
}

/**
 * The tree below a directory, under a heading that takes nothing of the budget: whole where that fits; else S0's
 * fallback, or the largest tree that fits where that shows more entries. Source: SPEC D1, D6.
 */
export function describeDirectory(
  top: NamedDirectory,
  heading: string,
  { maxCharsWhole, maxCharsCutOff, maxEntries }: DescriptionBudget,
): Description {
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
  const { counts, holdsFloor } = fillBudget(top, budget, fallbackItems);
  const filled = drawTree(top, budget, (directory) => counts.get(directory) ?? 0);
  if (holdsFloor) return filled.text;
  const fallback = drawTree(top, budget, (_, depth) => fallbackItems(depth));
  return (filled.entries > fallback.entries ? filled : fallback).text;
}
