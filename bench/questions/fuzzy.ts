/** How long a fuzzy search takes; what it finds is a question of its own: recall. */
import { basename } from 'node:path';
import { fuzzyPeers } from '../fuzzy-peers.js';
import { latencies, latencyRow } from '../latency.js';
import { createRandom } from '../make-tree.js';
import { openFiles } from '../open-files.js';
import { fuzzysortPeer } from '../peers/fuzzysort.js';
import { makeQueries, QUERY_KINDS, type QueryKind } from '../queries.js';
import { quantile } from '../quantile.js';
import { isMillion, publish, type Goal } from '../report.js';
import { threadEcho } from '../thread-echo.js';
import { emptyAsk, troupeFinder } from '../troupe-finder.js';

// With five kinds, p99 rests on five values; the slowest peers take a quarter of a second for each.
const QUERIES_A_KIND = 100;
const WARM_UPS = 25;
// A screenful.
const LIMIT = 50;
const SEED = 7;

const { root, host, paths } = await openFiles();
const echo = threadEcho('a bare thread that echoes the query');
try {
  const random = createRandom(SEED);
  const kinds = Object.keys(QUERY_KINDS) as QueryKind[];
  const made = kinds.map((kind) =>
    makeQueries(QUERY_KINDS[kind], paths, QUERIES_A_KIND + WARM_UPS / kinds.length, random),
  );
  // One of each kind after the other, so that the warm-up has all kinds in it.
  const queries = (made[0] ?? []).flatMap((_query, at) =>
    made.flatMap((ofKind) => (ofKind[at] === undefined ? [] : [ofKind[at].text])),
  );
  const { finders, notes } = await fuzzyPeers(paths, root);
  const times = await latencies(
    [echo, emptyAsk(host), troupeFinder(host, 'Troupe', 'fuzzy'), ...finders],
    queries,
    {
      limit: LIMIT,
      warmUps: WARM_UPS,
    },
  );

  const peer = times.get(fuzzysortPeer.label) ?? [];
  const toPeer = (list: readonly number[], share: number): number =>
    quantile(list, share) / quantile(peer, share);
  const ours = times.get('Troupe') ?? [];
  const goal = (share: number, atMost: number): Goal => ({
    what: `fuzzy p${share * 100} beside fuzzysort${isMillion(paths.length) ? ', a million files' : ''}`,
    measured: toPeer(ours, share),
    unit: 'x fuzzysort',
    atMost,
    note: 'the message to the index and back is in it',
  });
  publish({
    name: 'fuzzy',
    title: 'Fuzzy search',
    subject: `${basename(root)}, ${paths.length} files, ${queries.length - WARM_UPS} queries of five kinds, the best ${LIMIT}`,
    files: paths.length,
    rows: [...times].map(([label, list]) =>
      latencyRow(label, list, { 'p50 x fuzzysort': toPeer(list, 0.5), 'p99 x': toPeer(list, 0.99) }),
    ),
    goals: [goal(0.5, 0.15), goal(0.99, 0.2)],
    notes,
    samples: Object.fromEntries(times),
  });
} finally {
  await echo[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
}
