import { describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import type {
  ForkWatchProcess,
  WatchProcessEnd,
  WatchProcessHandlers,
} from '../../../src/workers/watch/fork-watch-process.js';
import type { ToWatchProcess } from '../../../src/workers/watch/messages.js';
import { WatchProcess } from '../../../src/workers/watch/watch-process.js';
import type { WatchBatch, WatcherState } from '../../../src/workers/watch/watcher.js';
import { FakeClock } from '../../doubles/fake-clock.js';

const ROOT = '/w' as AbsPath;
const OTHER = '/x' as AbsPath;
const NONE: readonly RelPath[] = [];
const CRASHED: WatchProcessEnd = { exitCode: null, signal: 'SIGSEGV', lastWords: '' };
const HINT = { path: 'a' as RelPath, kind: 'created' } as const;

/** A process that does what the test says. */
interface FakeProcess extends WatchProcessHandlers {
  readonly heard: ToWatchProcess[];
  readonly signals: string[];
}

interface Stage {
  readonly clock: FakeClock;
  readonly watcher: WatchProcess;
  readonly processes: FakeProcess[];
  readonly states: [AbsPath, WatcherState][];
  readonly batches: WatchBatch[];
  /** The process that was started last. */
  readonly current: () => FakeProcess;
}

function stage(): Stage {
  const clock = new FakeClock();
  const processes: FakeProcess[] = [];
  const states: [AbsPath, WatcherState][] = [];
  const batches: WatchBatch[] = [];
  const fork: ForkWatchProcess = (_, handlers) => {
    const heard: ToWatchProcess[] = [];
    const signals: string[] = [];
    processes.push({ ...handlers, heard, signals });
    return {
      pid: processes.length,
      send: (message) => void heard.push(message),
      kill: (signal) => void signals.push(signal),
    };
  };
  const watcher = new WatchProcess({
    entry: new URL('file:///watch.entry.js'),
    listener: {
      onBatch: (batch) => void batches.push(batch),
      onState: (root, state) => void states.push([root, state]),
    },
    clock,
    fork,
  });
  const current = (): FakeProcess => {
    const last = processes.at(-1);
    if (last === undefined) throw new Error('No process was started.');
    return last;
  };
  return { clock, watcher, processes, states, batches, current };
}

/** A watcher of one root whose first process is ready. */
function ready(): Stage {
  const set = stage();
  set.watcher.watch(ROOT, NONE);
  set.current().onMessage({ type: 'ready' });
  return set;
}

/** Ends the current process, and lets the wait before the next start pass. */
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
    reason: `The file watcher is gone: changes on the disk are seen after a refresh only. ${why}`,
  };
}

