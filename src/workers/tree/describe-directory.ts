import { type Drawing, drawTree, type NamedDirectory } from './draw-tree.js';
import { drawWhole } from './draw-whole.js';
import { fillBudget } from './fill-budget.js';

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

/**
 * The tree below a directory: whole where that fits; else S0's fallback, or the largest tree that fits where that shows
 * more entries. Source: SPEC D1, D6.
 */
export function describeDirectory(
  top: NamedDirectory,
  { maxCharsWhole, maxCharsCutOff, maxEntries }: DescriptionBudget,
): Drawing {
  const whole = drawWhole(top, { maxChars: maxCharsWhole, maxEntries });
  if (whole !== undefined) return whole;
  const budget = { maxChars: maxCharsCutOff, maxEntries };
  const { counts, holdsFloor } = fillBudget(top, budget, fallbackItems);
  const filled = drawTree(top, budget, (directory) => counts.get(directory) ?? 0);
  if (holdsFloor) return filled;
  const fallback = drawTree(top, budget, (_, depth) => fallbackItems(depth));
  return filled.entries > fallback.entries ? filled : fallback;
}
