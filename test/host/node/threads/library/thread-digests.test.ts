import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ThreadId } from '../../../../../src/actors/protocol/thread.js';
import { ThreadDigests } from '../../../../../src/host/node/threads/library/thread-digests.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';
import { talk } from './library-world.js';

test('a thread that was away while it was read, and is back, is no damaged one', async () => {
  const folder = makeTempDir();
  try {
    const id = 'thread' as ThreadId;
    const [path, away] = [join(folder, `${id}.jsonl`), join(folder, 'away')];
    writeFileSync(path, '{}\n');
    let isAway = false;
    const entries = talk(['/w'], ['hello']);
    await using digests = new ThreadDigests(join(folder, 'cache'), () => ({
      // eslint-disable-next-line @typescript-eslint/require-await -- the port is asynchronous
      async *read() {
        if (isAway) {
          renameSync(path, away);
          renameSync(away, path);
        } else yield* entries;
      },
    }));
    const thread = { id, folder, names: [`${id}.jsonl`] };
    expect((await digests.digest(thread)).summary?.entries).toBe(entries.length);
    await digests.forget(id);
    isAway = true;
    expect(await digests.digest(thread)).toMatchObject({ problems: [] });
    isAway = false;
    expect((await digests.digest(thread)).summary?.entries).toBe(entries.length);
  } finally {
    removeTempDir(folder);
  }
});
