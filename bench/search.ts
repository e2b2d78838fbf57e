/** How long a search takes, asked from the host's thread: the message to the index and back is in it. */
import { performance } from 'node:perf_hooks';
import { createHost, type Host } from '../src/host/api.js';
import { openBenchTree } from './bench-tree.js';
import { createRandom } from './make-tree.js';
import { quantile } from './quantile.js';
import { describeMachine, printTable, saveJson } from './report.js';

// p99 of 1,000 rests on ten values.
const QUERIES = 1000;
const WARM_UP = 200;
const LIMIT = 50;
const SEED = 7;

const random = createRandom(SEED);

/** The first three to six characters of a name. */
function toPrefix(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).slice(0, 3 + random.below(4));
}

/** What a person types who knows the file: the starts of some folders and of the words of the name. */
function toAbbreviation(path: string): string {
  const words = path.split(/[/\-_.]/).filter((word) => word !== '');
  return words
    .slice(-4)
    .map((word) => word.slice(0, 1 + random.below(3)))
    .join('')
    .toLowerCase();
}

async function time(queries: readonly string[], ask: (query: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const start = performance.now();
    await ask(query);
    times.push(performance.now() - start);
  }
  return times.slice(WARM_UP);
}

async function listFiles({ workspace }: Host): Promise<string[]> {
  const paths: string[] = [];
  for await (const batch of await workspace.files()) paths.push(...batch.paths);
  return paths;
}

const root = openBenchTree();
const host = await createHost({ roots: [root], workspace: { watcher: 'none' } });
try {
  await host.workspace.whenReady();
  const paths = await listFiles(host);
  const sample = Array.from({ length: WARM_UP + QUERIES }, () => random.pick(paths));
  const { workspace } = host;
  const figures = {
    'an ask that does nothing (status)': await time(sample, () => workspace.status()),
    'name prefix': await time(sample.map(toPrefix), (query) =>
      workspace.search(query, { mode: 'prefix', limit: LIMIT }),
    ),
    fuzzy: await time(sample.map(toAbbreviation), (query) =>
      workspace.search(query, { mode: 'fuzzy', limit: LIMIT }),
    ),
  };

  process.stdout.write(
    `\nSearch: ${describeMachine()}, ${paths.length} files, ${QUERIES} queries each, the ${LIMIT} best\n` +
      'No peer beside it: none of the libraries to compare with is installed.\n\n',
  );
  const ms = (times: readonly number[], share: number): string => quantile(times, share).toFixed(3);
  printTable([
    ['', 'p50 ms', 'p99', 'max'],
    ...Object.entries(figures).map(([label, times]) => [
      label,
      ms(times, 0.5),
      ms(times, 0.99),
      ms(times, 1),
    ]),
  ]);
  saveJson({ machine: describeMachine(), files: paths.length, figures });
} finally {
  await host[Symbol.asyncDispose]();
}
