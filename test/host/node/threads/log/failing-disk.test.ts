import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { FileThreadStore } from '../../../../../src/host/node/threads/file-thread-store.js';
import { type LogDisk, nodeDisk } from '../../../../../src/host/node/threads/log/log-disk.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';

const ID = 'thread' as ThreadId;

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
});
afterEach(() => {
  removeTempDir(folder);
});

/** What fails, with which code of the system. A write fails behind half of its bytes. */
interface Failure {
  readonly operation: 'create' | 'write' | 'sync';
  readonly code: string;
  /** Whether the file cannot be shortened either. */
  readonly isStuck?: boolean;
}

/** A disk that works until it is told how to fail. */
class FailingDisk implements LogDisk {
  failure: Failure | undefined;
  readonly makeFolder = (path: string): Promise<void> => nodeDisk.makeFolder(path);
  readonly list = (path: string): Promise<readonly string[]> => nodeDisk.list(path);
  readonly syncFolder = (path: string): Promise<void> => nodeDisk.syncFolder(path);
  readonly remove = (path: string): Promise<void> => nodeDisk.remove(path);
  rename = (from: string, to: string): Promise<void> => nodeDisk.rename(from, to);

  async create(path: string): ReturnType<LogDisk['create']> {
    this.#fail('create');
    const inner = await nodeDisk.create(path);
    return {
      write: async (bytes, position) => {
        if (this.failure?.operation === 'write')
          await inner.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), position);
        this.#fail('write');
        await inner.write(bytes, position);
      },
      sync: async () => {
        this.#fail('sync');
        await inner.sync();
      },
      truncate: async (length) => {
        if (this.failure?.isStuck === true) throw new Error('The file cannot be shortened.');
        await inner.truncate(length);
      },
      close: () => inner.close(),
    };
  }

  #fail(operation: Failure['operation']): void {
    if (this.failure?.operation !== operation) return;
    throw Object.assign(new Error(`${this.failure.code}: failed on purpose`), { code: this.failure.code });
  }
}

function message(seq: number): ThreadEntry {
  const parent = seq === 0 ? null : (`e${seq - 1}` as EntryId);
  const place = { id: `e${seq}` as EntryId, parent, seq, at: seq };
  return { ...place, kind: 'user_message', text: `Message ${seq}`, attachments: [] };
}

async function read(store: FileThreadStore, kinds: string[] = []): Promise<readonly ThreadEntry[]> {
  const entries: ThreadEntry[] = [];
  for await (const entry of store.read(ID, ({ kind }) => kinds.push(kind))) entries.push(entry);
  return entries;
}

const open = (disk: LogDisk): FileThreadStore =>
  new FileThreadStore({ folder, disk, onProblem: () => undefined });

test.each<[Failure, string, RegExp]>([
  [
    { operation: 'write', code: 'ENOSPC' },
    'DISK_FULL',
    /the disk is full\. What was saved before is safe\. Free/,
  ],
  [{ operation: 'write', code: 'EDQUOT' }, 'DISK_FULL', /the quota is used up/],
  [{ operation: 'sync', code: 'ENOSPC' }, 'DISK_FULL', /the disk is full/],
  [{ operation: 'sync', code: 'EIO' }, 'THREAD_STORE', /cannot be written: EIO: failed on purpose/],
  [{ operation: 'write', code: 'EROFS' }, 'PERMISSION_DENIED', /the disk is read-only/],
  [
    { operation: 'create', code: 'EACCES' },
    'PERMISSION_DENIED',
    /permission denied\..*Make the folder writable/,
  ],
])(
  'a failure %j takes nothing that was acknowledged, and the next append goes on',
  async (failure, code, text) => {
    const disk = new FailingDisk();
    if (failure.operation !== 'create') {
      const before = open(disk);
      await before.append(ID, [message(0)]);
      disk.failure = failure;
      await expect(before.append(ID, [message(1)])).rejects.toMatchObject({
        code,
        message: expect.stringMatching(text) as unknown,
      });
      expect(await read(before)).toEqual([message(0)]);
      disk.failure = undefined;
      await before.append(ID, [message(1)]);
      expect(await read(before)).toEqual([message(0), message(1)]);
      await before[Symbol.asyncDispose]();
      return;
    }
    disk.failure = failure;
    const store = open(disk);
    await expect(store.append(ID, [message(0)])).rejects.toMatchObject({
      code,
      message: expect.stringMatching(text) as unknown,
    });
    expect(await read(store)).toEqual([]);
    disk.failure = undefined;
    await store.append(ID, [message(0)]);
    expect(await read(store)).toEqual([message(0)]);
    await store[Symbol.asyncDispose]();
  },
);

test('half a frame that could not be taken away is torn, and what comes later is in another file', async () => {
  const disk = new FailingDisk();
  const store = open(disk);
  await store.append(ID, [message(0)]);
  disk.failure = { operation: 'write', code: 'ENOSPC', isStuck: true };
  await expect(store.append(ID, [message(1)])).rejects.toMatchObject({ code: 'DISK_FULL' });
  disk.failure = undefined;
  const kinds: string[] = [];
  expect(await read(store, kinds)).toEqual([message(0)]);
  expect(kinds).toEqual(['torn']);
  await store.append(ID, [message(1)]);
  expect(await read(store)).toEqual([message(0), message(1)]);
  await store[Symbol.asyncDispose]();
  expect((await nodeDisk.list(join(folder, ID))).filter((name) => name.endsWith('.log'))).toHaveLength(2);
});

test('a file that could not be compressed stays as it was', async () => {
  const disk = new FailingDisk();
  const store = new FileThreadStore({ folder, disk, maxPlainBytes: 100, onProblem: () => undefined });
  disk.rename = () => Promise.reject(new Error('No rename.'));
  await store.append(ID, [message(0)]);
  await store[Symbol.asyncDispose]();
  const names = await nodeDisk.list(join(folder, ID));
  expect(names).toEqual([expect.stringMatching(/\.log$/)]);
  expect(readFileSync(join(folder, ID, names[0] ?? ''), 'utf8')).toContain('Message 0');
  expect(await read(open(nodeDisk))).toEqual([message(0)]);
});
