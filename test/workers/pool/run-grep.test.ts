import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActorLostError, PatternSyntaxError } from '../../../src/actors/protocol/errors.js';
import type { GrepBatch, GrepSummary, RelPath } from '../../../src/actors/protocol/workspace.js';
import type { DispatchJob } from '../../../src/workers/pool/dispatch-job.js';
import { type GrepJob, grepJob } from '../../../src/workers/grep/grep-job.js';
import { type GrepSearch, runGrep } from '../../../src/workers/pool/run-grep.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { TempTree } from '../walk/temp-tree.js';

let tree: TempTree;
let clock: FakeClock;
let jobs: GrepJob[];
beforeEach(() => {
  tree = new TempTree();
  clock = new FakeClock();
  jobs = [];
});
afterEach(() => {
  tree.remove();
});

/** Runs each job at once, in this thread. */
const atOnce = (async (_name, task) => {
  jobs.push(task as GrepJob);
  grepJob(task as GrepJob);
}) as DispatchJob;

/** Takes jobs and never answers, until a job is killed. */
const never = ((_name, task, { kill }) => {
  jobs.push(task as GrepJob);
  return new Promise((_, reject) => {
    kill.addEventListener('abort', () => {
      reject(new ActorLostError('killed', { actor: 'scan pool' }));
    });
  });
}) as DispatchJob;

function grep(
  paths: readonly string[],
  search: Partial<GrepSearch> = {},
  dispatch: DispatchJob = atOnce,
): AsyncIterable<GrepBatch> {
  const all = {
    isRegex: false,
    caseSensitive: true,
    include: [],
    contextLines: 0,
    maxMatches: 1000,
    pattern: 'foo',
  };
  return runGrep(
    { ...all, root: tree.root, paths: [paths as RelPath[]], ...search },
    { dispatch, threads: 2, clock },
  );
}

async function collect(
  batches: AsyncIterable<GrepBatch>,
): Promise<{ found: string[]; summary: GrepSummary | undefined }> {
  const found: string[] = [];
  let summary: GrepSummary | undefined;
  for await (const batch of batches) {
    expect(summary).toBeUndefined();
    for (const { path, line } of batch.matches) found.push(`${path}:${String(line)}`);
    summary = batch.summary;
  }
  return { found, summary };
}

describe('runGrep', () => {
  it('gives the matches, with their root, and then a summary', async () => {
    tree.write('a/b', '1\nfoo\n3');
    const batches: GrepBatch[] = [];
    for await (const batch of grep(['a/b'], { contextLines: 1 })) batches.push(batch);
    expect(batches).toEqual([
      {
        matches: [
          { root: tree.root, path: 'a/b', line: 2, column: 1, text: 'foo', before: ['1'], after: ['3'] },
        ],
      },
      { matches: [], summary: { filesSearched: 1, matches: 1, isCapped: false, unreadable: 0 } },
    ]);
  });

  it('gives only a summary when there are no files', async () => {
    expect(await collect(grep([]))).toEqual({
      found: [],
      summary: { filesSearched: 0, matches: 0, isCapped: false, unreadable: 0 },
    });
    expect(jobs).toEqual([]);
  });

  it('searches only the files that the globs include', async () => {
    for (const name of ['a.ts', 'b/c.ts', 'b/d.js']) tree.write(name, 'foo');
    expect(await collect(grep(['a.ts', 'b/c.ts', 'b/d.js'], { include: ['*.ts'] }))).toMatchObject({
      found: ['a.ts:1', 'b/c.ts:1'],
      summary: { filesSearched: 2 },
    });
  });

  it('passes over files that have gone and counts those that cannot be read', async () => {
    tree.write('dir/file', 'foo');
    // A name that is too long for the system is there and cannot be read.
    const paths = ['gone', 'dir', 'dir/file/below', 'x'.repeat(300), 'dir/file'];
    expect(await collect(grep(paths))).toEqual({
      found: ['dir/file:1'],
      summary: { filesSearched: 1, matches: 1, isCapped: false, unreadable: 1 },
    });
  });

  it.each([
    [3, 3, true],
    [4, 4, false],
    [0, 0, true],
  ])('returns at most %i matches: %i, capped: %s', async (maxMatches, matches, isCapped) => {
    tree.write('a', 'foo\nfoo\n');
    tree.write('b', 'foo\nfoo\n');
    const { found, summary } = await collect(grep(['a', 'b'], { maxMatches }));
    expect([found.length, summary?.matches, summary?.isCapped]).toEqual([matches, matches, isCapped]);
  });

  it('reads paths that come bit by bit', async () => {
    tree.write('a', 'foo');
    tree.write('b', 'foo');
    async function* paths(): AsyncGenerator<readonly RelPath[]> {
      yield ['a' as RelPath];
      await Promise.resolve();
      yield ['b' as RelPath];
    }
    expect((await collect(grep([], { paths: paths() }))).found).toEqual(['a:1', 'b:1']);
  });

  it('refuses a pattern or a glob that cannot be read before anything runs', () => {
    expect(() => grep([], { pattern: '(', isRegex: true })).toThrow(PatternSyntaxError);
    expect(() => grep([], { include: ['[a'] })).toThrow(PatternSyntaxError);
    expect(jobs).toEqual([]);
  });

  it('runs nothing until somebody reads', async () => {
    tree.write('a', 'foo');
    const batches = grep(['a']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(jobs).toEqual([]);
    expect((await collect(batches)).found).toEqual(['a:1']);
  });

  it('gives the thread back when the reader is behind, and goes on where it was', async () => {
    const lines = 256 * 40;
    tree.write('a', 'foo\n'.repeat(lines));
    const numbers: number[] = [];
    for await (const { matches } of grep(['a'], { maxMatches: lines })) {
      for (const { line } of matches) numbers.push(line);
    }
    expect(numbers).toEqual(Array.from({ length: lines }, (_, index) => index + 1));
    expect(jobs.length).toBeGreaterThan(1);
    expect(jobs[1]?.resume).toEqual({ chunk: 0, file: 0, sent: 256 * 16 });
  });

  it('rejects with the reason of its signal at once, and kills what does not stop', async () => {
    tree.write('a', 'foo');
    const controller = new AbortController();
    const read = collect(grep(['a'], { signal: controller.signal }, never));
    while (jobs.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    await expect(read).rejects.toThrow('enough');
    expect(clock.nextInMs).toBe(250);
    clock.advance(250);
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.pending).toBe(0);
  });

  it('runs nothing when its signal is aborted already', async () => {
    const read = collect(grep(['a'], { signal: AbortSignal.abort(new Error('never')) }));
    await expect(read).rejects.toThrow('never');
    await new Promise((resolve) => setImmediate(resolve));
    expect(jobs).toEqual([]);
  });

  it('stops when the reader leaves, even while it waits', async () => {
    tree.write('a', 'foo');
    const iterator = grep(['a'], {}, never)[Symbol.asyncIterator]();
    const read = iterator.next();
    while (jobs.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await iterator.return?.();
    expect([await read, clock.nextInMs]).toEqual([{ done: true, value: undefined }, 250]);
  });

  it('rejects when a thread is lost', async () => {
    tree.write('a', 'foo');
    const lost = (() => Promise.reject(new ActorLostError('gone', { actor: 'scan pool' }))) as DispatchJob;
    await expect(collect(grep(['a'], {}, lost))).rejects.toThrow(ActorLostError);
  });

  it('rejects when the paths cannot be had', async () => {
    const paths = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no paths')) }),
    };
    await expect(collect(grep([], { paths }))).rejects.toThrow('no paths');
  });
});
