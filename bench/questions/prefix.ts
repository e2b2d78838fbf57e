/** How long the first letters of a name or of a path take to find what begins with them. */
import { basename } from 'node:path';
import { latencies, latencyRow } from '../latency.js';
import { createRandom } from '../make-tree.js';
import { openFiles } from '../open-files.js';
import { sortedNames } from '../peers/sorted-names.js';
import { tries } from '../peers/tries.js';
import { ufuzzyPrefix } from '../peers/ufuzzy.js';
import { quantile } from '../quantile.js';
import { isMillion, publish } from '../report.js';
import { threadEcho } from '../thread-echo.js';
import { emptyAsk, troupeFinder } from '../troupe-finder.js';

// p99 of 1,000 rests on ten values.
const QUERIES = 1000;
const WARM_UPS = 200;
// A screenful.
const LIMIT = 50;
// So many names begin with it that a list is full in every tree of code.
const FULL_LIST = 'index';
const SEED = 7;

const { root, host, paths } = await openFiles();
const echo = threadEcho('a bare thread that echoes the query');
// Any index on a thread of its own has such a list to send.
const { hits } = await host.workspace.search(FULL_LIST, { limit: LIMIT, mode: 'prefix' });
const listed = threadEcho(`a bare thread that answers with ${hits.length} such hits`, hits);
const nothing = emptyAsk(host);
try {
  const random = createRandom(SEED);
  const sample = Array.from({ length: WARM_UPS + QUERIES }, () => random.pick(paths));
  const names = sample.map((path) => path.slice(path.lastIndexOf('/') + 1).slice(0, 3 + random.below(4)));
  const starts = sample.map((path) => path.slice(0, path.lastIndexOf('/') + 1 + 1 + random.below(4)));
  // A million paths in tries take five gigabytes, most of the memory of many machines.
  const peers = [ufuzzyPrefix, sortedNames, ...(isMillion(paths.length) ? [] : [tries])];
  const finders = [
    echo,
    listed,
    nothing,
    troupeFinder(host, 'Troupe', 'prefix'),
    ...peers.map((peer) => ({ label: peer.label, find: peer.prepare(paths) })),
  ];
  const byName = await latencies(finders, names, { limit: LIMIT, warmUps: WARM_UPS });
  const byPath = await latencies(finders, starts, { limit: LIMIT, warmUps: WARM_UPS });
  const worse = (share: number): number =>
    Math.max(
      ...[byName, byPath].map(
        (times) =>
          quantile(times.get('Troupe') ?? [], share) / quantile(times.get(listed.label) ?? [], share),
      ),
    );
  const size = isMillion(paths.length) ? ', a million files' : '';
  publish({
    name: 'prefix',
    title: 'Name prefix and path prefix',
    subject: `${basename(root)}, ${paths.length} files, ${QUERIES} queries each, the first ${LIMIT}`,
    files: paths.length,
    rows: [...byName.keys()].flatMap((label) => [
      latencyRow(`name: ${label}`, byName.get(label) ?? []),
      latencyRow(`path: ${label}`, byPath.get(label) ?? []),
    ]),
    goals: [
      {
        what: `prefix p50${size}, beside a bare thread that answers with as many hits`,
        measured: worse(0.5),
        unit: 'x the thread',
        atMost: 1.6,
      },
      {
        what: `prefix p99${size}, beside the p99 of that thread`,
        measured: worse(0.99),
        unit: 'x the thread',
        atMost: 1.5,
      },
    ],
    notes: [
      'The goals are judged on the slower of name and path.',
      'The echo is what a message to any thread and back takes here, and the bare thread with hits what copying the list of an answer takes beside it. What an ask that does nothing takes beyond the echo is how Troupe sends.',
      'Times of files are not asked for (`withTimes`): each that is not known yet would take some 5 us.',
      'Troupe answers with entries and matched ranges over a thread, its peers with strings in place.',
      ...(peers.includes(tries) ? [] : ['The tries are not measured on a million files: they take 5 GB.']),
    ],
    samples: { name: Object.fromEntries(byName), path: Object.fromEntries(byPath) },
  });
} finally {
  await echo[Symbol.asyncDispose]();
  await listed[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
}
