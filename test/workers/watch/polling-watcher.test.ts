import { describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { PollingWatcher } from '../../../src/workers/watch/polling-watcher.js';
import type {
  WatchBatch,
  WatcherListener,
  WatcherState,
} from '../../../src/workers/watch/back-end/watcher.js';
import { settle } from '../../doubles/settle.js';
import { LaptopClock } from './laptop-clock.js';

const ROOT = '/w' as AbsPath;
const WATCHING: WatcherState = { status: 'watching', restarts: 0 };
const HALF_BLIND: WatcherState = {
  status: 'degraded',
  restarts: 0,
  reason: 'No watches are left.',
  unwatched: ['a', 'b/c'] as RelPath[],
};

interface Stage {
  readonly clock: LaptopClock;
  readonly polling: PollingWatcher;
  /** What the watcher behind it says. */
  readonly inner: WatcherListener;
  readonly said: string[];
  readonly states: WatcherState[];
  isInnerClosed: boolean;
  /** Lets time pass in steps, and all that follows from each come to rest. */
  readonly pass: (ms: number) => Promise<void>;
}

function stage(options: { remote?: string; takesMs?: number } = {}): Stage {
  const clock = new LaptopClock();
  const said: string[] = [];
  const states: WatcherState[] = [];
  let inner: WatcherListener | undefined;
  const listener: WatcherListener = {
    onBatch: ({ hints, rescans }: WatchBatch) => {
      said.push(`${clock.now()}: ${[...hints.map(({ path }) => path), ...rescans].join()}`);
      return new Promise((resolve) => void clock.after(options.takesMs ?? 0, resolve));
    },
    onState: (_, state) => void states.push(state),
  };
  const polling = new PollingWatcher({
    clock,
    listener,
    findRemote: () => Promise.resolve(options.remote),
    watcher: (own) => {
      inner = own;
      return {
        watch: () => undefined,
        close: () => {
          set.isInnerClosed = true;
          return Promise.resolve();
        },
      };
    },
  });
  if (inner === undefined) throw new Error('No watcher was made.');
  const pass = async (ms: number): Promise<void> => {
    await settle();
    for (let passedMs = 0; passedMs < ms; passedMs += 1_000) {
      clock.advance(1_000);
      await settle();
    }
  };
  const set: Stage = { clock, polling, inner, said, states, isInnerClosed: false, pass };
  polling.watch(ROOT, []);
  return set;
}

describe('PollingWatcher', () => {
  test('passes on what the watcher behind it says, and polls nothing that is watched', async () => {
    const { inner, said, states, pass } = stage();
    inner.onState(ROOT, WATCHING);
    void inner.onBatch({ root: ROOT, hints: [{ path: 'x' as RelPath, kind: 'created' }], rescans: [] });
    await pass(60_000);
    expect([said, states]).toEqual([['0: x'], [WATCHING]]);
  });

  test('has what is not watched rescanned every 10 s, until it is', async () => {
    const { inner, said, states, pass } = stage();
    inner.onState(ROOT, HALF_BLIND);
    await pass(25_000);
    inner.onState(ROOT, WATCHING);
    await pass(60_000);
    expect([said, states]).toEqual([
      ['10000: a,b/c', '20000: a,b/c'],
      [HALF_BLIND, WATCHING],
    ]);
  });

  test('polls so seldom that a slow rescan takes a twentieth of the time', async () => {
    const { inner, said, pass } = stage({ takesMs: 5_000 });
    inner.onState(ROOT, HALF_BLIND);
    await pass(230_000);
    expect(said).toEqual(['10000: a,b/c', '115000: a,b/c', '220000: a,b/c']);
  });

  test('goes on polling while the watcher behind it is started again', async () => {
    const { inner, said, pass } = stage();
    inner.onState(ROOT, HALF_BLIND);
    inner.onState(ROOT, { status: 'restarting', restarts: 1, reason: 'It crashed.' });
    await pass(10_000);
    expect(said).toEqual(['10000: a,b/c']);
  });

  test('says that a root on a network drive is not watched as a whole, and polls all of it', async () => {
    const { inner, said, states, pass } = stage({ remote: 'NFS' });
    inner.onState(ROOT, WATCHING);
    await pass(10_000);
    inner.onState(ROOT, HALF_BLIND);
    const reason =
      '/w is on a network drive or a shared folder (NFS): what others change there is seen late.';
    expect([said, states]).toEqual([
      ['10000: '],
      [
        WATCHING,
        { status: 'degraded', restarts: 0, reason, unwatched: [''] },
        { status: 'degraded', restarts: 0, reason: `${reason} No watches are left.`, unwatched: [''] },
      ],
    ]);
  });

  test('has everything rescanned after the machine was suspended', async () => {
    const { clock, said, pass } = stage();
    await pass(5_000);
    clock.sleep(3_600_000);
    await pass(60_000);
    expect(said).toEqual(['3610000: ']);
  });

  test('says nothing, sets no timer and ends the watcher behind it when it is closed', async () => {
    const set = stage({ remote: 'NFS' });
    set.inner.onState(ROOT, HALF_BLIND);
    await set.polling.close();
    await set.pass(60_000);
    expect([set.said, set.states, set.clock.pending, set.isInnerClosed]).toEqual([[], [HALF_BLIND], 0, true]);
  });
});
