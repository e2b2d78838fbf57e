import type { RelPath } from '../../actors/protocol/workspace.js';
import { type Drawing, drawTree, type Plan } from './draw-tree.js';
import { fillBudget } from './fill-budget.js';
import type { TreeChild, TreeSource } from './tree-source.js';

// Source: S0, DEFAULT_MAX_DEPTH and DEFAULT_MAX_ITEMS_PER_DIR.
const FALLBACK_DEPTH = 3;
const FALLBACK_ITEMS = 3;

const everything: Plan = () => Infinity;

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
  source: TreeSource,
  top: { readonly path: RelPath; readonly name: string },
  { maxCharsWhole, maxCharsCutOff, maxEntries }: DescriptionBudget,
): Drawing {
  const read = readOnce(source);
  const whole = drawTree(read, top, { maxChars: maxCharsWhole, maxEntries }, everything);
  if (!whole.isCutOff) return whole;
  const budget = { maxChars: maxCharsCutOff, maxEntries };
  const fallback = drawTree(read, top, budget, (_, depth) => fallbackItems(depth));
  const counts = fillBudget(read, top, budget, fallbackItems);
  const filled = drawTree(read, top, budget, (path) => counts.get(path) ?? 0);
  return filled.entries > fallback.entries ? filled : fallback;
}

/** The source, each directory of which is read and sorted only once. */
function readOnce(source: TreeSource): TreeSource {
  const known = new Map<RelPath, readonly TreeChild[]>();
  return {
    children(path) {
      let children = known.get(path);
      if (children === undefined) {
        children = source.children(path);
        known.set(path, children);
      }
      return children;
    },
  };
}
