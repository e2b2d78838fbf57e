import { describe, expect, it } from 'vitest';
import type { AbsPath, RelPath } from '../../../../src/actors/protocol/workspace.js';
import { type Deferred, deferred } from '../../../../src/actors/runtime/deferred.js';
import type { RootRules } from '../../../../src/workers/index/rules/root-rules.js';
import { RootWatch } from '../../../../src/workers/index/root/root-watch.js';
import type { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

const RULES = {
  ignored: new Set(['dist' as RelPath]),
  repositories: new Map(),
  git: { ignoreCase: false, repository: null, sourceFiles: [] },
} as unknown as RootRules;

/** A root whose comparisons with the disk end when a test says so, and the watch of it. */
function open() {
  const comparisons: Deferred<void>[] = [];
  const settled = deferred<void>();
  const watched: string[][] = [];
  const root = {
    config: { path: '/root' as AbsPath },
    settled: settled.promise,
    compare() {
      const comparison = deferred<void>();
      comparisons.push(comparison);
      return comparison.promise;
    },
  } as unknown as WorkspaceRoot;
  const watcher = {
    watch: (_: AbsPath, ignored: readonly RelPath[]) => watched.push([...ignored]),
    close: () => Promise.resolve(),
  };
  return { comparisons, settled, watched, watch: new RootWatch(root, watcher, new FakeClock()) };
}

/** Whether a promise is settled once all that can go on has gone on. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise(setImmediate);
  return done;
}

describe('RootWatch', () => {
  it('watches nothing before the first request, whatever rules are met', () => {
    const { watch, watched } = open();
    watch.follow(RULES);
    expect(watched).toEqual([]);
    void watch.catchUp();
    expect(watched).toEqual([['dist']]);
  });

  it('watches with the first rules when it is started before any are known', () => {
    const { watch, watched } = open();
    watch.start();
    expect(watched).toEqual([]);
    watch.follow(RULES);
    expect(watched).toEqual([['dist']]);
  });

  it('catches up by a comparison that begins after the request, shared by those that wait for it', async () => {
    const { watch, settled, comparisons } = open();
    const first = watch.catchUp();
    expect(await isDone(first)).toBe(false);
    expect(comparisons).toHaveLength(0);
    settled.resolve();
    expect(await isDone(first)).toBe(false);
    expect(comparisons).toHaveLength(1);

    const [second, third] = [watch.catchUp(), watch.catchUp()];
    comparisons[0]!.resolve();
    expect(await isDone(first)).toBe(true);
    expect([await isDone(second), await isDone(third)]).toEqual([false, false]);
    expect(comparisons).toHaveLength(2);
    comparisons[1]!.resolve();
    expect([await isDone(second), await isDone(third)]).toEqual([true, true]);
  });

  it('compares no more once it was compared after the watch had become live', async () => {
    const { watch, settled, comparisons } = open();
    settled.resolve();
    const before = watch.catchUp();
    await isDone(before);
    // What changed while the watch was set, nobody has told.
    watch.takeState();
    comparisons[0]!.resolve();
    await before;
    const after = watch.catchUp();
    expect(await isDone(after)).toBe(false);
    comparisons[1]!.resolve();
    await after;
    await watch.catchUp();
    expect(comparisons).toHaveLength(2);
  });
});
