import {
  CONSECUTIVE_BONUS,
  cutBonus,
  endBonus,
  FIRST_CHARACTER_FACTOR,
  type FuzzyWeights,
  IN_ORDER_BONUS,
  levelCost,
  MATCH_POINTS,
  maxRunBonus,
  nameStartBonus,
  ONE_OF_SEVERAL_TERMS,
  ONLY_TERM,
  placeBonus,
  TYPED_CASE_BONUS,
} from '../../../src/workers/index/fuzzy/fuzzy-points.js';
import { foldPoint, toPoints } from '../../../src/workers/names/fold.js';

const SLASH = 47;

/**
 * What a fuzzy search gives a path for the words of a pattern, found by trying every way to match; `undefined` when
 * there is none.
 */
export function bestScore(path: string, words: readonly string[]): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isOnly = words.length === 1;
  let total = -lengthCost(path);
  for (const word of words) {
    const score = bestMatch(
      toPoints(path),
      toPoints(word).map(foldPoint),
      isOnly ? ONLY_TERM : ONE_OF_SEVERAL_TERMS,
    );
    if (score === -Infinity) return undefined;
    total += score + caseBonus(name, word);
  }
  return total + (isOnly ? startBonus(name, words[0]!) + runBonus(name, words[0]!) : orderBonus(path, words));
}

/** What a name gains that has the only word of a pattern in one piece. */
export function runBonus(name: string, word: string): number {
  const wanted = fold(word);
  return fold(name).includes(wanted) ? maxRunBonus(Array.from(wanted).length) : 0;
}

/** What a path gains that reads as several words do: each starts a segment, in their order, the last one the name. */
function orderBonus(path: string, words: readonly string[]): number {
  const folders = path.split('/');
  const name = folders.pop()!;
  // eslint-disable-next-line no-control-regex -- ASCII.
  if (words.length < 2 || words.some((word) => word.includes('/') || /[^\0-\x7f]/.test(word))) return 0;
  const left = words.slice(0, -1);
  for (const folder of folders) if (left[0] !== undefined && startsWith(folder, left[0])) left.shift();
  return left.length === 0 && startsWith(name, words.at(-1)!) ? IN_ORDER_BONUS : 0;
}

function startsWith(segment: string, word: string): boolean {
  return fold(segment).startsWith(fold(word));
}

function fold(text: string): string {
  return String.fromCodePoint(...toPoints(text).map(foldPoint));
}

/** What a path loses by its length. */
export function lengthCost(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (Buffer.byteLength(path) + 3 * Buffer.byteLength(name)) / 16_384;
}

/** What a name gains that starts with the only word of a pattern. */
export function startBonus(name: string, word: string): number {
  const points = toPoints(name);
  const wanted = toPoints(word);
  const isStart = wanted.every(
    (point, at) => at < points.length && foldPoint(points[at]!) === foldPoint(point),
  );
  return isStart ? nameStartBonus(points[wanted.length]) : 0;
}

/** What a name gains that has the ASCII characters of a word's last segment, in order and in their very case. */
export function caseBonus(name: string, word: string): number {
  const wanted = Array.from(word.slice(word.lastIndexOf('/') + 1)).filter((character) => character < '\x80');
  let at = -1;
  const isThere = wanted.every((character) => (at = name.indexOf(character, at + 1)) !== -1);
  return wanted.length > 0 && isThere ? TYPED_CASE_BONUS : 0;
}

/** What the matched places of a path are worth, one for each character of the only word of a pattern. */
export function scoreOfPlaces(path: string, word: string, places: readonly number[]): number {
  const points = toPoints(path);
  const wanted = toPoints(word).map(foldPoint);
  return places.reduce(
    (sum, at, index) => sum + gain(points, wanted, ONLY_TERM, index, places[index - 1] ?? -1, at),
    lastGain(points, wanted, ONLY_TERM, places.at(-1)!),
  );
}

function bestMatch(points: Uint32Array, wanted: Uint32Array, weights: FuzzyWeights): number {
  const known = new Map<string, number>();

  /** The most that the characters from `index` on add when the one before is at `before`. */
  const most = (index: number, before: number): number => {
    if (index === wanted.length) return lastGain(points, wanted, weights, before);
    const key = `${index} ${before}`;
    let best = known.get(key) ?? -Infinity;
    if (known.has(key)) return best;
    for (let at = before + 1; at < points.length; at++) {
      if (foldPoint(points[at]!) !== wanted[index]) continue;
      best = Math.max(best, gain(points, wanted, weights, index, before, at) + most(index + 1, at));
    }
    known.set(key, best);
    return best;
  };
  return most(0, -1);
}

/** What a character adds at a place, when the one before it is at `before`, or at -1 when it is the first. */
function gain(
  points: Uint32Array,
  wanted: Uint32Array,
  weights: FuzzyWeights,
  index: number,
  before: number,
  at: number,
): number {
  const nameStart = points.lastIndexOf(SLASH) + 1;
  const place = placeBonus(at === 0 || points[at - 1] === SLASH ? -1 : points[at - 1]!, points[at]!);
  const isFirstInName = at >= nameStart && before < nameStart;
  const cut = isFirstInName ? cutBonus(weights, index, wanted.length, wanted.lastIndexOf(SLASH) + 1) : 0;
  if (index === 0) return MATCH_POINTS + FIRST_CHARACTER_FACTOR * place + cut;
  const isJoined = before === at - 1 && points[before] !== SLASH;
  if (isJoined) return MATCH_POINTS + Math.max(place, CONSECUTIVE_BONUS);
  const gap = before >= nameStart ? weights.gap + at - before - 1 : 0;
  const levels = levelCost(weights, wanted[index - 1]!) * levelsBetween(points, before, at);
  return MATCH_POINTS + place + cut - gap - levels;
}

/** What a match gains by where its last character is. */
function lastGain(points: Uint32Array, wanted: Uint32Array, weights: FuzzyWeights, last: number): number {
  const nameStart = points.lastIndexOf(SLASH) + 1;
  const behind = points[last + 1] === SLASH ? undefined : points[last + 1];
  const end = points[last] === SLASH ? 0 : endBonus(weights, points[last]!, behind);
  if (last >= nameStart) return end;
  const levels = levelsBetween(points, last, nameStart);
  return (
    end + cutBonus(weights, wanted.length, wanted.length, 0) - levelCost(weights, wanted.at(-1)!) * levels
  );
}

/** How many directories down it goes from one place to another. */
function levelsBetween(points: Uint32Array, from: number, to: number): number {
  const end = Math.min(to, points.lastIndexOf(SLASH));
  return points.slice(from, Math.max(from, end)).filter((point) => point === SLASH).length;
}
