import uFuzzy from '@leeoniya/ufuzzy';
import type { Find, FindPeer } from './peer.js';

// Above this many matches uFuzzy does not rank: its default, written down.
const MOST_RANKED = 1000;

/** Letters may be left out anywhere. */
export const ufuzzySubsequence: FindPeer = {
  label: 'uFuzzy, letters skipped',
  prepare: (paths) => find(new uFuzzy({ intraMode: 0, intraIns: Infinity }), paths),
};

/** One letter of a term may be wrong. */
export const ufuzzyTypo: FindPeer = {
  label: 'uFuzzy, one typo',
  note: 'queries with a slash are searched with letters skipped: its patterns for typos do not come to an end on long paths',
  prepare(paths) {
    const findTypo = find(
      new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 }),
      paths,
    );
    const findSubsequence = ufuzzySubsequence.prepare(paths);
    return (query, limit) => (query.includes('/') ? findSubsequence : findTypo)(query, limit);
  },
};

/** Terms as they are, from the start of a word. */
export const ufuzzyPrefix: FindPeer = {
  label: 'uFuzzy, start of words',
  prepare: (paths) => find(new uFuzzy({ interLft: 2 }), paths),
};

function find(ufuzzy: uFuzzy, paths: readonly string[]): Find {
  const haystack = [...paths];
  return (query, limit) => {
    const [indexes, info, order] = ufuzzy.search(haystack, query, 0, MOST_RANKED);
    if (indexes === null) return [];
    const best = order === null ? indexes : order.map((place) => info.idx[place] ?? -1);
    return best.slice(0, limit).map((index) => haystack[index] ?? '');
  };
}
