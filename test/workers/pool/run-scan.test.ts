import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActorLostError } from '../../../src/actors/protocol/errors.js';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { type Deferred, deferred } from '../../../src/actors/runtime/deferred.js';
import type { DispatchJob } from '../../../src/workers/pool/dispatch-job.js';
import { DonationQueue } from '../../../src/workers/walk/donation-queue.js';
import { runScan, type ScanRequest } from '../../../src/workers/pool/run-scan.js';
import type { ScanPart } from '../../../src/workers/parts/scan-part.js';
import { type WalkJob, walkDirectories } from '../../../src/workers/walk/walk-directories.js';
import { WalkProgress } from '../../../src/workers/walk/walk-progress.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { ONLY_GITIGNORE, readParts } from '../walk/scanned-tree.js';
import { TempTree } from '../walk/temp-tree.js';

let tree: TempTree;
let clock: FakeClock;
beforeEach(() => {
  tree = new TempTree();
  clock = new FakeClock();
  tree.write('a/file');
  tree.write('file');
});
afterEach(() => {
  tree.remove();
});

function request(rest: Partial<ScanRequest> = {}): ScanRequest {
  return { root: tree.root, rules: ONLY_GITIGNORE, under: '' as RelPath, ...rest };
}

/** Walks when the test lets it: each job waits for its turn in `turns`. */
function patientThreads(): {
  dispatch: DispatchJob;
  turns: Deferred<void>[];
  jobs: WalkJob[];
  kills: AbortSignal[];
  spares: boolean[];
} {
  const turns: Deferred<void>[] = [];
  const jobs: WalkJob[] = [];
  const kills: AbortSignal[] = [];
  const spares: boolean[] = [];
  const dispatch = (async (_name, task, { kill, isSpare = false }) => {
    const turn = deferred<void>();
    turns.push(turn);
    jobs.push(task as WalkJob);
    kills.push(kill);
    spares.push(isSpare);
    await turn.promise;
    return walkDirectories(task as WalkJob);
  }) as DispatchJob;
  return { dispatch, turns, jobs, kills, spares };
}

describe('runScan', () => {
  it('gives what its walkers read', async () => {
    const { dispatch, turns } = patientThreads();
    const scan = runScan(request(), { dispatch, threads: 2, clock });
    for (const turn of turns) turn.resolve();
    expect(readParts(await scan).entries).toEqual(['a/', 'a/file', 'file']);
  });

  it('hands over each part when it comes', async () => {
    const { dispatch, turns } = patientThreads();
    const seen: ScanPart[] = [];
    const onPart = (part: ScanPart): number => seen.push(part);
    const scan = runScan(request({ onPart }), { dispatch, threads: 1, clock });
    turns[0]?.resolve();
    expect(await scan).toEqual(seen);
    expect(readParts(seen).entries).toEqual(['a/', 'a/file', 'file']);
  });

  it('is done without the walkers that never start', async () => {
    const { dispatch, turns } = patientThreads();
    const scan = runScan(request(), { dispatch, threads: 3, clock });
    turns[1]?.resolve();
    expect(readParts(await scan).directories).toEqual(['', 'a']);
  });

  it('waits for every walker that takes part', async () => {
    const { dispatch, turns, jobs } = patientThreads();
    const scan = runScan(request(), { dispatch, threads: 2, clock });
    const other = new DonationQueue(jobs[0]?.queue ?? new SharedArrayBuffer(0), '');
    other.join();
    turns[0]?.resolve();
    const first = await Promise.race([scan, new Promise((resolve) => setImmediate(resolve, 'waits'))]);
    expect(first).toBe('waits');
  });

  it('reports its progress at the start, every 100 ms and at the end', async () => {
    const seen: unknown[] = [];
    const { dispatch, turns } = patientThreads();
    const scan = runScan(request({ onProgress: (progress) => seen.push(progress) }), {
      dispatch,
      threads: 1,
      clock,
    });
    clock.advance(100);
    clock.advance(100);
    turns[0]?.resolve();
    await scan;
    const none = { files: 0, directories: 0 };
    expect(seen).toEqual([none, none, none, { files: 2, directories: 2 }]);
    expect(clock.pending).toBe(0);
  });

  it('adds walkers on spare threads while they wait for the disk, 16 at most', async () => {
    const { dispatch, turns, jobs, spares } = patientThreads();
    const blocks = vi.spyOn(process, 'resourceUsage');
    const usage = process.resourceUsage();
    const scan = runScan(request(), { dispatch, threads: 3, clock });
    const { progress } = jobs[0]!;
    const counts: number[] = [];
    const second = (read: number, blocked: number): void => {
      usage.voluntaryContextSwitches += blocked;
      blocks.mockReturnValue(usage);
      for (let directory = 0; directory < read; directory++) new WalkProgress(progress).addDirectory(0);
      clock.advance(1000);
      counts.push(jobs.length);
    };
    second(1000, 30); // From memory.
    second(200, 200); // Too few to tell,
    second(100, 100); // but not with these.
    second(1000, 1000);
    second(1000, 1000);
    second(1000, 1000);
    expect(counts).toEqual([3, 3, 6, 12, 16, 16]);
    expect(spares).toEqual([false, false, false, ...Array.from({ length: 13 }, () => true)]);
    for (const turn of turns) turn.resolve();
    expect(readParts(await scan).entries).toEqual(['a/', 'a/file', 'file']);
    expect(clock.pending).toBe(0);
    blocks.mockRestore();
  });

  it('rejects with the reason of its signal at once and tells its walkers', async () => {
    const { dispatch, jobs, kills } = patientThreads();
    const controller = new AbortController();
    const scan = runScan(request({ signal: controller.signal }), { dispatch, threads: 1, clock });
    controller.abort(new Error('enough'));
    await expect(scan).rejects.toThrow('enough');
    expect(new DonationQueue(jobs[0]?.queue ?? new SharedArrayBuffer(0), '').isCancelled).toBe(true);
    clock.advance(250);
    expect(kills.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('starts nothing when its signal is aborted already', async () => {
    const { dispatch, jobs } = patientThreads();
    const scan = runScan(request({ signal: AbortSignal.abort(new Error('never')) }), {
      dispatch,
      threads: 1,
      clock,
    });
    await expect(scan).rejects.toThrow('never');
    expect(jobs).toEqual([]);
  });

  it('rejects when a walker is lost, and tells the others', async () => {
    const { dispatch, turns, jobs } = patientThreads();
    const scan = runScan(request(), { dispatch, threads: 2, clock });
    turns[1]?.reject(new ActorLostError('gone', { actor: 'scan pool' }));
    await expect(scan).rejects.toThrow(ActorLostError);
    expect(new DonationQueue(jobs[0]?.queue ?? new SharedArrayBuffer(0), '').isCancelled).toBe(true);
  });
});
