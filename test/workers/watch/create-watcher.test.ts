import { expect, test } from 'vitest';
import type { AbsPath, WorkspaceConfig } from '../../../src/actors/protocol/workspace.js';
import { systemClock } from '../../../src/actors/runtime/clock.js';
import { createWatcher } from '../../../src/workers/watch/create-watcher.js';
import type { WatcherState } from '../../../src/workers/watch/back-end/watcher.js';

const ENTRIES = {
  watch: new URL('missing-process.js', import.meta.url),
  watchThread: new URL('missing-thread.js', import.meta.url),
};

/** What cannot be started says which of the two it would have been. */
async function startedFor(kind: WorkspaceConfig['watcher'], platform: NodeJS.Platform): Promise<string> {
  const states: WatcherState[] = [];
  let isTold: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    isTold = resolve;
  });
  const watcher = createWatcher(kind, {
    entries: ENTRIES,
    clock: systemClock,
    platform,
    listener: {
      onBatch: () => undefined,
      onState: (_, state) => {
        states.push(state);
        isTold();
      },
    },
  });
  watcher?.watch('/' as AbsPath, []);
  await told;
  await watcher?.close();
  const [state] = states;
  return /missing-(process|thread)/.exec(state?.status === 'degraded' ? state.reason : '')?.[1] ?? '';
}

test.each([
  ['auto', 'linux', 'thread'],
  ['auto', 'darwin', 'process'],
  ['auto', 'win32', 'process'],
  ['per-directory', 'win32', 'thread'],
  ['parcel', 'linux', 'process'],
] as const)('the watcher %s on %s is a %s', async (kind, platform, expected) => {
  expect(await startedFor(kind, platform)).toBe(expected);
});

test('the watcher none is none', () => {
  const listener = { onBatch: () => undefined, onState: () => undefined };
  expect(createWatcher('none', { entries: ENTRIES, clock: systemClock, listener })).toBeUndefined();
});
