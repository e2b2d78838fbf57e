import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ScanPool } from '../../src/workers/scan/pool.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { anyCommands, type Model, parentOf } from './model/commands.js';
import { World } from './model/world.js';

// One run takes some 20 ms, most of it git's: `TROUPE_MODEL_RUNS=3000` takes a minute.
const RUNS = Number(process.env['TROUPE_MODEL_RUNS'] ?? 500);
const TIMEOUT_MS = 60_000 + RUNS * 200;

const QUERIES = [
  'a',
  'l',
  'LIB',
  'keep',
  'out',
  'é',
  'a/',
  'lib/',
  'a/b',
  'A/',
  'lib/x',
  'b/a',
  'k.g',
  'xlog',
];

let entries: BuiltEntries;
let pool: ScanPool;
beforeAll(async () => {
  entries = await buildEntries({ 'scan.entry': 'src/workers/scan.entry.ts' });
  pool = new ScanPool({ threads: 2, entry: entries.url('scan.entry') });
});
afterAll(async () => {
  await pool.close();
  entries.remove();
});

test(
  `the index equals what git lists, and searches what a plain map finds, after each of ${RUNS} histories`,
  async () => {
    await fc.assert(
      fc.asyncProperty(anyCommands, fc.subarray(QUERIES, { maxLength: 5 }), async (commands, queries) => {
        const model: Model = new Map();
        const world = new World(pool);
        try {
          await world.started;
          await fc.asyncModelRun(() => ({ model, real: world }), commands);
          await world.settle();
          const visible = visibleEntries(model, world);
          const files = [...visible].filter(([, kind]) => kind !== 'directory').map(([path]) => path);
          expect(world.files().sort()).toEqual(world.filesOfGit());
          expect(files.sort()).toEqual(world.filesOfGit());
          for (const query of queries) await expectSameHits(world, visible, query);
        } finally {
          await world.close();
        }
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

/** What of the model git does not leave out. */
function visibleEntries(model: Model, world: World): Model {
  const listed = new Set(world.filesOfGit());
  const directories = [...model].filter(([, kind]) => kind === 'directory').map(([path]) => path);
  const ignored = world.ignoredByGit(directories);
  const isIgnored = (path: string): boolean =>
    path !== '' && (ignored.has(path) || isIgnored(parentOf(path)));
  return new Map(
    [...model].filter(([path, kind]) => (kind === 'directory' ? !isIgnored(path) : listed.has(path))),
  );
}

async function expectSameHits(world: World, visible: Model, query: string): Promise<void> {
  const found = (await world.search(query, 'prefix')).map(({ path }) => path);
  expect({ query, found: [...found].sort() }).toEqual({ query, found: plainHits(visible, query).sort() });

  const fuzzy = new Set<string>((await world.search(query, 'fuzzy')).map(({ path }) => path));
  expect(fuzzy).toEqual(new Set([...fuzzy].filter((path) => visible.has(path))));
  const isAnswered = query.endsWith('/') && found.length > 0;
  const spelled = isAnswered ? [] : spelledBy(visible, query);
  expect({ query, missed: spelled.filter((path) => !fuzzy.has(path)) }).toEqual({ query, missed: [] });
}

/** What a listing, a path prefix or a name prefix must find, in any order. */
function plainHits(visible: Model, query: string): string[] {
  const all = [...visible.keys()];
  const wanted = query.toLowerCase();
  if (query.endsWith('/')) return all.filter((path) => `${parentOf(path)}/` === query);
  if (query.includes('/')) return all.filter((path) => path.toLowerCase().startsWith(wanted));
  const named = all.filter((path) =>
    path
      .slice(path.lastIndexOf('/') + 1)
      .toLowerCase()
      .startsWith(wanted),
  );
  const near = named.filter((path) => !path.includes('/'));
  return near.length > 0 ? near : named;
}

/** The files whose path has the letters of the query in order. */
function spelledBy(visible: Model, query: string): string[] {
  return [...visible]
    .filter(([path, kind]) => {
      if (kind === 'directory') return false;
      let next = 0;
      for (const letter of path.toLowerCase()) if (letter === query.toLowerCase()[next]) next++;
      return next === query.length;
    })
    .map(([path]) => path);
}
