import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { AbsPath, FilePlace, RelPath, SearchReply } from '../../../src/actors/protocol/workspace.js';
import { search } from '../../../src/host/cli/inspect.js';
import { Output } from '../../../src/host/cli/terminal/output.js';
import type { Workspace } from '../../../src/host/workspace.js';

const HITS = [
  { path: 'src/main.ts', isDir: false },
  { path: 'src/main', isDir: true },
].map((hit) => ({
  ...hit,
  path: hit.path as RelPath,
  root: '/work' as AbsPath,
  isSymlink: false,
  isCore: false,
  mtimeMs: 0,
  score: 5,
  ranges: [[0, 3]] as const,
}));

let exitCode: number;

/** What `troupe search` prints where the index finds two entries and the query names a place. */
async function printed(
  place: FilePlace | undefined,
  isJson: boolean,
  more: Partial<SearchReply> = {},
): Promise<string[]> {
  const reply = {
    hits: HITS,
    ...more,
    state: 'ready',
    hasMore: false,
    ...(place === undefined ? {} : { place }),
  } as const;
  const workspace = { search: () => Promise.resolve(reply) } as unknown as Workspace;
  const stream = new PassThrough();
  const out = new Output(stream, { hasColor: false });
  const { signal } = new AbortController();
  const inspection = { workspace, out, err: out, isJson, signal };
  exitCode = await search(inspection, 'main', { base: '', limit: 9 });
  return String(stream.read()).trimEnd().split('\n');
}

describe('troupe search', () => {
  test('prints a path on each line', async () => {
    expect(await printed(undefined, false)).toEqual(['src/main.ts', 'src/main/']);
    expect(await printed(undefined, true)).toEqual([
      '{"path":"src/main.ts","isDir":false,"score":5,"ranges":[[0,3]]}',
      '{"path":"src/main","isDir":true,"score":5,"ranges":[[0,3]]}',
    ]);
  });

  test('prints first what the query names exactly, when the rules leave it out', async () => {
    const ignored = { root: '/work' as AbsPath, path: 'dist/main' as RelPath, isDir: true };
    expect(await printed(undefined, false, { hits: [], ignored })).toEqual([
      'dist/main/ (left out by ignore rules)',
    ]);
    expect(exitCode).toBe(0);
    expect((await printed(undefined, true, { ignored }))[0]).toBe(
      '{"path":"dist/main","isDir":true,"isIgnored":true}',
    );
    await printed(undefined, false, { hits: [] });
    expect(exitCode).toBe(1);
  });

  test('prints the place that the query names behind each file', async () => {
    expect(await printed({ line: 12, column: 3 }, false)).toEqual(['src/main.ts:12:3', 'src/main/']);
    expect(await printed({ line: 12 }, false)).toEqual(['src/main.ts:12', 'src/main/']);
    expect(await printed({ line: 12, column: 3 }, true)).toEqual([
      '{"path":"src/main.ts","isDir":false,"score":5,"ranges":[[0,3]],"line":12,"column":3}',
      '{"path":"src/main","isDir":true,"score":5,"ranges":[[0,3]]}',
    ]);
  });
});
