import { foldLine } from './fold-line.js';
import type { Haystack } from './haystack.js';
import type { StepBudget } from '../text/step-budget.js';

/** Lines of a file that are similar to the wanted ones. */
interface SimilarLines {
  readonly start: number;
  /** The index after the last of them. */
  readonly end: number;
}

/** The result of a search for similar lines. */
export interface NearestSearchResult {
  readonly near: SimilarLines | undefined;
  /** Whether the whole file was compared. */
  readonly isThorough: boolean;
}

// A line with more occurrences says little about where it belongs.
const MAX_PLACES = 32;
// Shorter lines are mostly punctuation and brackets, which occur everywhere.
const MIN_SPECIFIC_CHARS = 3;
// Lines that share fewer than half of their bigrams are different lines.
const MIN_SIMILARITY = 0.5;
// The bigrams of a longer line add nothing to those of its beginning.
const MAX_COMPARED_CHARS = 200;
// Bigrams are hashed to this many numbers: a collision makes lines seem a little more similar than they are.
const BIGRAM_BUCKETS = 4_096;

/**
 * Where the wanted lines most likely should have matched: where most of them occur, or else near the line most similar
 * to the longest of them; nowhere when nothing is similar, as far as the budget goes. Yields now and then.
 */
export function* findNearest(
  haystack: Haystack,
  wanted: readonly string[],
  budget: StepBudget,
): Generator<void, NearestSearchResult> {
  const start =
    (yield* findWhereMostOccur(haystack, wanted, budget)) ??
    (yield* findMostSimilarLine(haystack, wanted, budget));
  const isThorough = budget.trySpend(0);
  if (start === undefined) return { near: undefined, isThorough };
  const first = Math.max(0, start);
  const end = Math.min(haystack.lines.length, Math.max(first + 1, start + wanted.length));
  return { near: { start: first, end }, isThorough };
}

function* findWhereMostOccur(
  haystack: Haystack,
  wanted: readonly string[],
  budget: StepBudget,
): Generator<void, number | undefined> {
  const table = yield* haystack.table('punctuation');
  const votes = new Map<number, number>();
  for (const [offset, line] of wanted.entries()) {
    if (!budget.trySpend(16 + line.length)) break;
    const weight = Math.min(line.trim().length, MAX_COMPARED_CHARS);
    const places = weight < MIN_SPECIFIC_CHARS ? [] : table.placesOf(line);
    if (places.length > MAX_PLACES) continue;
    for (const place of places)
      votes.set(place - offset, (votes.get(place - offset) ?? 0) + weight / places.length);
  }
  let best: number | undefined;
  for (const [start, weight] of votes)
    if (best === undefined || weight > (votes.get(best) ?? 0)) best = start;
  return best;
}

function* findMostSimilarLine(
  haystack: Haystack,
  wanted: readonly string[],
  budget: StepBudget,
): Generator<void, number | undefined> {
  const folded = wanted.map((line) => foldLine(line, 'punctuation'));
  const longest = folded.reduce(
    (best, line, offset) => (line.length > (folded[best]?.length ?? 0) ? offset : best),
    0,
  );
  const wantedPairs = new BigramSet();
  const wantedCount = wantedPairs.count(folded[longest] ?? '', () => true);
  const seen = new BigramSet();
  let best: number | undefined;
  let bestLikeness = MIN_SIMILARITY;
  for (let place = 0; place < haystack.lines.length; place++) {
    const start = (haystack.lines[place] ?? '').trimStart();
    if (!budget.trySpend(4 + 4 * Math.min(start.length, MAX_COMPARED_CHARS))) break;
    if (budget.isYieldDue()) yield;
    let shared = 0;
    const count = seen.count(start, (pair) => {
      if (wantedPairs.has(pair)) shared++;
    });
    // Dice's coefficient.
    const similarity = (2 * shared) / Math.max(1, count + wantedCount);
    if (similarity > bestLikeness) {
      best = place - longest;
      bestLikeness = similarity;
    }
  }
  return best;
}

/** The bigrams of one line at a time. */
class BigramSet {
  readonly #marks = new Uint32Array(BIGRAM_BUCKETS);
  #mark = 0;

  /** The number of distinct bigrams in a line. Calls `visit` once for each. */
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

  /** Whether the line counted last contains the bigram. */
  has(pair: number): boolean {
    return this.#marks[pair] === this.#mark;
  }
}
