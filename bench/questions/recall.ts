/** How often the file that a person is after is among the first ten, beside others on the same list and queries. */
import { basename } from 'node:path';
import { fuzzyPeers } from '../fuzzy-peers.js';
import type { Finder } from '../latency.js';
import { createRandom } from '../make-tree.js';
import { openFiles } from '../open-files.js';
import { pastedKinds } from '../pasted-queries.js';
import { makeQueries, QUERY_KINDS, type QueryMaker } from '../queries.js';
import { publish, type Goal, type Row } from '../report.js';
import { troupeFinder } from '../troupe-finder.js';
import { WORD_KINDS } from '../word-queries.js';

// A person looks no further.
const TOP = 10;
const QUERIES_A_KIND = 100;
const SEED = 500;
// Folders that may stand before the tenth file; more than any query here brings up.
const FOLDERS = 90;

const OURS = 'Troupe';

const { root, host, paths } = await openFiles();
try {
  const { finders, notes } = await fuzzyPeers(paths, root);
  const { workspace } = host;
  // The others know of no folders: these are left out of ours, so that all choose from one list.
  const filesOnly: Finder = {
    label: OURS,
    async find(query, limit) {
      const { hits } = await workspace.search(query, { limit: limit + FOLDERS });
      return hits.filter(({ isDir }) => !isDir).map(({ path }) => path);
    },
  };
  const all = [filesOnly, troupeFinder(host, `${OURS}, folders among its ten`, 'fuzzy'), ...finders];

  const makers: Record<string, QueryMaker> = { ...QUERY_KINDS, ...WORD_KINDS, ...pastedKinds(root) };
  const kinds = Object.keys(makers);
  const random = createRandom(SEED);
  const found = new Map<string, Map<string, number>>(all.map(({ label }) => [label, new Map()]));
  const samples: object[] = [];
  const counts = new Map<string, number>();
  for (const [kind, make] of Object.entries(makers)) {
    const queries = makeQueries(make, paths, QUERIES_A_KIND, random);
    counts.set(kind, queries.length);
    for (const { text, target } of queries) {
      const ranks: Record<string, number> = {};
      for (const { label, find } of all) {
        const rank = (await find(text, TOP)).slice(0, TOP).indexOf(target);
        ranks[label] = rank;
        const ofLabel = found.get(label);
        if (rank !== -1) ofLabel?.set(kind, (ofLabel.get(kind) ?? 0) + 1);
      }
      samples.push({ kind, text, target, ranks });
    }
  }

  const share = (label: string, kind: string): number =>
    (100 * (found.get(label)?.get(kind) ?? 0)) / Math.max(1, counts.get(kind) ?? 0);
  const rows = all.map(({ label }): Row => ({
    label,
    cells: {
      ...Object.fromEntries(kinds.map((kind) => [`${kind} %`, share(label, kind)])),
      'all %': kinds.reduce((sum, kind) => sum + share(label, kind), 0) / kinds.length,
    },
  }));
  const judges = finders.filter(({ label }) => /^(?:fzf|VS Code)/.test(label));
  const goals = judges.flatMap((judge) =>
    kinds.map((kind): Goal => ({
      what: `found in the top ten, ${kind}, beside ${judge.label}`,
      measured: share(OURS, kind),
      unit: '%',
      atLeast: share(judge.label, kind),
    })),
  );
  publish({
    name: 'recall',
    title: 'Recall: the file meant is among the first ten',
    subject: `${basename(root)}, ${paths.length} files, ${samples.length} queries of ${kinds.length} kinds, each from a path of the tree`,
    files: paths.length,
    rows,
    goals,
    notes: [
      'One file of a tree counts for each query, though others may fit it as well: nobody can reach 100 %.',
      ...notes,
    ],
    samples,
  });
} finally {
  await host[Symbol.asyncDispose]();
}
