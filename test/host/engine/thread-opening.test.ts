import { expect, test } from 'vitest';
import type { Checkpoints } from '../../../src/actors/protocol/checkpoints.js';
import type { VersionChange } from '../../../src/actors/protocol/file-version.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { MemoryThreadStore } from '../../../src/actors/threads/memory-store.js';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { asksFor } from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';
import { simpleTool } from '../../doubles/simple-tool.js';

const path = '/work/f' as AbsPath;
const CHANGE: VersionChange = { path, before: null, after: { kind: 'directory', mode: 0o755 } };

/** Checkpoints of commands that make one folder. */
function makeCheckpoints(parts: Partial<Checkpoints>): Checkpoints {
  const notAsked = (): Promise<never> => Promise.reject(new Error('Nothing goes back here.'));
  return {
    recordEdits: (changes) => changes,
    findUncovered: () => Promise.resolve([]),
    look: () => Promise.resolve([{ path, version: CHANGE.after }]),
    mergeVersions: notAsked,
    readVersion: notAsked,
    restore: notAsked,
    beforeCommand: async ({ onCheckpoint }) => {
      await onCheckpoint([{ path, version: null }]);
      return () => Promise.resolve();
    },
    ...parts,
  };
}

/** A thread in the middle of a command, which ends by itself when `run` does. */
async function beginCommand(
  parts: Partial<Checkpoints> = {},
  run = () => new Promise<never>(() => undefined),
) {
  const store = new MemoryThreadStore();
  const { engine, clock } = makeEngine(
    [asksFor(['change', {}])],
    [simpleTool('change', { isReadOnly: false, run })],
    { store, approvals: { 'File edits': 'auto' }, checkpoints: makeCheckpoints(parts) },
  );
  const thread = engine.createThread();
  await thread.send({ text: 'Do it.' });
  await settle();
  return { engine, thread, clock, store };
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  void promise.finally(() => {
    isSettled = true;
  });
  await settle();
  return !isSettled;
}

test('a thread is handed out once it is recorded what an interrupted call has changed', async () => {
  const { store, thread } = await beginCommand();
  const looked = deferred<undefined>();
  const { engine } = makeEngine([], [], {
    store,
    checkpoints: makeCheckpoints({
      async look() {
        await looked.promise;
        return [{ path, version: CHANGE.after }];
      },
    }),
  });
  const first = engine.openThread(thread.id);
  await settle();
  const second = engine.openThread(thread.id);
  expect(await isPending(second)).toBe(true);
  const closed = engine.closeThread(thread.id);
  expect(await isPending(closed)).toBe(true);

  looked.resolve(undefined);
  const opened = await second;
  expect(opened).toBe(await first);
  expect(opened.entries.at(-1)).toMatchObject({
    kind: 'files_changed',
    by: 'interrupted',
    changes: [CHANGE],
  });
  await closed;
  expect(await engine.openThread(thread.id)).not.toBe(opened);
});

/** Closes a thread during its command, whose end is looked at until `ended` resolves. */
async function closeDuring(run: () => Promise<never>) {
  const ended = deferred<undefined>();
  let record: (() => void) | undefined;
  const begun = await beginCommand(
    {
      beforeCommand: async ({ onCheckpoint, onChanged }) => {
        await onCheckpoint([{ path, version: null }]);
        record = () => {
          onChanged([CHANGE]);
        };
        return async () => {
          await ended.promise;
          record?.();
        };
      },
    },
    run,
  );
  const closed = begun.engine.closeThread(begun.thread.id);
  return { ...begun, ended, record: () => record?.(), closed };
}

test('a thread that is closed and opened again has what its last command changed', async () => {
  const { engine, thread, ended, closed } = await closeDuring(() => Promise.reject(new Error('Stopped.')));
  const opening = engine.openThread(thread.id);
  expect([await isPending(closed), await isPending(opening)]).toEqual([true, true]);

  ended.resolve(undefined);
  await closed;
  const opened = await opening;
  expect(opened.entries).toEqual(thread.entries);
  expect(opened.entries.at(-1)).toMatchObject({ kind: 'files_changed', by: 'call', changes: [CHANGE] });
});

test('a thread that was closed takes nothing more from a call that does not end', async () => {
  const { engine, thread, clock, store, record, closed } = await closeDuring(
    () => new Promise(() => undefined),
  );
  await settle();
  clock.advance(5000);
  await closed;
  const opened = await engine.openThread(thread.id);
  record();
  await opened.rename('Again');
  await expect(thread.rename('Late')).rejects.toMatchObject({
    code: 'DISPOSED',
    message: expect.stringMatching(/was closed/),
  });
  const stored = [];
  for await (const entry of store.read(thread.id)) stored.push(entry);
  expect(stored).toEqual(opened.entries);
  expect(clock.pending).toBe(0);
});
