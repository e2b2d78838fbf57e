import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';
import { buildWatch } from './build-watch.js';
import { noWatchLimit, startWatchParent, withWatches } from './start-watch-parent.js';
import { testUnless } from '../../doubles/run-unless.js';

let built: string;
let root: AbsPath;
const toClose: (() => unknown)[] = [];

beforeAll(async () => {
  built = await buildWatch();
});
afterAll(() => {
  rmSync(built, { recursive: true, force: true });
});
beforeEach(() => {
  root = makeTempDir();
});
afterEach(() => {
  for (const close of toClose.splice(0)) close();
  removeTempDir(root);
});

describe('a watch thread', () => {
  testUnless(noWatchLimit)('goes on with the directories that it watches when watches run out', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `d${i}`);
    for (const name of names) mkdirSync(join(root, name));
    const script = [join(built, 'watch-parent.js'), root, 'thread'];
    const { heard } = startWatchParent(toClose, ...withWatches(20, ...script));
    await heard.rescan('');
    await heard.state('degraded');
    const [state] = heard.states;
    const unwatched: readonly string[] = state?.status === 'degraded' ? state.unwatched : [];
    // One of 20 is the root's, and one may be that of Node's own.
    expect(unwatched.length).toBeGreaterThanOrEqual(30 - 19);
    expect(heard.states).toEqual([
      {
        status: 'degraded',
        restarts: 0,
        reason: `Not all of ${root} is watched, because the system's file watches are used up: raise fs.inotify.max_user_watches.`,
        unwatched,
      },
    ]);
    for (const name of names.filter((name) => !unwatched.includes(name))) {
      writeFileSync(join(root, name, 'file'), '');
      await heard.hint('created', `${name}/file`);
    }
    // That a directory appears is told by the one that it is in.
    mkdirSync(join(root, 'late'));
    await heard.rescan('late');
    rmSync(join(root, unwatched[0] ?? ''), { recursive: true });
    await heard.hint('deleted', unwatched[0] ?? '');
  });

  test('ends with the process that owns it', async () => {
    const script = [join(built, 'watch-parent.js'), root, 'thread'];
    const { heard, parent } = startWatchParent(toClose, process.execPath, script);
    await heard.rescan('');
    const ended = new Promise((resolve) => {
      parent.once('exit', (_, signal) => {
        resolve(signal);
      });
    });
    parent.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
  });
});
