import type { NameBytes } from '../names/compare-names.js';
import { compareNaturalNames } from './natural-names.js';

// Names by rank are nearly in natural order: where so much more has to be moved, another way is faster.
const MAX_MOVES = 16;

/**
 * Sorts the entries in the places `[from, to)` into the natural order of their names, and returns whether they were in
 * it: `ranks` has those by entry.
 * Cost: a comparison for each when they come in the order of ranks, and little more.
 */
export function sortNaturally(
  entries: Uint32Array,
  from: number,
  to: number,
  names: NameBytes,
  ranks: Uint32Array,
): boolean {
  const mostMoves = MAX_MOVES * (to - from);
  let moves = 0;
  for (let next = from + 1; next < to; next++) {
    const entry = entries[next]!;
    const rank = ranks[entry]!;
    let at = next;
    for (; at > from; at--) {
      const before = entries[at - 1]!;
      if (compareNaturalNames(names, ranks[before]!, names, rank) <= 0) break;
      entries[at] = before;
    }
    entries[at] = entry;
    moves += next - at;
    if (moves > mostMoves) {
      entries.subarray(from, to).sort((a, b) => compareNaturalNames(names, ranks[a]!, names, ranks[b]!));
      return false;
    }
  }
  return moves === 0;
}
