import { lstatSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ActorLostError } from '../../../src/actors/protocol/errors.js';
import type { DispatchJob } from '../../../src/workers/pool/dispatch-job.js';
import { runStat } from '../../../src/workers/pool/run-stat.js';
import { type StatJob, statDirectories } from '../../../src/workers/walk/stat-directories.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { TempTree } from '../walk/temp-tree.js';

let tree: TempTree;
beforeEach(() => {
  tree = new TempTree();
});
afterEach(() => {
  tree.remove();
});

/** Threads that look at once, and count what they are asked. */
function threads(count: number): { runner: Parameters<typeof runStat>[1]; jobs: StatJob[] } {
  const jobs: StatJob[] = [];
  const dispatch = (async (_name, task) => {
    jobs.push(task as StatJob);
    return statDirectories(task as StatJob);
  }) as DispatchJob;
  return { runner: { dispatch, threads: count, clock: new FakeClock() }, jobs };
}

function expected(paths: readonly string[]): number[] {
  return paths.flatMap((path) => {
    const { mtimeMs, ctimeMs, ino } = lstatSync(join(tree.root, path));
    return [Math.max(mtimeMs, ctimeMs), ino];
  });
}

describe('runStat', () => {
  it('tells when each directory was changed and which it is, in their order', async () => {
    tree.write('a/b/file');
    mkdirSync(join(tree.root, 'new\nline'));
    utimesSync(join(tree.root, 'a/b'), 1, 4_000_000_000.5);
    const paths = ['', 'new\nline', 'a/b', 'a'];
    const stats = await runStat({ root: tree.root, directories: paths.join('\0') }, threads(2).runner);
    expect([...stats]).toEqual(expected(paths));
    expect(stats[4]).toBe(4_000_000_000_500);
  });

  it('tells NaN of what is gone, is no directory, or has a path that the system refuses', async () => {
    tree.write('file');
    symlinkSync('.', join(tree.root, 'link'));
    const paths = ['gone', 'file', 'file/below', 'link', 'x'.repeat(300), ''];
    const stats = await runStat({ root: tree.root, directories: paths.join('\0') }, threads(1).runner);
    expect([...stats]).toEqual([...Array.from({ length: 10 }, () => Number.NaN), ...expected([''])]);
  });

  it('asks for many directories in slices, whose answers stay in order', async () => {
    for (const name of ['a', 'b', 'c']) mkdirSync(join(tree.root, name));
    const paths = Array.from({ length: 40_000 }, (_, index) => 'abc'.charAt(index % 3));
    const { runner, jobs } = threads(2);
    const stats = await runStat({ root: tree.root, directories: paths.join('\0') }, runner);
    const three = expected(['a', 'b', 'c']);
    expect(stats.length).toBe(paths.length * 2);
    expect(stats.every((value, index) => value === three[index % 6])).toBe(true);
    expect(jobs.length).toBeGreaterThan(2);
    expect(jobs.map(({ directories }) => directories).join('\0')).toBe(paths.join('\0'));
  });

  it('rejects with the reason of its signal at once, and asks for nothing more', async () => {
    const controller = new AbortController();
    const kills: AbortSignal[] = [];
    const dispatch = ((_name, _task, { kill }) => {
      kills.push(kill);
      return new Promise(() => undefined);
    }) as DispatchJob;
    const clock = new FakeClock();
    const directories = Array.from({ length: 40_000 }, () => 'a').join('\0');
    const request = { root: tree.root, directories, signal: controller.signal };
    const stat = runStat(request, { dispatch, threads: 2, clock });
    controller.abort(new Error('enough'));
    await expect(stat).rejects.toThrow('enough');
    clock.advance(250);
    expect(kills.map(({ aborted }) => aborted)).toEqual([true, true]);
    await expect(runStat(request, { dispatch, threads: 2, clock })).rejects.toThrow('enough');
  });

  it('rejects when a thread is lost', async () => {
    const lost = new ActorLostError('gone', { actor: 'scan pool' });
    const dispatch = (() => Promise.reject(lost)) as DispatchJob;
    const runner = { dispatch, threads: 2, clock: new FakeClock() };
    await expect(runStat({ root: tree.root, directories: 'a' }, runner)).rejects.toBe(lost);
  });
});
