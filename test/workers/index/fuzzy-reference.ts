import {
  CONSECUTIVE,
  cutBonus,
  FIRST_FACTOR,
  GAP,
  LEVEL_COST,
  MATCH,
  nameStartBonus,
  placeBonus,
} from '../../../src/workers/index/fuzzy-points.js';
import { foldPoint, toPoints } from '../../../src/workers/names/fold.js';

const SLASH = 47;

/**
 * What a fuzzy search gives a path for the words of a pattern, found by trying every way to match; `undefined` when
 * there is none.
 */
export function bestScore(path: string, words: readonly string[]): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  let total = -(Buffer.byteLength(path) + Buffer.byteLength(name)) / 16_384;
  for (const word of words) {
    const score = bestMatch(toPoints(path), toPoints(word).map(foldPoint));
    if (score === -Infinity) return undefined;
    total += score;
  }
  return words.length === 1 ? total + startBonus(toPoints(name), toPoints(words[0]!)) : total;
}

function startBonus(name: Uint32Array, word: Uint32Array): number {
  const isStart = word.every((point, at) => at < name.length && foldPoint(name[at]!) === foldPoint(point));
  return isStart ? nameStartBonus(name[word.length]) : 0;
}

function bestMatch(points: Uint32Array, wanted: Uint32Array): number {
  const nameStart = points.lastIndexOf(SLASH) + 1;
  const directoryLength = wanted.lastIndexOf(SLASH) + 1;
  const known = new Map<string, number>();

  /** The most that the characters from `index` on add when the one before is at `before`. */
  const most = (index: number, before: number): number => {
    if (index === wanted.length) return before < nameStart ? cutBonus(index, index, directoryLength) : 0;
    const key = `${index} ${before}`;
    let best = known.get(key) ?? -Infinity;
    if (known.has(key)) return best;
    for (let at = before + 1; at < points.length; at++) {
      if (foldPoint(points[at]!) === wanted[index])
        best = Math.max(best, gain(index, before, at) + most(index + 1, at));
    }
    known.set(key, best);
    return best;
  };

  const gain = (index: number, before: number, at: number): number => {
    const place = placeBonus(at === 0 || points[at - 1] === SLASH ? -1 : points[at - 1]!, points[at]!);
    const isFirstInName = at >= nameStart && before < nameStart;
    const cut = isFirstInName ? cutBonus(index, wanted.length, directoryLength) : 0;
    if (index === 0) {
      const levels = points.slice(at, Math.max(at, nameStart - 1)).filter((point) => point === SLASH).length;
      return MATCH + FIRST_FACTOR * place + cut - LEVEL_COST * levels;
    }
    const isJoined = before === at - 1 && points[before] !== SLASH;
    if (isJoined) return MATCH + Math.max(place, CONSECUTIVE);
    const gap = before >= nameStart ? GAP + at - before - 1 : 0;
    return MATCH + place + cut - gap;
  };

  return most(0, -1);
}
