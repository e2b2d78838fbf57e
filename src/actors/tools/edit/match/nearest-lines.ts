import { foldLine } from './fold-line.js';
import type { Haystack } from './haystack.js';
import type { WorkBudget } from '../text/work-budget.js';

/** Lines of a file that are like some others. */
export interface NearLines {
  readonly start: number;
  /** Behind the last of them. */
  readonly end: number;
}

/** What a look for such lines found. */
export interface NearestSearch {
  readonly near: NearLines | undefined;
  /** Whether all of the file was looked at. */
  readonly isThorough: boolean;
}

// A line that occurs more often than this says little about where it belongs.
const MAX_PLACES = 32;
// Signs and brackets alone are everywhere.
const MIN_TELLING_CHARS = 3;
// Lines that share less than half of their pairs of letters are other lines.
const MIN_LIKENESS = 0.5;
// Pairs of letters of a longer line add nothing to what its start says.
const MAX_COMPARED_CHARS = 200;
// Pairs are told apart by so many numbers: two that share one make lines a little more alike than they are.
const PAIR_NUMBERS = 4_096;

/**
 * Where in a file the wanted lines most likely should have matched: where most of them stand, or else where a line
 * stands that is like the longest of them; nowhere when nothing is near, as far as the budget goes. Yields now and then.
 */
export function* findNearest(
  haystack: Haystack,
  wanted: readonly string[],
  budget: WorkBudget,
): Generator<void, NearestSearch> {
  const start =
    (yield* whereMostStand(haystack, wanted, budget)) ?? (yield* whereOneIsAlike(haystack, wanted, budget));
  const isThorough = budget.trySpend(0);
  if (start === undefined) return { near: undefined, isThorough };
  const first = Math.max(0, start);
  const end = Math.min(haystack.lines.length, Math.max(first + 1, start + wanted.length));
  return { near: { start: first, end }, isThorough };
}

function* whereMostStand(
  haystack: Haystack,
  wanted: readonly string[],
  budget: WorkBudget,
): Generator<void, number | undefined> {
  const table = yield* haystack.table('punctuation');
  const votes = new Map<number, number>();
  for (const [offset, line] of wanted.entries()) {
    if (!budget.trySpend(16 + line.length)) break;
    const weight = Math.min(line.trim().length, MAX_COMPARED_CHARS);
    const places = weight < MIN_TELLING_CHARS ? [] : table.placesOf(line);
    if (places.length > MAX_PLACES) continue;
    for (const place of places)
      votes.set(place - offset, (votes.get(place - offset) ?? 0) + weight / places.length);
  }
  let best: number | undefined;
  for (const [start, weight] of votes)
    if (best === undefined || weight > (votes.get(best) ?? 0)) best = start;
  return best;
}

function* whereOneIsAlike(
  haystack: Haystack,
  wanted: readonly string[],
  budget: WorkBudget,
): Generator<void, number | undefined> {
  const folded = wanted.map((line) => foldLine(line, 'punctuation'));
  const longest = folded.reduce(
    (best, line, offset) => (line.length > (folded[best]?.length ?? 0) ? offset : best),
    0,
  );
  const wantedPairs = new PairSet();
  const wantedCount = wantedPairs.count(folded[longest] ?? '', () => true);
  const seen = new PairSet();
  let best: number | undefined;
  let bestLikeness = MIN_LIKENESS;
  for (let place = 0; place < haystack.lines.length; place++) {
    const start = (haystack.lines[place] ?? '').trimStart();
    if (!budget.trySpend(4 + 4 * Math.min(start.length, MAX_COMPARED_CHARS))) break;
    if (budget.isTurnOver()) yield;
    let shared = 0;
    const count = seen.count(start, (pair) => {
      if (wantedPairs.has(pair)) shared++;
    });
    // Dice's coefficient.
    const likeness = (2 * shared) / Math.max(1, count + wantedCount);
    if (likeness > bestLikeness) {
      best = place - longest;
      bestLikeness = likeness;
    }
  }
  return best;
}

/** The pairs of neighbouring characters of one line at a time. */
class PairSet {
  readonly #marks = new Uint32Array(PAIR_NUMBERS);
  #mark = 0;

  /** How many different pairs a line has; each is visited once. */
  count(line: string, visit: (pair: number) => void): number {
    this.#mark++;
    let count = 0;
    const end = Math.min(line.length, MAX_COMPARED_CHARS) - 1;
    for (let at = 0; at < end; at++) {
      const pair =
        (Math.imul(line.charCodeAt(at), 0x9e3779b1) ^ Math.imul(line.charCodeAt(at + 1), 0x85ebca6b)) >>> 20;
      if (this.#marks[pair] === this.#mark) continue;
      this.#marks[pair] = this.#mark;
      count++;
      visit(pair);
    }
    return count;
  }

  /** Whether the line counted last has the pair. */
  has(pair: number): boolean {
    return this.#marks[pair] === this.#mark;
  }
}
