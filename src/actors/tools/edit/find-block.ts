import type { EditBlock, Rung } from './edit-block.js';
import { LINE_RUNGS, type LineRung } from './fold-line.js';
import type { Haystack, LineMatch, StretchMatch } from './haystack.js';
import { type LineScope, scopeBehind } from './line-scope.js';

/** Where a block goes. */
export type BlockPlace =
  | ({ readonly kind: 'lines'; readonly rung: LineRung } & LineMatch)
  | ({ readonly kind: 'stretch'; readonly rung: 'part of a line' } & StretchMatch);

/** The one place that a block matches, or why there is none. */
export type BlockSearch =
  | { readonly outcome: 'found'; readonly place: BlockPlace }
  | { readonly outcome: 'missing' }
  /** `lines` are the first few, counted from 1. */
  | { readonly outcome: 'ambiguous'; readonly rung: Rung; readonly lines: readonly number[] };

/**
 * Climbs from exact matches to more lenient ones, and stops at the first rung with a match: one is the place, more are
 * refused. Anchors narrow where it looks, unless nothing is found there. Yields now and then.
 * Errors: `BudgetExhausted`. Source: SPEC T3.
 */
export function* findBlock(haystack: Haystack, block: EditBlock): Generator<void, BlockSearch> {
  const { length } = haystack.lines;
  const everywhere: LineScope = {
    from: block.isAtEnd === true ? Math.max(0, length - block.original.length) : 0,
    to: length,
  };
  const anchored = yield* narrow(haystack, block.anchors ?? [], everywhere);
  if (anchored !== everywhere) {
    const search = yield* climb(haystack, block.original, anchored);
    if (search.outcome !== 'missing') return search;
  }
  return yield* climb(haystack, block.original, everywhere);
}

function* climb(
  haystack: Haystack,
  original: readonly string[],
  scope: LineScope,
): Generator<void, BlockSearch> {
  for (const rung of LINE_RUNGS) {
    const [match, ...others] = yield* haystack.findLines(original, rung, scope);
    if (match !== undefined) {
      return others.length === 0
        ? { outcome: 'found', place: { kind: 'lines', rung, ...match } }
        : { outcome: 'ambiguous', rung, lines: [match, ...others].map(({ start }) => start + 1) };
    }
    if (rung !== 'exact') continue;
    const [stretch, ...more] = yield* haystack.findStretch(original.join('\n'), scope);
    if (stretch === undefined) continue;
    const kind = 'part of a line';
    return more.length === 0
      ? { outcome: 'found', place: { kind: 'stretch', rung: kind, ...stretch } }
      : { outcome: 'ambiguous', rung: kind, lines: [stretch, ...more].map(({ start }) => start.line + 1) };
  }
  return { outcome: 'missing' };
}

/** The scope behind the anchors, as far as each of them is there and the only one of its kind. */
function* narrow(
  haystack: Haystack,
  anchors: readonly string[],
  everywhere: LineScope,
): Generator<void, LineScope> {
  let scope = everywhere;
  for (const anchor of anchors) {
    for (const rung of LINE_RUNGS) {
      const table = yield* haystack.table(rung);
      const inside = scope;
      const [place, other] = table.placesOf(anchor).filter((at) => at >= inside.from && at < inside.to);
      if (place === undefined) continue;
      if (other === undefined) scope = scopeBehind(haystack.lines, place, scope);
      break;
    }
  }
  return scope;
}
