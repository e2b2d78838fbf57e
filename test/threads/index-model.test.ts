import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ScanPool } from '../../src/workers/pool/pool.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { anyCommands, type Model } from './model/commands.js';
import { parentOf } from './model/parent-of.js';
import { World, type WorldOptions } from './model/world.js';

// One run takes some 100 ms, most of it git's: `TROUPE_MODEL_RUNS=3000` takes five minutes.
const RUNS = Number(process.env['TROUPE_MODEL_RUNS'] ?? 80);
const TIMEOUT_MS = 120_000 + RUNS * 2_000;

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
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
  entries = await buildEntries({ 'scan.entry': 'src/workers/scan.entry.ts' });
  pool = new ScanPool({ threads: 2, entry: entries.url('scan.entry') });
});
afterAll(async () => {
  await pool.close();
  entries.remove();
  vi.unstubAllEnvs();
});

const anyWorld = fc.oneof(
  { weight: 3, arbitrary: fc.boolean().map((keepsSnapshots): WorldOptions => ({ keepsSnapshots })) },
  // So few that something is evicted all the time.
  fc.integer({ min: 1, max: 6 }).map((capacity): WorldOptions => ({ capacity, keepsSnapshots: false })),
);

test(
  `the index equals what git lists, and searches what a plain map finds, after each of ${RUNS} histories`,
  async () => {
    const queries = fc.subarray(QUERIES, { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(anyWorld, anyCommands, queries, async (options, commands, asked) => {
        const model: Model = new Map();
        const world = new World(pool, options);
        try {
          await world.started;
          await fc.asyncModelRun(() => ({ model, real: world }), commands);
          await world.settle();
          const listed = world.filesOfGit();
          // Those follow the rules of the repository that they are in: decision 12.
          if (listed === undefined) return;
          const visible = visibleEntries(model, world, listed);
          const files = [...visible].filter(([, kind]) => kind !== 'directory').map(([path]) => path);
          expect((await world.files()).sort()).toEqual(listed);
          expect(files.sort()).toEqual(listed);
          for (const query of asked) {
            if (options.capacity === undefined) await expectSameHits(world, visible, query);
            else await expectSomeHits(world, visible, query);
          }
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
function visibleEntries(model: Model, world: World, files: readonly string[]): Model {
  const listed = new Set(files);
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

/** An index that holds a part finds nothing that is not there, something where there is something, a listing whole. */
async function expectSomeHits(world: World, visible: Model, query: string): Promise<void> {
  // A name near by may be one of those that are not held.
  const wanted = plainHits(visible, query, false);
  const found = (await world.search(query, 'prefix')).map(({ path }): string => path);
  const isWhole = query.endsWith('/') || wanted.length === 0;
  const expected = isWhole ? wanted : wanted.filter((path) => found.includes(path));
  expect({ query, found: [...found].sort() }).toEqual({ query, found: expected.sort() });
  // For a path the disk is asked for the one directory that is named, in the case in which it is named.
  const mustBeFound = query.includes('/') ? wanted.some((path) => path.startsWith(query)) : wanted.length > 0;
  if (mustBeFound) expect({ query, isFound: found.length > 0 }).toEqual({ query, isFound: true });
}

/** What a listing, a path prefix or a name prefix must find, in any order. */
function plainHits(visible: Model, query: string, isNearFirst = true): string[] {
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
  return isNearFirst && near.length > 0 ? near : named;
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
