import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath, GrepSummary, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import type * as Api from '../../src/host/api.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { until } from '../doubles/until.js';
import { untilEqual } from '../doubles/until-equal.js';

const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;
const FILES = 300;
const WATCHERS = ['parcel', 'per-directory'] as const satisfies WorkspaceConfig['watcher'][];

let dir: AbsPath;
let root: string;
beforeEach(() => {
  dir = makeTempDir();
  root = join(dir, 'root');
  mkdirSync(join(root, 'src'), { recursive: true });
  for (let file = 0; file < FILES; file += 1) writeFileSync(join(root, `src/${file}`), `needle ${file};\n`);
});
afterEach(() => {
  removeTempDir(dir);
});

async function open(watcher: WorkspaceConfig['watcher']): Promise<Api.Host> {
  const { createHost } = (await import(BUILT)) as typeof Api;
  return createHost({
    roots: [root],
    workspace: { watcher, cacheDirectory: join(dir, 'cache') },
    stateDirectory: join(dir, 'state'),
  });
}

interface Found {
  readonly paths: readonly string[];
  readonly summary: GrepSummary | undefined;
}

async function grep({ workspace }: Api.Host, pattern: string): Promise<Found> {
  const paths: string[] = [];
  let last: GrepSummary | undefined;
  const request = { pattern, isRegex: false, caseSensitive: true, contextLines: 0, maxMatches: FILES };
  for await (const { matches, summary } of await workspace.grep(request)) {
    paths.push(...matches.map(({ path }) => path));
    last = summary ?? last;
  }
  return { paths, summary: last };
}

/** Searches again and again until files are ruled out without being read. Resolves to what was found then. */
function untilFiltered(host: Api.Host, pattern: string): Promise<Found> {
  return until(async () => {
    const found = await grep(host, pattern);
    return found.summary?.filesRuledOut !== undefined && found;
  }, 'files are ruled out without being read');
}

test.each(WATCHERS)(
  'a search of what %s watches comes to read only files that may match, and misses no change',
  async (watcher) => {
    {
      await using scanned = await open(watcher);
      await untilFiltered(scanned, 'needle 7;');
    }
    // A known workspace is compared with the disk without being scanned.
    await using known = await open(watcher);
    expect(await untilFiltered(known, 'needle 7;')).toMatchObject({
      paths: ['src/7'],
      summary: { filesSearched: FILES, matches: 1 },
    });
    writeFileSync(join(root, 'src/8'), 'needle 7;\n');
    await untilEqual(
      async () => (await grep(known, 'needle 7;')).paths.toSorted(),
      ['src/7', 'src/8'],
      'the search finds the file that has changed',
    );
  },
);

test('a new process reads only files that may match, without a watch, and misses no change', async () => {
  /** One search in a host of its own: each signs what the one before had no time for, but for a few. */
  const grepOnce = async (): Promise<Found> => {
    await using host = await open('none');
    return await grep(host, 'needle 7;');
  };
  expect((await grepOnce()).summary?.filesRuledOut).toBeUndefined();
  const warm = await until(async () => {
    const found = await grepOnce();
    return (found.summary?.filesRuledOut ?? 0) >= FILES * 0.9 && found;
  }, 'most files are ruled out');
  expect(warm).toMatchObject({ paths: ['src/7'], summary: { filesSearched: FILES, matches: 1 } });

  const changed = join(root, 'src/8');
  const { atime, mtime } = statSync(changed);
  writeFileSync(changed, 'needle 7;\n');
  utimesSync(changed, atime, mtime);
  expect((await grepOnce()).paths.toSorted()).toEqual(['src/7', 'src/8']);
});
