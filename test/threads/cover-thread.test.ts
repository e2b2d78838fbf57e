import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { startThread } from '../../src/actors/runtime/thread.js';
import { AroundCommands } from '../../src/host/node/checkpoints/around/around-commands.js';
import type { CoverConfig, CoverProtocol } from '../../src/workers/cover/cover-protocol.js';
import { MemoryVersions } from '../doubles/memory-versions.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { readTree, RecordedCall, undo } from '../host/node/checkpoints/around/try-around.js';

const BUDGET = { maxBytes: 1 << 20, maxFiles: 1000 };
// The built one, as the host starts it.
const entry = pathToFileURL(join(import.meta.dirname, '../../dist/cover.entry.js'));

test('the thread that looks at the disk finds what a command did, and one that died is started again', async () => {
  const root = makeTempDir();
  try {
    writeFiles(root, { a: '1', 'b/c': '2' });
    const before = readTree(root);
    const data: CoverConfig = { roots: [root], ignored: BUDGET, loose: BUDGET };
    const started: AsyncDisposable[] = [];
    const versions = new MemoryVersions();
    await using around = new AroundCommands({
      store: versions,
      startCover: async () => {
        const cover = await startThread<CoverProtocol>({ name: 'cover', entry, data });
        started.push(cover);
        return cover;
      },
    });
    for (const round of [1, 2]) {
      const call = new RecordedCall();
      const end = await around.beforeCommand(call, new AbortController().signal);
      writeFiles(root, { a: 'changed', 'b/new': '' });
      await end();
      undo(call.changes, versions);
      expect([call.problems, readTree(root), started.length]).toEqual([[], before, round]);
      await started.at(-1)?.[Symbol.asyncDispose]();
    }
  } finally {
    removeTempDir(root);
  }
});
