import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import { FileThreadStore } from '../../../../../src/host/node/threads/file-thread-store.js';
import { nodeDisk } from '../../../../../src/host/node/threads/log/log-disk.js';
import { readLog } from '../../../../../src/host/node/threads/log/read-log.js';
import { sealLog } from '../../../../../src/host/node/threads/log/seal-log.js';
import { streamEntries } from '../../../../../src/host/node/threads/log/stream-entries.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';
import { talk } from '../library/library-world.js';

const ID = 'thread' as ThreadId;

async function collect(path: string): Promise<readonly ThreadEntry[] | 'damaged'> {
  const entries: ThreadEntry[] = [];
  try {
    for await (const entry of streamEntries(path, ID)) entries.push(entry);
    return entries;
  } catch {
    return 'damaged';
  }
}

async function makeLog(folder: string, isSealed: boolean): Promise<string> {
  // Words of which some blocks are made.
  const words = Array.from({ length: 60 }, (_, index) => String(Math.sin(index)).repeat(200));
  const store = new FileThreadStore({ folder, onProblem: expect.unreachable });
  await store.append(ID, talk(['/w'], words));
  const name = (): string =>
    join(folder, ID, readdirSync(join(folder, ID)).find((file) => file.includes('.log')) ?? '');
  if (isSealed) {
    await store[Symbol.asyncDispose]();
    if (name().endsWith('.log')) await sealLog(nodeDisk, name(), ID);
  }
  return name();
}

test.for([{ isSealed: false }, { isSealed: true }])(
  'a file is streamed as it is read, or not to its end when that finds a loss (compressed: $isSealed)',
  async ({ isSealed }) => {
    const folder = makeTempDir();
    try {
      const path = await makeLog(folder, isSealed);
      const whole = readFileSync(path);
      const { entries } = await readLog(path, ID);
      expect([await collect(path), entries.length]).toEqual([entries, 121]);
      const places = [...findMagics(whole), ...findMagics(whole).map((at) => at - 1)];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('cut', 'flip'),
          fc.oneof(fc.nat({ max: whole.length - 1 }), fc.constantFrom(...places)),
          async (how, at) => {
            const bytes = Buffer.from(whole);
            bytes[at] = (bytes[at] ?? 0) ^ 1;
            writeFileSync(path, how === 'cut' ? whole.subarray(0, at) : bytes);
            const read = await readLog(path, ID);
            const hasHeader = read.header !== undefined && at > 0;
            const expected = read.losses.length === 0 && hasHeader ? read.entries : 'damaged';
            expect(await collect(path)).toEqual(at === 0 && !isSealed && how === 'cut' ? [] : expected);
          },
        ),
        { numRuns: 200 },
      );
    } finally {
      removeTempDir(folder);
    }
  },
);

/** Where frames may begin. */
function findMagics(bytes: Buffer): number[] {
  const magic = bytes.subarray(0, 3);
  const found: number[] = [];
  for (let at = bytes.indexOf(magic, 1); at !== -1; at = bytes.indexOf(magic, at + 1)) found.push(at);
  return found;
}
