import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { checkEntries } from '../../../../../src/actors/threads/check-entries.js';
import { FileThreadStore } from '../../../../../src/host/node/threads/file-thread-store.js';
import { conversations, entriesOf } from '../../../../arbitraries/conversation.js';
import { type Operation, RecordingDisk } from '../../../../doubles/recording-disk.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';

// `TROUPE_POWER_FAILURES=1000` is the whole campaign.
const FAILURES = Number(process.env['TROUPE_POWER_FAILURES'] ?? 100);
const FAILURES_PER_THREAD = 5;
const TIMEOUT_MS = 1_200_000;

const ID = 'thread' as ThreadId;

// SPEC H4: a message is accepted, before a tool's effect, after its result, at the end of a turn.
const SYNCED = /^(user_message|call_began|checkpoint|files_changed|observation|jump|turn_ended)$/;

let scratch: AbsPath;
beforeAll(() => {
  scratch = makeTempDir();
});
afterAll(() => {
  removeTempDir(scratch);
});

/** What had been acknowledged after so many operations of the disk, and must survive. */
interface Acknowledged {
  readonly operations: number;
  readonly ids: readonly EntryId[];
}

async function record(
  entries: readonly ThreadEntry[],
  sizes: readonly number[],
  folder: string,
): Promise<{ readonly disk: RecordingDisk; readonly acknowledged: readonly Acknowledged[] }> {
  const disk = new RecordingDisk();
  await using store = new FileThreadStore({ folder, disk, maxPlainBytes: 4_000, onProblem: () => undefined });
  const acknowledged: Acknowledged[] = [];
  let at = 0;
  for (let batch = 0; at < entries.length; batch += 1) {
    const part = entries.slice(at, at + (sizes[batch % sizes.length] ?? 1));
    const before = disk.operations.length;
    await store.append(ID, part);
    at += part.length;
    const isSynced = part.some(({ kind }) => SYNCED.test(kind));
    const added = disk.operations.slice(before);
    // Neither tokens nor what can be done again wait for the disk. A file that ends does.
    const last = added.findLast((operation) => concernsLog(operation, disk));
    if (isSynced) expect(last?.type).not.toBe('write');
    if (isSynced)
      acknowledged.push({
        operations: disk.operations.length,
        ids: entries.slice(0, at).map(({ id }) => id),
      });
  }
  return { disk, acknowledged };
}

/** Whether a file of entries is written or synced, and not the compressed one that is made of an older one meanwhile. */
function concernsLog(operation: Operation, { operations }: RecordingDisk): boolean {
  if (operation.type !== 'write' && operation.type !== 'sync') return false;
  const { file } = operation;
  return operations.some(
    (made) => made.type === 'create' && made.file === file && made.path.endsWith('.log'),
  );
}

test(
  'a power failure at any moment loses nothing that was acknowledged and had to be on the disk',
  async () => {
    const counts = { failures: 0, required: 0, read: 0, damages: 0 };
    await fc.assert(
      fc.asyncProperty(
        conversations.filter((happenings) => happenings.length > 20),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
        fc.array(
          fc.integer({ min: 0, max: 10_000 }).map((part) => part / 10_000),
          {
            minLength: FAILURES_PER_THREAD,
            maxLength: FAILURES_PER_THREAD,
          },
        ),
        fc.array(fc.constantFrom('kept', 'lost', 'nul', 'cut'), { minLength: 1, maxLength: 40 }),
        async (happenings, sizes, moments, fates) => {
          const entries = entriesOf(happenings);
          const folder = join(scratch, 'recorded');
          rmSync(folder, { recursive: true, force: true });
          const { disk, acknowledged } = await record(entries, sizes, folder);
          let next = 0;
          for (const moment of moments) {
            const count = Math.round(moment * disk.operations.length);
            const failed = join(scratch, 'failed');
            rmSync(failed, { recursive: true, force: true });
            disk.playFailure(count, folder, failed, () => fates[next++ % fates.length] ?? 'lost');
            const required = acknowledged.findLast(({ operations }) => operations <= count)?.ids ?? [];
            const store = new FileThreadStore({ folder: failed, onProblem: () => (counts.damages += 1) });
            const read: ThreadEntry[] = [];
            try {
              for await (const entry of store.read(ID)) read.push(entry);
            } catch (error) {
              expect(error).toMatchObject({ code: 'DATA_CORRUPTION' });
            }
            const ids = new Set(read.map(({ id }) => id));
            expect(required.filter((id) => !ids.has(id))).toEqual([]);
            if (read.length > 0) checkEntries(ID, read);
            counts.failures += 1;
            counts.required += required.length;
            counts.read += read.length;
          }
        },
      ),
      { numRuns: Math.ceil(FAILURES / FAILURES_PER_THREAD) },
    );
    if (FAILURES > 100) console.log(JSON.stringify(counts));
  },
  TIMEOUT_MS,
);

test('entries of which none has to survive a power failure are written without a sync', async () => {
  const folder = join(scratch, 'unsynced');
  const disk = new RecordingDisk();
  const store = new FileThreadStore({ folder, disk, onProblem: () => undefined });
  const place = { parent: null, seq: 0, at: 0 };
  await store.append(ID, [{ ...place, id: 'a' as EntryId, kind: 'notice', message: 'A notice.' }]);
  expect(disk.operations.map(({ type }) => type)).toEqual(['create', 'sync folder', 'write']);
  await store.append(ID, [
    { ...place, id: 'b' as EntryId, kind: 'user_message', text: 'A message.', attachments: [] },
  ]);
  expect(disk.operations.slice(3).map(({ type }) => type)).toEqual(['write', 'sync']);
  await store[Symbol.asyncDispose]();
});
