import type { EditBlock } from '../parse/edit-block.js';
import type { Haystack, LineMatch, StretchMatch } from './haystack.js';
import type { LineScope } from './line-scope.js';
import { narrowScope } from './narrow-scope.js';
import { isFence, type Reading, listReadings, listUnescapedReadings } from './readings.js';
import { LINE_MATCH_LEVELS, type LineMatchLevel, type MatchLevel } from './match-level.js';

/** Where a block applies, and how it was read. */
export type BlockPlace = { readonly reading: Reading } & (
  | ({ readonly kind: 'lines'; readonly level: LineMatchLevel } & LineMatch)
  | ({ readonly kind: 'stretch'; readonly level: 'part of a line' } & StretchMatch)
  /** New lines are inserted before `line`. */
  | { readonly kind: 'insertion'; readonly level: MatchLevel; readonly line: number }
);

/** The one place that a block matches, or why there is none. Units: line indices from 0; only the first few places. */
export type BlockSearchResult =
  | { readonly outcome: 'found'; readonly place: BlockPlace }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'nested otherwise'; readonly lines: readonly number[] }
  /** The lines match with another indentation only, and hold nothing but brackets, so they may close something else. */
  | { readonly outcome: 'brackets alone'; readonly lines: readonly number[] }
  | { readonly outcome: 'ambiguous'; readonly level: MatchLevel; readonly lines: readonly number[] }
  /** The lines match, but not in the place that the block names. */
  | { readonly outcome: 'elsewhere'; readonly lines: readonly number[] }
  | {
      readonly outcome: 'no anchor';
      readonly anchor: string;
      readonly problem: 'nowhere' | 'everywhere';
    };

// At looser levels, unescaped lines may match text that they were never meant for.
const UNESCAPED_MATCH_LEVELS: readonly LineMatchLevel[] = ['exact', 'line ends', 'indentation'];

/**
 * Tries exact matches first, then looser ones, and stops at the first level with a match. A single match is the place;
 * several are refused. Respects the block's anchors and the end of the file. Yields now and then.
 * Errors: `BudgetExhaustedError`. Source: SPEC T3.
 */
export function* findBlock(haystack: Haystack, block: EditBlock): Generator<void, BlockSearchResult> {
  const narrowed = yield* narrowScope(haystack, block);
  if (narrowed.outcome === 'no anchor') return narrowed;
  const { scope, places, level } = narrowed;
  const length = haystack.lines.length;
  if (block.original.length === 0) {
    const isAtEnd = block.isAtEnd === true || length === 0;
    if (!isAtEnd && places.length !== 1) return { outcome: 'ambiguous', level, lines: places };
    const reading = { original: [], updated: block.updated, leniencies: [] };
    const place: BlockPlace = isAtEnd
      ? { kind: 'insertion', level: 'end of file', line: length, reading }
      : { kind: 'insertion', level: 'anchor', line: (places[0] ?? 0) + 1, reading };
    return { outcome: 'found', place };
  }
  const search = yield* climb(haystack, block, scope);
  const isNarrow = block.isAtEnd === true || (block.anchors ?? []).length > 0;
  if (!isNarrow || search.outcome === 'found' || search.outcome === 'ambiguous') return search;
  const anywhere = yield* climb(haystack, block, [{ from: 0, to: length }]);
  if (anywhere.outcome === 'found') return { outcome: 'elsewhere', lines: [lineOf(anywhere.place)] };
  return anywhere.outcome === 'ambiguous' ? { outcome: 'elsewhere', lines: anywhere.lines } : search;
}

