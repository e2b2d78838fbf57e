import type { RelPath } from '../../actors/protocol/workspace.js';
import type { IndexData } from './data.js';
import { NameMatch, NameMatcher } from './name-matcher.js';
import { comparePaths } from './path-length.js';
import { TopK } from './top-k.js';

// In steps so wide that what comes later decides only among equals: case, then how much of the name was typed, then how
// recently the file was used, then a short name before a long one.
const EXACT_CASE = 8192;
const WHOLE_NAME = 4096;
const WHOLE_STEM = 2048;
const JUST_USED = 1024;
const MAX_NAME_COST = 1000;

const DOT = 46;

/** Entries found by name, best first. */
export interface NamePrefixHits {
  readonly hits: readonly { readonly id: number; readonly score: number }[];
  /** How many there are without the limit. */
  readonly count: number;
  /** Whether they are children of the contextual directory. */
  readonly isContextual: boolean;
}

/**
 * The best `limit` entries whose name starts with `prefix`, case aside: the children of `base` if any match, else those
 * of the whole tree. `weights` says how recently an entry was used, from 0 to 1. Source: SPEC W8.
 */
export function findByNamePrefix(
  data: IndexData,
  prefix: string,
  base: RelPath,
  limit: number,
  weights: ReadonlyMap<number, number>,
): NamePrefixHits {
  const matcher = new NameMatcher(data.names, prefix);
  const top = new TopK<{ id: number; score: number }>(
    limit,
    (a, b) => b.score - a.score || comparePaths(data, a.id, b.id),
  );
  let count = 0;
  const consider = (id: number, nameScore: number): void => {
    count++;
    top.push({ id, score: nameScore + (weights.get(id) ?? 0) * JUST_USED });
  };

  const directory = data.find(base);
  if (directory !== -1) {
    for (let id = data.firstChild(directory); id !== 0; id = data.nextSibling(id)) {
      const nameScore = scoreName(data, matcher, data.nameIdOf(id));
      if (nameScore !== undefined) consider(id, nameScore);
    }
  }
  const isContextual = count > 0;
  if (!isContextual) {
    data.names.order.withPrefix(matcher.asciiHead, (nameId) => {
      const nameScore = scoreName(data, matcher, nameId);
      if (nameScore === undefined) return;
      for (let id = data.firstNamed(nameId); id !== 0; id = data.nextNamed(id)) consider(id, nameScore);
    });
  }
  return { hits: top.sorted(), count, isContextual };
}

function scoreName(data: IndexData, matcher: NameMatcher, nameId: number): number | undefined {
  const match = matcher.prefix(nameId);
  if (match === NameMatch.none) return undefined;
  const behind = matcher.pointBehind(nameId);
  const typed = behind === undefined ? WHOLE_NAME : behind === DOT ? WHOLE_STEM : 0;
  const cost = Math.min(data.names.byteLength(nameId), MAX_NAME_COST);
  return (match === NameMatch.exact ? EXACT_CASE : 0) + typed - cost;
}
