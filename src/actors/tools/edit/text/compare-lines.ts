import { diffArrays } from 'diff';
import { LineInterner } from './line-interner.js';

/** A number of deleted lines and of inserted lines, followed by a number of unchanged ones. */
export interface LineChange {
  readonly removed: number;
  readonly added: number;
  readonly kept: number;
}

// Longer stretches are first split at lines that occur exactly once in both texts. A stretch that cannot be split, or
// differs more than this, is replaced as a whole: comparing it takes long and makes the diff no clearer.
const MAX_STRETCH = 1_000;
const MAX_EDIT_LENGTH = 100;
// Takes a fraction of a millisecond.
const LINES_PER_TURN = 4_096;

/**
 * The changes that turn one list of lines into another, in order. Yields now and then. Cost: grows with the number of
 * lines.
 * Source: "patience diff", as Bram Cohen describes it.
 */
export function* compareLines(
  before: readonly string[],
  after: readonly string[],
): Generator<void, LineChange[]> {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) if (++head % LINES_PER_TURN === 0) yield;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    if (++tail % LINES_PER_TURN === 0) yield;
  const changes = [{ removed: 0, added: 0, kept: head }];
  if (head < before.length - tail || head < after.length - tail) {
    const lines = before.slice(head, before.length - tail).concat(after.slice(head, after.length - tail));
    yield;
    const { numbers, count } = yield* numberLines(lines);
    const cut = before.length - tail - head;
    for (const item of yield* compareNumbers(numbers.subarray(0, cut), numbers.subarray(cut), count))
      changes.push(item);
  }
  changes.push({ removed: 0, added: 0, kept: tail });
  return changes;
}

function* numberLines(
  lines: readonly string[],
): Generator<void, { readonly numbers: Int32Array; readonly count: number }> {
  const known = new LineInterner(lines.length, (place) => lines[place] ?? '');
  const numbers = new Int32Array(lines.length);
  for (let place = 0; place < lines.length; place++) {
    numbers[place] = known.add(lines[place] ?? '', place);
    if (place % LINES_PER_TURN === LINES_PER_TURN - 1) yield;
  }
  return { numbers, count: known.count };
}

function* compareNumbers(
  before: Int32Array,
  after: Int32Array,
  count: number,
): Generator<void, LineChange[]> {
  if (before.length + after.length <= MAX_STRETCH) return compareStretch(before, after);
  const changes: LineChange[] = [];
  let [from, to] = [0, 0];
  for (const { before: at, after: there } of yield* commonOnce(before, after, count)) {
    // Equal lines after the previous anchor are already part of its stretch.
    if (at < from || there < to) continue;
    for (const item of compareStretch(before.subarray(from, at), after.subarray(to, there)))
      changes.push(item);
    yield;
    let kept = 0;
    while (at + kept < before.length && before[at + kept] === after[there + kept]) kept++;
    changes.push({ removed: 0, added: 0, kept });
    [from, to] = [at + kept, there + kept];
  }
  for (const item of compareStretch(before.subarray(from), after.subarray(to))) changes.push(item);
  return changes;
}

/** Lines that occur exactly once in each text, in the longest order common to both. */
function* commonOnce(
  before: Int32Array,
  after: Int32Array,
  count: number,
): Generator<void, { readonly before: number; readonly after: number }[]> {
  const ONCE = 1;
  const timesBefore = new Int32Array(count);
  const timesAfter = new Int32Array(count);
  const placeAfter = new Int32Array(count);
  for (const number of before) timesBefore[number] = (timesBefore[number] ?? 0) + 1;
  yield;
  for (let place = 0; place < after.length; place++) {
    const number = after[place] ?? 0;
    timesAfter[number] = (timesAfter[number] ?? 0) + 1;
    placeAfter[number] = place;
  }
  yield;
  // The longest ascending subsequence, by patience sorting: the top of each pile, and the card below it.
  const piles: number[] = [];
  const beneath = new Int32Array(before.length);
  for (let place = 0; place < before.length; place++) {
    if (place % LINES_PER_TURN === LINES_PER_TURN - 1) yield;
    const number = before[place] ?? 0;
    if (timesBefore[number] !== ONCE || timesAfter[number] !== ONCE) continue;
    const target = placeAfter[number] ?? 0;
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((placeAfter[before[piles[middle] ?? 0] ?? 0] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    beneath[place] = low === 0 ? -1 : (piles[low - 1] ?? -1);
    piles[low] = place;
  }
  const pairs: { before: number; after: number }[] = [];
  for (let place = piles.at(-1) ?? -1; place >= 0; place = beneath[place] ?? -1)
    pairs.push({ before: place, after: placeAfter[before[place] ?? 0] ?? 0 });
  return pairs.reverse();
}

function compareStretch(before: Int32Array, after: Int32Array): LineChange[] {
  const replaced = [{ removed: before.length, added: after.length, kept: 0 }];
  const isOneSided = before.length === 0 || after.length === 0;
  if (isOneSided || before.length + after.length > MAX_STRETCH) return replaced;
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDIT_LENGTH });
  if (parts === undefined) return replaced;
  const changes: LineChange[] = [];
  let change = { removed: 0, added: 0 };
  for (const { added, removed, count } of parts) {
    if (removed) change.removed += count;
    else if (added) change.added += count;
    else {
      changes.push({ ...change, kept: count });
      change = { removed: 0, added: 0 };
    }
  }
  return [...changes, { ...change, kept: 0 }];
}
