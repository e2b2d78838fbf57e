import { foldPoint, toPoints } from '../names/fold.js';
import { CONSECUTIVE, FIRST_FACTOR, GAP, MATCH, placeBonus } from './fuzzy-points.js';
import { type FuzzyTerm, SLASH } from './fuzzy-term.js';

/** `[start, end)` in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/**
 * Which parts of a path the terms match, for highlighting. Each term's first `cuts[i]` characters are sought in the
 * directories, the rest in the name; all must be there in order.
 * Shape: ascending, neither overlapping nor touching.
 */
export function matchRanges(path: string, terms: readonly FuzzyTerm[], cuts: readonly number[]): Range[] {
  const points = toPoints(path);
  const nameStart = points.lastIndexOf(SLASH) + 1;
  const matched = new Set<number>();
  for (const [index, term] of terms.entries()) {
    const cut = cuts[index]!;
    for (const at of align(points.subarray(0, nameStart), term.points.subarray(0, cut))) matched.add(at);
    for (const at of align(points.subarray(nameStart), term.points.subarray(cut)))
      matched.add(nameStart + at);
  }
  return toRanges(points, matched);
}

/** Where the wanted characters lie in their best match: best by the same points as `FuzzyScorer` gives. */
function align(points: Uint32Array, wanted: Uint32Array): number[] {
  const width = points.length;
  const places = points.map((point, at) => {
    const before = at === 0 || points[at - 1] === SLASH ? -1 : points[at - 1]!;
    return placeBonus(before, point);
  });
  // By wanted character and place: the best score with the character at this place, and where the one before it lies.
  const scores = new Float64Array(wanted.length * width).fill(-Infinity);
  const cameFrom = new Int32Array(wanted.length * width);
  for (let index = 0; index < wanted.length; index++) {
    const row = index * width;
    let bestBefore = -Infinity;
    let bestBeforeAt = -1;
    for (let at = index; at < width; at++) {
      const before = row - width + at - 1;
      if (index > 0 && at > 1 && scores[before - 1]! + at - 2 > bestBefore) {
        bestBefore = scores[before - 1]! + at - 2;
        bestBeforeAt = at - 2;
      }
      if (foldPoint(points[at]!) !== wanted[index]) continue;
      if (index === 0) {
        scores[row + at] = MATCH + FIRST_FACTOR * places[at]!;
        continue;
      }
      const afterGap = bestBefore - GAP - (at - 1) + places[at]!;
      const adjacent = scores[before]! + Math.max(places[at]!, CONSECUTIVE);
      scores[row + at] = MATCH + Math.max(afterGap, adjacent);
      cameFrom[row + at] = adjacent >= afterGap ? at - 1 : bestBeforeAt;
    }
  }
  return trace(scores, cameFrom, width, wanted.length);
}

function trace(scores: Float64Array, cameFrom: Int32Array, width: number, count: number): number[] {
  if (count === 0) return [];
  const lastRow = scores.subarray((count - 1) * width);
  let at = lastRow.reduce((best, score, place) => (score > lastRow[best]! ? place : best), 0);
  const places = [at];
  for (let index = count - 1; index > 0; index--) {
    at = cameFrom[index * width + at]!;
    places.push(at);
  }
  return places.reverse();
}

function toRanges(points: Uint32Array, matched: ReadonlySet<number>): Range[] {
  const ranges: [number, number][] = [];
  let unit = 0;
  for (const [at, point] of points.entries()) {
    const end = unit + (point > 0xffff ? 2 : 1);
    const last = ranges.at(-1);
    if (matched.has(at)) {
      if (last?.[1] === unit) last[1] = end;
      else ranges.push([unit, end]);
    }
    unit = end;
  }
  return ranges;
}
