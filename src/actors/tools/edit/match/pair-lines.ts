import type { StepBudget } from '../text/step-budget.js';

// Lines that share fewer than half of their bigrams are different lines.
const MIN_SIMILARITY = 0.5;
// What a line loses that another one holds as a whole: it is more similar than one of its length that differs somewhat.
const LENGTHENED = 0.1;
// Comparing more bigrams takes more than a few milliseconds.
const MAX_BIGRAMS = 200_000;
const NONE: ReadonlyMap<string, number> = new Map();

/**
 * For each new line the old line that became it, if any: in the same order, and as similar as possible in sum.
 * Errors: `BudgetExhaustedError`.
 */
export function pairLines(
  before: readonly string[],
  after: readonly string[],
  budget: StepBudget,
): readonly (number | undefined)[] {
  const pairs: (number | undefined)[] = after.map(() => undefined);
  const letters = before.reduce((sum, { length }) => sum + length, 0);
  const cost = (letters + before.length) * after.length;
  if (cost > MAX_BIGRAMS) return pairs;
  budget.spend(cost);
  const some = before.map(bigramsOf);
  const others = after.map(bigramsOf);
  // The best sum for the old lines from `from` on and the new ones from `to` on.
  const best = Array.from({ length: before.length + 1 }, () => new Float64Array(after.length + 1));
  const sumAt = (from: number, to: number): number => best[from]?.[to] ?? 0;
  const withPair = (from: number, to: number): number => {
    const similarity = similarityOf(some[from] ?? NONE, others[to] ?? NONE);
    return similarity < MIN_SIMILARITY ? 0 : similarity + sumAt(from + 1, to + 1);
  };
  for (let from = before.length - 1; from >= 0; from--) {
    const row = best[from];
    for (let to = after.length - 1; to >= 0 && row !== undefined; to--)
      row[to] = Math.max(withPair(from, to), sumAt(from + 1, to), sumAt(from, to + 1));
  }
  for (let [from, to] = [0, 0]; from < before.length && to < after.length;) {
    const sum = sumAt(from, to);
    if (sum === sumAt(from + 1, to)) from++;
    else if (sum === sumAt(from, to + 1)) to++;
    else pairs[to++] = from++;
  }
  return pairs;
}

/** None for a line without a word: brackets and blank lines are in the same place by chance. */
function bigramsOf(line: string): ReadonlyMap<string, number> {
  if (!/[\p{L}\p{N}]/u.test(line)) return NONE;
  const text = ` ${line.trim()} `;
  const bigrams = new Map<string, number>();
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2);
    bigrams.set(pair, (bigrams.get(pair) ?? 0) + 1);
  }
  return bigrams;
}

/** Dice's coefficient of two lines; more where one holds most of the other, which has then been lengthened. */
function similarityOf(some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [pair, count] of some) shared += Math.min(count, others.get(pair) ?? 0);
  const sizes = [sizeOf(some), sizeOf(others)];
  if (shared === 0) return 0;
  const inShorter = shared / Math.min(...sizes);
  return Math.max((2 * shared) / ((sizes[0] ?? 0) + (sizes[1] ?? 0)), inShorter - LENGTHENED);
}

function sizeOf(bigrams: ReadonlyMap<string, number>): number {
  let size = 0;
  for (const count of bigrams.values()) size += count;
  return size;
}
