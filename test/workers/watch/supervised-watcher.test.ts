import { describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import type { BackEndExit, BackEndHandlers } from '../../../src/workers/watch/back-end/back-end.js';
import type { ToBackEnd } from '../../../src/workers/watch/back-end/messages.js';
import { SupervisedWatcher } from '../../../src/workers/watch/supervised-watcher.js';
import type { WatchBatch, WatcherState } from '../../../src/workers/watch/back-end/watcher.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { settle } from '../../doubles/settle.js';

const ROOT = '/w' as AbsPath;
const OTHER = '/x' as AbsPath;
const NONE: readonly RelPath[] = [];
const CRASHED: BackEndExit = { reason: 'It crashed.', isOwnFault: false, isResourceShortage: false };
const BROKEN: BackEndExit = { reason: 'It does not load.', isOwnFault: true, isResourceShortage: false };
const KILLED: BackEndExit = { reason: 'It was killed.', isOwnFault: false, isResourceShortage: false };
const SHORTAGE: BackEndExit = { reason: 'No files are left.', isOwnFault: true, isResourceShortage: true };
const HINT = { path: 'a' as RelPath, kind: 'created' } as const;

/** A back end that does what the test says. */
interface FakeBackEnd extends BackEndHandlers {
  readonly heard: ToBackEnd[];
  /** How it was told to end. */
  readonly ends: string[];
}

interface Stage {
  readonly clock: FakeClock;
  readonly watcher: SupervisedWatcher;
  readonly backEnds: FakeBackEnd[];
  readonly states: [AbsPath, WatcherState][];
  readonly batches: WatchBatch[];
  /** The one that was started last. */
  readonly current: () => FakeBackEnd;
}

function stage(taken = Promise.resolve()): Stage {
  const clock = new FakeClock();
  const backEnds: FakeBackEnd[] = [];
  const states: [AbsPath, WatcherState][] = [];
  const batches: WatchBatch[] = [];
  const watcher = new SupervisedWatcher({
    start: (handlers) => {
      const heard: ToBackEnd[] = [];
      const ends: string[] = [];
      backEnds.push({ ...handlers, heard, ends });
      return { send: (message) => void heard.push(message), end: (how) => void ends.push(how) };
    },
    listener: {
      onBatch: (batch) => {
        batches.push(batch);
        return taken;
      },
      onState: (root, state) => void states.push([root, state]),
    },
    clock,
  });
  const current = (): FakeBackEnd => {
    const last = backEnds.at(-1);
    if (last === undefined) throw new Error('Nothing was started.');
    return last;
  };
  return { clock, watcher, backEnds, states, batches, current };
}

/** A watcher of one root whose first back end is ready. */
function ready(taken?: Promise<void>): Stage {
  const set = stage(taken);
  set.watcher.watch(ROOT, NONE);
  set.current().onMessage({ type: 'ready' });
  return set;
}

/** Ends the current back end, and lets the wait before the next start pass. */
function crash({ clock, current }: Stage, end = CRASHED): void {
  current().onEnd(end);
  clock.advance(1_000);
}

function restarting(restarts: number, why: string): WatcherState {
  return {
    status: 'restarting',
    restarts,
    reason: `The file watcher was lost and is started again. ${why}`,
  };
}

function degraded(restarts: number, why: string): WatcherState {
  return {
    status: 'degraded',
    restarts,
    reason: `The file watcher is gone: changes on the disk are seen late. ${why}`,
    unwatched: ['' as RelPath],
  };
}

describe('SupervisedWatcher', () => {
  test('starts nothing before there is a root', () => {
    expect(stage().backEnds).toEqual([]);
  });

  test('tells the back end of all roots once it is ready, and of later ones at once', () => {
    const { watcher, backEnds, current } = stage();
    watcher.watch(ROOT, ['dist' as RelPath]);
    watcher.watch(ROOT, ['dist', 'out'] as RelPath[]);
    expect(current().heard).toEqual([]);
    current().onMessage({ type: 'ready' });
    watcher.watch(OTHER, NONE);
    expect([backEnds.length, current().heard]).toEqual([
      1,
      [
        { type: 'watch', root: ROOT, ignored: ['dist', 'out'] },
        { type: 'watch', root: OTHER, ignored: [] },
      ],
    ]);
  });

  test('passes on batches and states', () => {
    const { current, batches, states } = ready();
    const batch = { root: ROOT, hints: [HINT], rescans: ['b' as RelPath] };
    current().onMessage({ type: 'state', root: ROOT });
    current().onMessage({ type: 'batch', batch });
    current().onMessage({
      type: 'state',
      root: ROOT,
      problem: { reason: 'It is half blind.', unwatched: ['b' as RelPath] },
    });
    expect({ batches, states }).toEqual({
      batches: [batch],
      states: [
        [ROOT, { status: 'watching', restarts: 0 }],
        [ROOT, { status: 'degraded', restarts: 0, reason: 'It is half blind.', unwatched: ['b'] }],
      ],
    });
  });

  test('says that a batch is taken once it has been dealt with', async () => {
    const taken = deferred<void>();
    const { current, batches } = ready(taken.promise);
    const before = current().heard.length;
    current().onMessage({ type: 'batch', batch: { root: ROOT, hints: [HINT], rescans: [] } });
    await settle();
    expect([batches.length, current().heard.slice(before)]).toEqual([1, []]);
    taken.resolve();
    await settle();
    expect(current().heard.slice(before)).toEqual([{ type: 'taken', root: ROOT }]);
  });

  test('restarts one that dies 3 times in a row, waiting longer each time, and then gives up', () => {
    const set = ready();
    const startedAtMs: number[] = [];
    for (let life = 0; life < 4; life += 1) {
      startedAtMs.push(set.clock.now());
      set.current().onMessage({ type: 'ready' });
      set.current().onEnd(CRASHED);
      if (set.clock.nextInMs !== undefined) set.clock.advance(set.clock.nextInMs);
    }
    const why = 'It crashed.';
    expect({
      startedAtMs,
      backEnds: set.backEnds.length,
      timers: set.clock.pending,
      states: set.states,
    }).toEqual({
      startedAtMs: [0, 200, 600, 1_400],
      backEnds: 4,
      timers: 0,
      states: [
        [ROOT, restarting(1, why)],
        [ROOT, restarting(2, why)],
        [ROOT, restarting(3, why)],
        [ROOT, degraded(3, why)],
      ],
    });
  });

  test('tells each one that it starts of all roots', () => {
    const set = ready();
    set.watcher.watch(OTHER, NONE);
    crash(set);
    set.current().onMessage({ type: 'ready' });
    expect(set.current().heard).toEqual([
      { type: 'watch', root: ROOT, ignored: [] },
      { type: 'watch', root: OTHER, ignored: [] },
    ]);
  });

  test('starts a new row of restarts when one has announced a change', () => {
    const set = ready();
    for (let life = 0; life < 10; life += 1) {
      set.current().onMessage({ type: 'ready' });
      set.current().onMessage({ type: 'batch', batch: { root: ROOT, hints: [HINT], rescans: [] } });
      crash(set);
    }
    expect([set.backEnds.length, set.states.at(-1)]).toEqual([11, [ROOT, restarting(10, 'It crashed.')]]);
  });

  test('starts no new row of restarts when one has announced its own rescan only', () => {
    const set = ready();
    for (let life = 0; life < 4; life += 1) {
      set.current().onMessage({ type: 'ready' });
      set.current().onMessage({ type: 'batch', batch: { root: ROOT, hints: [], rescans: ['' as RelPath] } });
      crash(set);
    }
    expect(set.states.at(-1)).toEqual([ROOT, degraded(3, 'It crashed.')]);
  });

  test('starts a new row of restarts when one has lived for 60 s', () => {
    const set = ready();
    for (let life = 0; life < 10; life += 1) {
      set.current().onMessage({ type: 'ready' });
      for (let passedMs = 0; passedMs < 60_000; passedMs += 5_000) {
        set.clock.advance(5_000);
        set.current().onMessage({ type: 'pong' });
      }
      crash(set);
    }
    expect(set.backEnds.length).toBe(11);
  });

  test('kills and restarts one that does not answer', () => {
    const set = ready();
    set.clock.advance(19_999);
    expect(set.current().ends).toEqual([]);
    set.clock.advance(1);
    expect(set.current().ends).toEqual(['kill']);
    crash(set, KILLED);
    expect([set.backEnds.length, set.states]).toEqual([
      2,
      [[ROOT, restarting(1, 'It did not answer for 15 s.')]],
    ]);
  });

  test('leaves one to itself that does not end when it is killed, and starts another', () => {
    const set = ready();
    set.clock.advance(20_000);
    const stuck = set.current();
    set.clock.advance(5_000 + 200);
    set.current().onMessage({ type: 'ready' });
    stuck.onMessage({ type: 'batch', batch: { root: ROOT, hints: [HINT], rescans: [] } });
    stuck.onEnd(KILLED);
    expect([set.backEnds.length, set.batches, set.states]).toEqual([
      2,
      [],
      [[ROOT, restarting(1, 'It did not answer for 15 s.')]],
    ]);
  });

  test('lets one live that answers late but answers', () => {
    const set = ready();
    for (let passedMs = 0; passedMs < 600_000; passedMs += 14_000) {
      set.clock.advance(14_000);
      set.current().onMessage({ type: 'pong' });
    }
    expect([set.backEnds.length, set.current().ends]).toEqual([1, []]);
  });

  test('kills and restarts one that is not ready in time', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    set.clock.advance(10_000);
    expect(set.current().ends).toEqual(['kill']);
    crash(set, KILLED);
    expect([set.backEnds.length, set.states]).toEqual([
      2,
      [[ROOT, restarting(1, 'It was not ready within 10 s.')]],
    ]);
  });

  test('gives up at once when the addon cannot be loaded', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    set.current().onMessage({ type: 'unusable', reason: 'No prebuild was found.' });
    expect(set.current().ends).toEqual(['kill']);
    crash(set, KILLED);
    expect([set.backEnds.length, set.states]).toEqual([1, [[ROOT, degraded(0, 'No prebuild was found.')]]]);
  });

  test('gives up at once when one ends by its own doing before it is ready', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    crash(set, BROKEN);
    expect([set.backEnds.length, set.states]).toEqual([1, [[ROOT, degraded(0, 'It does not load.')]]]);
  });

  test('restarts one that ends by its own doing after it was ready', () => {
    const set = ready();
    crash(set, BROKEN);
    expect([set.backEnds.length, set.states]).toEqual([2, [[ROOT, restarting(1, 'It does not load.')]]]);
  });

  test('restarts when the system could not start one', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    crash(set);
    expect([set.backEnds.length, set.states]).toEqual([2, [[ROOT, restarting(1, 'It crashed.')]]]);
  });

  test('goes on trying to start one that the system has nothing left for, and says meanwhile that it is gone', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    for (let life = 0; life < 4; life += 1) crash(set, SHORTAGE);
    expect([set.backEnds.length, set.states.at(-1)]).toEqual([4, [ROOT, degraded(3, 'No files are left.')]]);
    set.clock.advance(9_000);
    set.current().onEnd(SHORTAGE);
    expect([set.backEnds.length, set.states.at(-1)]).toEqual([5, [ROOT, degraded(4, 'No files are left.')]]);
    set.clock.advance(10_000);
    set.watcher.watch(OTHER, NONE);
    set.current().onMessage({ type: 'ready' });
    set.current().onMessage({ type: 'state', root: ROOT });
    expect([set.backEnds.length, set.current().heard.length]).toEqual([6, 2]);
    expect(set.states.at(-1)).toEqual([ROOT, { status: 'watching', restarts: 5 }]);
    crash(set);
    expect([set.backEnds.length, set.states.at(-1)]).toEqual([6, [OTHER, degraded(5, 'It crashed.')]]);
  });

  test('says of a root that comes after it has given up that it is degraded', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    crash(set, BROKEN);
    set.watcher.watch(OTHER, NONE);
    expect([set.backEnds.length, set.states.at(-1)]).toEqual([1, [OTHER, degraded(0, 'It does not load.')]]);
  });

  test('closes when the back end has ended, and leaves no timer', async () => {
    const set = ready();
    let isClosed = false;
    const closed = set.watcher.close().then(() => {
      isClosed = true;
    });
    expect([set.current().ends, isClosed]).toEqual([['stop'], false]);
    set.current().onEnd(KILLED);
    await closed;
    expect([set.current().ends, set.clock.pending, set.states]).toEqual([['stop'], 0, []]);
  });

  test('kills one that does not end within 500 ms of closing', async () => {
    const set = ready();
    const closed = set.watcher.close();
    set.clock.advance(500);
    expect(set.current().ends).toEqual(['stop', 'kill']);
    set.current().onEnd(KILLED);
    await closed;
    expect(set.clock.pending).toBe(0);
  });

  test('closes though what was killed does not end', async () => {
    const set = ready();
    const closed = set.watcher.close();
    set.clock.advance(500 + 5_000);
    await closed;
    expect([set.current().ends, set.clock.pending]).toEqual([['stop', 'kill'], 0]);
  });

  test('closes at once, and starts nothing more, while it waits for a restart', async () => {
    const set = ready();
    set.current().onEnd(CRASHED);
    await set.watcher.close();
    expect([set.clock.pending, set.backEnds.length]).toEqual([0, 1]);
  });

  test('announces nothing once close has been called', async () => {
    const set = ready();
    const closed = set.watcher.close();
    set.current().onMessage({ type: 'batch', batch: { root: ROOT, hints: [HINT], rescans: [] } });
    set.watcher.watch(OTHER, NONE);
    set.current().onEnd(CRASHED);
    await closed;
    await set.watcher.close();
    expect({ batches: set.batches, states: set.states, backEnds: set.backEnds.length }).toEqual({
      batches: [],
      states: [],
      backEnds: 1,
    });
  });
});
