import type { EditBlock } from '../parse/edit-block.js';
import type { Haystack } from './haystack.js';
import { isInScope, joinRanges, type LineScope, findOwnedLines } from './line-scope.js';
import { LINE_MATCH_LEVELS, type MatchLevel } from './match-level.js';

/** Where a block may begin, or the anchor that could not be located. */
type Narrowing =
  | {
      readonly outcome: 'narrowed';
      readonly scope: LineScope;
      readonly places: readonly number[];
      readonly level: MatchLevel;
    }
  | { readonly outcome: 'no anchor'; readonly anchor: string };

// An anchor with more occurrences, such as the line that opens a comment, locates only what stands directly below it.
const MAX_ANCHOR_PLACES = 100;
// Anchors come without their indentation, so a stricter level would prefer lines that have none.
const ANCHOR_LEVELS = LINE_MATCH_LEVELS.slice(LINE_MATCH_LEVELS.indexOf('indentation'));
// Shorter anchors occur inside too many lines.
const MIN_PART_CHARS = 3;

/**
 * Restricts a block to the lines that belong to its anchors. An anchor with several occurrences keeps all of them as
 * candidates. Errors: `BudgetExhaustedError`.
 */
export function* narrowScope(haystack: Haystack, block: EditBlock): Generator<void, Narrowing> {
  const { lines } = haystack;
  let scope: LineScope = [{ from: block.isAtEnd === true ? endOf(lines, block) : 0, to: lines.length }];
  let places: readonly number[] = [];
  let level: MatchLevel = 'exact';
  let isFrequent = false;
  for (const anchor of block.anchors ?? []) {
    const found = yield* findAnchor(haystack, anchor, scope);
    if (found.places.length === 0) return { outcome: 'no anchor', anchor };
    ({ places, level } = found);
    // What a line directly below a frequent one opens is not below that one as a whole.
    const inside = isFrequent ? [{ from: 0, to: lines.length }] : scope;
    isFrequent = places.length > MAX_ANCHOR_PLACES;
    const ranges = places.map((place) =>
      isFrequent ? { from: place, to: place + 2 } : findOwnedLines(lines, place),
    );
    scope = joinRanges(ranges).flatMap((range) =>
      inside.flatMap(({ from, to }) => {
        const both = { from: Math.max(from, range.from), to: Math.min(to, range.to) };
        return both.from < both.to ? [both] : [];
      }),
    );
  }
  return { outcome: 'narrowed', scope, places, level };
}

/** Where a block must begin to end at the last line that is not blank. */
function endOf(lines: readonly string[], { original }: EditBlock): number {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return Math.max(0, last + 1 - original.length);
}

function* findAnchor(
  haystack: Haystack,
  anchor: string,
  scope: LineScope,
): Generator<void, { readonly places: readonly number[]; readonly level: MatchLevel }> {
  for (const level of ANCHOR_LEVELS) {
    const table = yield* haystack.table(level);
    const places = [...table.placesOf(anchor)].filter((place) => isInScope(scope, place));
    if (places.length > 0) return { places, level };
  }
  if (anchor.trim().length < MIN_PART_CHARS) return { places: [], level: 'exact' };
  const parts = yield* haystack.findWithinLines([anchor.trim()], scope);
  return { places: [...new Set(parts.map(({ start }) => start.line))], level: 'part of a line' };
}
