import type { BlockLines, EditBlock } from '../parse/edit-block.js';
import type { Haystack, WholeLineMatch, StretchMatch } from './haystack.js';
import type { LineScope } from './line-scope.js';
import { narrowScope } from './narrow-scope.js';
import { type ChangedEnd, isFence, type Reading, listReadings, listUnescapedReadings } from './readings.js';
import { LINE_MATCH_LEVELS, type LineMatchLevel, type MatchLevel } from './match-level.js';

/** Where a block applies, and how it was read. */
export type BlockPlace = { readonly reading: Reading } & (
  | ({ readonly kind: 'lines'; readonly level: LineMatchLevel } & WholeLineMatch)
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
  /** The lines match at `lines` with another indentation, and stand at `scattered` as they are, with others between them. */
  | {
      readonly outcome: 'scattered';
      readonly lines: readonly number[];
      readonly scattered: readonly number[];
    }
  | { readonly outcome: 'ambiguous'; readonly level: MatchLevel; readonly lines: readonly number[] }
  /** The lines match, but not in the place that the block names. */
  | { readonly outcome: 'elsewhere'; readonly lines: readonly number[] }
  | { readonly outcome: 'no anchor'; readonly anchor: string };

// Enough places to show a model how ambiguous an anchor is.
const MAX_PLACES = 5;
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
    if (!isAtEnd && places.length !== 1)
      return { outcome: 'ambiguous', level, lines: places.slice(0, MAX_PLACES) };
    const reading = { original: [], updated: block.updated, leniencies: [] };
    const place: BlockPlace = isAtEnd
      ? { kind: 'insertion', level: 'end of file', line: length, reading }
      : { kind: 'insertion', level: 'anchor', line: (places[0] ?? 0) + 1, reading };
    return { outcome: 'found', place };
  }
  const search = yield* climb(haystack, block, scope);
  const isNarrow = block.isAtEnd === true || (block.anchors ?? []).length > 0;
  const hasPlace = ['found', 'ambiguous', 'scattered'].includes(search.outcome);
  if (!isNarrow || hasPlace) return search;
  const anywhere = yield* climb(haystack, block, [{ from: 0, to: length }]);
  if (anywhere.outcome === 'found') return { outcome: 'elsewhere', lines: [lineOf(anywhere.place)] };
  return anywhere.outcome === 'ambiguous' ? { outcome: 'elsewhere', lines: anywhere.lines } : search;
}