describe('WatchProcess', () => {
  test('starts no process before there is a root', () => {
    expect(stage().processes).toEqual([]);
  });

  test('tells the process of all roots once it is ready, and of later ones at once', () => {
    const { watcher, processes, current } = stage();
    watcher.watch(ROOT, ['dist' as RelPath]);
    watcher.watch(ROOT, ['dist', 'out'] as RelPath[]);
    expect(current().heard).toEqual([]);
    current().onMessage({ type: 'ready' });
    watcher.watch(OTHER, NONE);
    expect([processes.length, current().heard]).toEqual([
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
    current().onMessage({ type: 'state', root: ROOT, problem: 'It is half blind.' });
    expect({ batches, states }).toEqual({
      batches: [batch],
      states: [
        [ROOT, { status: 'watching', restarts: 0 }],
        [ROOT, { status: 'degraded', restarts: 0, reason: 'It is half blind.' }],
      ],
    });
  });

  test('restarts a process that dies 3 times in a row, waiting longer each time, and then gives up', () => {
    const set = ready();
    const startedAtMs: number[] = [];
    for (let life = 0; life < 4; life += 1) {
      startedAtMs.push(set.clock.now());
      set.current().onMessage({ type: 'ready' });
      set.current().onEnd(CRASHED);
      if (set.clock.nextInMs !== undefined) set.clock.advance(set.clock.nextInMs);
    }
    const why = 'Its process ended (SIGSEGV).';
    expect({
      startedAtMs,
      processes: set.processes.length,
      timers: set.clock.pending,
      states: set.states,
    }).toEqual({
      startedAtMs: [0, 200, 600, 1_400],
      processes: 4,
      timers: 0,
      states: [
        [ROOT, restarting(1, why)],
        [ROOT, restarting(2, why)],
        [ROOT, restarting(3, why)],
        [ROOT, degraded(3, why)],
      ],
    });
  });

  test('tells each process that it starts of all roots', () => {
    const set = ready();
    set.watcher.watch(OTHER, NONE);
    crash(set);
    set.current().onMessage({ type: 'ready' });
    expect(set.current().heard).toEqual([
      { type: 'watch', root: ROOT, ignored: [] },
      { type: 'watch', root: OTHER, ignored: [] },
    ]);
  });

  test('starts a new row of restarts when a process has announced a change', () => {
    const set = ready();
    for (let life = 0; life < 10; life += 1) {
      set.current().onMessage({ type: 'ready' });
      set.current().onMessage({ type: 'batch', batch: { root: ROOT, hints: [HINT], rescans: [] } });
      crash(set);
    }
    expect([set.processes.length, set.states.at(-1)]).toEqual([
      11,
      [ROOT, restarting(10, 'Its process ended (SIGSEGV).')],
    ]);
  });

  test('starts no new row of restarts when a process has announced its own rescan only', () => {
    const set = ready();
    for (let life = 0; life < 4; life += 1) {
      set.current().onMessage({ type: 'ready' });
      set.current().onMessage({ type: 'batch', batch: { root: ROOT, hints: [], rescans: ['' as RelPath] } });
      crash(set);
    }
    expect(set.states.at(-1)).toEqual([ROOT, degraded(3, 'Its process ended (SIGSEGV).')]);
  });

  test('starts a new row of restarts when a process has lived for 60 s', () => {
    const set = ready();
    for (let life = 0; life < 10; life += 1) {
      set.current().onMessage({ type: 'ready' });
      for (let passedMs = 0; passedMs < 60_000; passedMs += 5_000) {
        set.clock.advance(5_000);
        set.current().onMessage({ type: 'pong' });
      }
      crash(set);
    }
    expect(set.processes.length).toBe(11);
  });

  test('kills and restarts a process that does not answer', () => {
    const set = ready();
    set.clock.advance(19_999);
    expect(set.current().signals).toEqual([]);
    set.clock.advance(1);
    expect(set.current().signals).toEqual(['SIGKILL']);
    crash(set, { exitCode: null, signal: 'SIGKILL', lastWords: '' });
    expect([set.processes.length, set.states]).toEqual([
      2,
      [[ROOT, restarting(1, 'Its process did not answer for 15 s.')]],
    ]);
  });

  test('lets a process live that answers late but answers', () => {
    const set = ready();
    for (let passedMs = 0; passedMs < 600_000; passedMs += 14_000) {
      set.clock.advance(14_000);
      set.current().onMessage({ type: 'pong' });
    }
    expect([set.processes.length, set.current().signals]).toEqual([1, []]);
  });

  test('kills and restarts a process that is not ready in time', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    set.clock.advance(10_000);
    expect(set.current().signals).toEqual(['SIGKILL']);
    crash(set, { exitCode: null, signal: 'SIGKILL', lastWords: '' });
    expect([set.processes.length, set.states]).toEqual([
      2,
      [[ROOT, restarting(1, 'Its process was not ready within 10 s.')]],
    ]);
  });

  test('gives up at once when the addon cannot be loaded', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    set.current().onMessage({ type: 'unusable', reason: 'No prebuild was found.' });
    expect(set.current().signals).toEqual(['SIGKILL']);
    crash(set, { exitCode: null, signal: 'SIGKILL', lastWords: '' });
    expect([set.processes.length, set.states]).toEqual([1, [[ROOT, degraded(0, 'No prebuild was found.')]]]);
  });

  test('gives up at once when the process ends by itself before it is ready', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    const lastWords =
      "node:internal\n  throw err;\n  ^\n\nError: Cannot find module '/w.js'\n    at x\n\nNode.js v20";
    crash(set, { exitCode: 1, signal: null, lastWords });
    expect([set.processes.length, set.states]).toEqual([
      1,
      [[ROOT, degraded(0, "Its process ended (exit code 1): Error: Cannot find module '/w.js'")]],
    ]);
  });

  test('restarts when the system could not start a process', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    crash(set, { exitCode: null, signal: null, lastWords: 'spawn EAGAIN' });
    expect([set.processes.length, set.states]).toEqual([
      2,
      [[ROOT, restarting(1, 'Its process ended (not started): spawn EAGAIN')]],
    ]);
  });

  test('says of a root that comes after it has given up that it is degraded', () => {
    const set = stage();
    set.watcher.watch(ROOT, NONE);
    crash(set, { exitCode: 1, signal: null, lastWords: '' });
    set.watcher.watch(OTHER, NONE);
    expect([set.processes.length, set.states.at(-1)]).toEqual([
      1,
      [OTHER, degraded(0, 'Its process ended (exit code 1).')],
    ]);
  });

  test('closes when the process has ended, and leaves no timer', async () => {
    const set = ready();
    let isClosed = false;
    const closed = set.watcher.close().then(() => {
      isClosed = true;
    });
    expect([set.current().signals, isClosed]).toEqual([['SIGTERM'], false]);
    set.current().onEnd({ exitCode: null, signal: 'SIGTERM', lastWords: '' });
    await closed;
    expect([set.current().signals, set.clock.pending, set.states]).toEqual([['SIGTERM'], 0, []]);
  });

  test('kills a process that does not end within 500 ms of closing', async () => {
    const set = ready();
    const closed = set.watcher.close();
    set.clock.advance(500);
    expect(set.current().signals).toEqual(['SIGTERM', 'SIGKILL']);
    set.current().onEnd({ exitCode: null, signal: 'SIGKILL', lastWords: '' });
    await closed;
    expect(set.clock.pending).toBe(0);
  });

  test('closes at once, and starts nothing more, while it waits for a restart', async () => {
    const set = ready();
    set.current().onEnd(CRASHED);
    await set.watcher.close();
    expect([set.clock.pending, set.processes.length]).toEqual([0, 1]);
  });

  test('announces nothing once close has been called', async () => {
    const set = ready();
    const closed = set.watcher.close();
    set.current().onMessage({ type: 'batch', batch: { root: ROOT, hints: [HINT], rescans: [] } });
    set.watcher.watch(OTHER, NONE);
    set.current().onEnd(CRASHED);
    await closed;
    await set.watcher.close();
    expect({ batches: set.batches, states: set.states, processes: set.processes.length }).toEqual({
      batches: [],
      states: [],
      processes: 1,
    });
  });
});
