import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath, GrepSummary, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import type * as Api from '../../src/host/api.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';

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

/** Searches again and again until the answer is as wanted. */
async function until(host: Api.Host, pattern: string, isWanted: (found: Found) => boolean): Promise<Found> {
  for (;;) {
    const found = await grep(host, pattern);
    if (isWanted(found)) return found;
  }
}

const isFiltered = ({ summary }: Found): boolean => summary?.filesRuledOut !== undefined;

test.each(WATCHERS)(
  'a search of what %s watches comes to read only files that may match, and misses no change',
  async (watcher) => {
    {
      await using scanned = await open(watcher);
      await until(scanned, 'needle 7;', isFiltered);
    }
    // A known workspace is compared with the disk without being scanned.
    await using known = await open(watcher);
    expect(await until(known, 'needle 7;', isFiltered)).toMatchObject({
      paths: ['src/7'],
      summary: { filesSearched: FILES, matches: 1 },
    });
    writeFileSync(join(root, 'src/8'), 'needle 7;\n');
    const { paths } = await until(known, 'needle 7;', (found) => found.paths.length > 1);
    expect(paths.toSorted()).toEqual(['src/7', 'src/8']);
  },
);

test('a new process reads only files that may match, without a watch, and misses no change', async () => {
  /** One search in a host of its own: each signs what the one before had no time for, but for a few. */
  const grepOnce = async (): Promise<Found> => {
    await using host = await open('none');
    return await grep(host, 'needle 7;');
  };
  expect((await grepOnce()).summary?.filesRuledOut).toBeUndefined();
  let warm = await grepOnce();
  while ((warm.summary?.filesRuledOut ?? 0) < FILES * 0.9) warm = await grepOnce();
  expect(warm).toMatchObject({ paths: ['src/7'], summary: { filesSearched: FILES, matches: 1 } });

  const changed = join(root, 'src/8');
  const { atime, mtime } = statSync(changed);
  writeFileSync(changed, 'needle 7;\n');
  utimesSync(changed, atime, mtime);
  expect((await grepOnce()).paths.toSorted()).toEqual(['src/7', 'src/8']);
});
