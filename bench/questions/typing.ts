/** How long each letter takes when a fuzzy query is typed: the first letters fit most files. */
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fuzzyPeers } from '../fuzzy-peers.js';
import { latencies, latencyRow } from '../latency.js';
import { createRandom } from '../make-tree.js';
import { openFiles } from '../open-files.js';
import { makeQueries, QUERY_KINDS, type QueryKind } from '../queries.js';
import { quantile } from '../quantile.js';
import { isMillion, publish } from '../report.js';
import { troupeFinder } from '../troupe-finder.js';

const QUERIES_A_KIND = 16;
// The slowest peers take half a second for each letter there.
const QUERIES_A_KIND_OF_A_MILLION = 4;
const MOST_LETTERS = 8;
// The first of each kind are for warming up.
const WARM_UPS = 5 * MOST_LETTERS;
// A screenful.
const LIMIT = 50;
const SEED = 11;
// Who has opened a workspace does not type at once.
const SETTLING_MS = 3000;

const { root, host, paths } = await openFiles();
try {
  const random = createRandom(SEED);
  const kinds = Object.keys(QUERY_KINDS) as QueryKind[];
  const count = 1 + (isMillion(paths.length) ? QUERIES_A_KIND_OF_A_MILLION : QUERIES_A_KIND);
  const made = kinds.map((kind) => makeQueries(QUERY_KINDS[kind], paths, count, random));
  // One of each kind after the other, so that the warm-up has all kinds in it.
  const texts = (made[0] ?? []).flatMap((_query, at) => made.flatMap((ofKind) => ofKind[at]?.text ?? []));
  const typed = texts.flatMap((text) =>
    Array.from({ length: Math.min(MOST_LETTERS, text.length) }, (_, at) => text.slice(0, at + 1)),
  );
  const troupe = troupeFinder(host, 'Troupe', 'fuzzy');
  await delay(SETTLING_MS);
  const first = { ...troupe, label: 'Troupe, the first query of a host' };
  const firstTimes = await latencies([first], typed.slice(0, MOST_LETTERS), { limit: LIMIT, warmUps: 0 });

  const { finders, notes } = await fuzzyPeers(paths, root);
  const times = await latencies([troupe, ...finders], typed, { limit: LIMIT, warmUps: WARM_UPS });
  const ours = times.get(troupe.label) ?? [];
  publish({
    name: 'typing',
    title: 'Fuzzy search, letter by letter',
    subject: `${basename(root)}, ${paths.length} files, the first ${MOST_LETTERS} letters of ${texts.length} queries of five kinds, the best ${LIMIT} for each`,
    files: paths.length,
    rows: [...firstTimes, ...times].map(([label, list]) => latencyRow(label, list)),
    goals: isMillion(paths.length)
      ? []
      : [
          { what: 'fuzzy letter by letter, p50', measured: quantile(ours, 0.5), unit: 'ms', atMost: 1 },
          { what: 'fuzzy letter by letter, p99', measured: quantile(ours, 0.99), unit: 'ms', atMost: 12 },
        ],
    notes,
    samples: Object.fromEntries(times),
  });
} finally {
  await host[Symbol.asyncDispose]();
}
