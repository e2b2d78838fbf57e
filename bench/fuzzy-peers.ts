import type { Finder } from './latency.js';
import { fuzzysortPeer } from './peers/fuzzysort.js';
import { findFzf } from './peers/fzf.js';
import { sortPresent, type FindPeer } from './peers/peer.js';
import { ufuzzySubsequence, ufuzzyTypo } from './peers/ufuzzy.js';
import { findVscodeScorer } from './peers/vscode-scorer.js';

/** All fuzzy finders of this machine over the same list, the ones that it lacks as notes. */
export async function fuzzyPeers(
  paths: readonly string[],
  root: string,
): Promise<{ readonly finders: readonly Finder[]; readonly notes: readonly string[] }> {
  const { present, notes } = sortPresent<FindPeer>([
    findFzf(),
    await findVscodeScorer(),
    fuzzysortPeer,
    ufuzzySubsequence,
    ufuzzyTypo,
  ]);
  return { finders: present.map((peer) => ({ label: peer.label, find: peer.prepare(paths, root) })), notes };
}