function* climb(haystack: Haystack, block: EditBlock, scope: LineScope): Generator<void, BlockSearchResult> {
  const nested: number[] = [];
  const readings = listReadings(block);
  let within: readonly BlockPlace[] = [];
  for (const level of LINE_MATCH_LEVELS) {
    for (const reading of readings) {
      const { matches, nestedOtherwise } = yield* haystack.findLines(reading.original, level, scope);
      nested.push(...nestedOtherwise);
      const places = matches.flatMap((match) => toPlace(haystack, reading, level, match));
      if (places.length === 0) continue;
      // Brackets occur everywhere: only their number and indentation tells which ones are meant.
      const isBracketsAlone = !reading.original.some((line) => /[\p{L}\p{N}]/u.test(line));
      if (isBracketsAlone && nestedOtherwise.length > 0)
        return { outcome: 'ambiguous', level, lines: [...places.map(lineOf), ...nestedOtherwise] };
      const plain = reading === readings[0] ? [] : yield* findAsWritten(haystack, block, scope, places);
      const search = decide([...places, ...within, ...plain]);
      const isSure = !isBracketsAlone || reading.original.length === 1 || isAsWritten(level);
      return isSure || search.outcome !== 'found'
        ? search
        : { outcome: 'brackets alone', lines: places.map(lineOf) };
    }
    if (level === 'exact' && block.isWholeLines !== true) within = yield* findWithin(haystack, block, scope);
    // The text occurs literally within lines, so levels looser than `indentation` would ignore too much.
    if (level === 'indentation' && within.length > 0) return decide(within);
  }
  for (const reading of listUnescapedReadings(block)) {
    for (const level of UNESCAPED_MATCH_LEVELS) {
      const { matches } = yield* haystack.findLines(reading.original, level, scope);
      const places = matches.flatMap((match) => toPlace(haystack, reading, level, match));
      if (places.length > 0) return decide(places);
    }
  }
  return nested.length > 0 ? { outcome: 'nested otherwise', lines: nested } : { outcome: 'missing' };
}

/**
 * Other places at which the lines of a block occur literally, except for white space around them. They compete with
 * matches of readings that removed decoration.
 */
function* findAsWritten(
  haystack: Haystack,
  { original, updated }: EditBlock,
  scope: LineScope,
  places: readonly BlockPlace[],
): Generator<void, readonly BlockPlace[]> {
  const reading = { original, updated, leniencies: [] };
  const known = places.map(lineOf);
  const { matches } = yield* haystack.findLines(original, 'indentation', scope);
  return matches
    .filter(({ start }) => known.every((line) => line < start || line >= start + original.length))
    .map((match) => ({ kind: 'lines', level: 'indentation', reading, ...match }));
}

/** The place of a match; none when the removed decoration may be text of the file itself. */
function toPlace(
  { lines }: Haystack,
  reading: Reading,
  level: LineMatchLevel,
  match: LineMatch,
): readonly BlockPlace[] {
  const { start } = match;
  const end = start + reading.original.length;
  // A number and a colon may be text of the file, unless the number is that of the line.
  const isOther = reading.line !== undefined && end - start === 1 && reading.line !== end;
  const isFenced =
    reading.leniencies.includes('fences') && (isFence(lines[start - 1]) || isFence(lines[end]));
  return isOther || isFenced ? [] : [{ kind: 'lines', level, reading, ...match }];
}

function* findWithin(
  haystack: Haystack,
  { original, updated }: EditBlock,
  scope: LineScope,
): Generator<void, readonly BlockPlace[]> {
  const reading = { original, updated, leniencies: [] };
  const matches = yield* haystack.findWithinLines(original, scope);
  return matches.map((match) => ({ kind: 'stretch', level: 'part of a line', reading, ...match }));
}

function decide(places: readonly BlockPlace[]): BlockSearchResult {
  const [place] = places;
  if (place !== undefined && places.length === 1) return { outcome: 'found', place };
  const isPart = places.some(({ kind }) => kind === 'stretch');
  return {
    outcome: 'ambiguous',
    level: isPart ? 'part of a line' : (place?.level ?? 'exact'),
    lines: places.map(lineOf),
  };
}

/** Whether lines match with their own indentation. */
function isAsWritten(level: LineMatchLevel): boolean {
  return level === 'exact' || level === 'line ends';
}

function lineOf(place: BlockPlace): number {
  if (place.kind === 'insertion') return place.line;
  return place.kind === 'lines' ? place.start : place.start.line;
}