function* climb(haystack: Haystack, block: EditBlock, scope: LineScope): Generator<void, BlockSearchResult> {
  const nested: number[] = [];
  const readings = listReadings(block);
  let within: readonly BlockPlace[] = [];
  const doubtful: BlockPlace[] = [];
  for (const level of LINE_MATCH_LEVELS) {
    for (const reading of readings) {
      const { matches, nestedOtherwise } = yield* haystack.findLines(reading.original, level, scope);
      nested.push(...nestedOtherwise);
      const all = matches.flatMap((match) => toPlace(haystack, reading, level, match));
      const places = all.filter((place) => !contradicts(haystack, place));
      doubtful.push(...all.filter((place) => !places.includes(place)));
      if (places.length === 0) continue;
      // Brackets occur everywhere: only their number and indentation tells which ones are meant.
      const isBracketsAlone = !reading.original.some((line) => /[\p{L}\p{N}]/u.test(line));
      if (isBracketsAlone && nestedOtherwise.length > 0)
        return { outcome: 'ambiguous', level, lines: [...places.map(lineOf), ...nestedOtherwise] };
      const plain = reading === readings[0] ? [] : yield* findAsWritten(haystack, block, scope, places);
      const alike = isAsWritten(level) ? [] : yield* findAlike(haystack, reading, scope, places);
      const rivals = doubtful.filter((rival) => !places.some((place) => overlaps(place, rival)));
      const search = yield* unlessScattered(
        haystack,
        scope,
        decide([...places, ...within, ...plain, ...alike, ...rivals]),
      );
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
      if (places.length > 0) return yield* unlessScattered(haystack, scope, decide(places));
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

/**
 * Other places at which lines stand that differ from those of a block in other ways than the ones that were found: which
 * difference the model has overlooked is unknown. It may also be a line beside a blank one.
 */
function* findAlike(
  haystack: Haystack,
  reading: Reading,
  scope: LineScope,
  places: readonly BlockPlace[],
): Generator<void, readonly BlockPlace[]> {
  const known = new Set(places.map(lineOf));
  const { matches } = yield* haystack.findLines(reading.original, 'punctuation', scope);
  const alike = matches
    .filter(({ start }) => !known.has(start))
    .map((match) => ({ kind: 'lines', level: 'punctuation', reading, ...match }) as const);
  const original = withoutBlankEnds(reading.original);
  if (original.length === 0 || original.length === reading.original.length) return alike;
  const written = yield* haystack.findLines(original, 'exact', scope);
  const inner = { ...reading, original };
  return [
    ...alike,
    ...written.matches
      .map((match) => ({ kind: 'lines', level: 'exact', reading: inner, ...match }) as const)
      .filter((rival) => ![...places, ...alike].some((place) => overlaps(place, rival))),
  ];
}

/** A place with another indentation is not sure where the model may have overlooked lines elsewhere instead. */
function* unlessScattered(
  haystack: Haystack,
  scope: LineScope,
  search: BlockSearchResult,
): Generator<void, BlockSearchResult> {
  if (search.outcome !== 'found' || search.place.kind !== 'lines' || isAsWritten(search.place.level))
    return search;
  const { start, reading } = search.place;
  const found = yield* haystack.findScattered(reading.original, scope);
  const others = found.filter(
    (other) => other.end <= start || start + reading.original.length <= other.start,
  );
  return others.length === 0
    ? search
    : { outcome: 'scattered', lines: [start], scattered: others.map((other) => other.start) };
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const isText = (line: string): boolean => line.trim() !== '';
  return lines.slice(lines.findIndex(isText), lines.findLastIndex(isText) + 1);
}

/** The place of a match; none when the removed decoration may be text of the file itself. */
function toPlace(
  { lines }: Haystack,
  reading: Reading,
  level: LineMatchLevel,
  match: WholeLineMatch,
): readonly BlockPlace[] {
  const { start } = match;
  const end = start + reading.original.length;
  // A number and a colon may be text of the file, unless the number is that of the line.
  const isOther = reading.line !== undefined && end - start === 1 && reading.line !== end;
  const isFenced =
    reading.leniencies.includes('fences') && (isFence(lines[start - 1]) || isFence(lines[end]));
  return isOther || isFenced ? [] : [{ kind: 'lines', level, reading, ...match }];
}

/**
 * Whether something stands where the block has a blank line at an end, and the block changes lines there: they may be
 * there already, or belong on the other side of it.
 */
function contradicts({ lines }: Haystack, place: BlockPlace): boolean {
  const { before, behind } = place.reading.beside ?? {};
  const start = lineOf(place);
  const end = start + place.reading.original.length;
  return isTaken(before, lines[start - 1]) || isTaken(behind, lines[end]);
}

function overlaps(one: BlockPlace, other: BlockPlace): boolean {
  const endOf = (place: BlockPlace): number => lineOf(place) + place.reading.original.length;
  return lineOf(one) < endOf(other) && lineOf(other) < endOf(one);
}

function isTaken(changed: ChangedEnd | undefined, there = ''): boolean {
  if (changed === undefined || there.trim() === '') return false;
  return changed.isPutBetween || changed.line.trim() === there.trim();
}

function* findWithin(
  haystack: Haystack,
  { original, updated }: EditBlock,
  scope: LineScope,
): Generator<void, readonly BlockPlace[]> {
  const reading = { original, updated, leniencies: [] };
  const matches = yield* haystack.findWithinLines(original, scope);
  const meant = matches.filter((match) => cutsNoBracketsAlone(haystack, reading, match));
  return meant.map((match) => ({ kind: 'stretch', level: 'part of a line', reading, ...match }));
}

// Brackets and separators are at the ends of many lines.
const SAYS_NOTHING = /^[\s()[\]{}<>;,.]*$/;

/**
 * Whether each end of a match within lines says where it belongs. Brackets alone that are a part of a line may be meant
 * as a whole line elsewhere, unless other lines tell the place and the block leaves the brackets as they are.
 */
function cutsNoBracketsAlone({ lines }: Haystack, block: BlockLines, { start, end }: StretchMatch): boolean {
  const { original, updated } = block;
  const isCut = (index: number, rest: string): boolean =>
    rest.trim() !== '' && SAYS_NOTHING.test(original.at(index) ?? '');
  const isSure = (index: number): boolean =>
    original.at(index) === updated.at(index) && !original.every((line) => SAYS_NOTHING.test(line));
  const before = (lines[start.line] ?? '').slice(0, start.column);
  const behind = (lines[end.line] ?? '').slice(end.column);
  return (!isCut(0, before) || isSure(0)) && (!isCut(-1, behind) || isSure(-1));
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
