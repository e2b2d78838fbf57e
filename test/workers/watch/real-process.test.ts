import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { forkWatchProcess } from '../../../src/workers/watch/back-end/fork-watch-process.js';
import { SupervisedWatcher } from '../../../src/workers/watch/supervised-watcher.js';
import { buildWatch } from './build-watch.js';
import { Heard } from './heard.js';
import { noWatchLimit, startWatchParent, withWatches } from './start-watch-parent.js';
import { testUnless } from '../../doubles/run-unless.js';
import { untilEqual } from '../../doubles/until-equal.js';

const isRoot = process.getuid?.() === 0;

let built: string;
let top: string;
let root: AbsPath;
const toClose: (() => unknown)[] = [];

beforeAll(async () => {
  built = await buildWatch();
});

afterAll(() => {
  rmSync(built, { recursive: true, force: true });
});

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-watch-process-')));
  root = join(top, 'root') as AbsPath;
  mkdirSync(root);
});

afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
  rmSync(top, { recursive: true, force: true });
});

function startWatcher(heard: Heard, entry = join(built, 'watch.entry.js')): SupervisedWatcher {
  const watcher = new SupervisedWatcher({
    listener: heard,
    start: (handlers) => {
      const started = forkWatchProcess(pathToFileURL(entry), handlers);
      heard.take({ pid: started.pid });
      return started;
    },
  });
  toClose.push(() => watcher.close());
  return watcher;
}

/** A real watcher whose root is watched. */
async function watching(
  ignored: readonly string[] = [],
): Promise<{ watcher: SupervisedWatcher; heard: Heard }> {
  const heard = new Heard();
  const watcher = startWatcher(heard);
  watcher.watch(root, ignored as readonly RelPath[]);
  await heard.rescan('');
  heard.forget();
  return { watcher, heard };
}

/** Whether a process runs. One that has ended but was not yet collected by its new parent does not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || readFileSync(stat, 'utf8').split(') ')[1]?.[0] !== 'Z';
}

function ended(pid: number): Promise<void> {
  return untilEqual(() => isRunning(pid), false, `process ${pid} has ended`);
}

function write(path: string, text = 'x'): void {
  writeFileSync(join(root, path), text);
}

describe('a watch process', () => {
  test('is restarted, and has everything rescanned, when it is killed while files change', async () => {
    const { heard } = await watching();
    write('before');
    await heard.hint('created', 'before');
    heard.forget();
    for (let i = 0; i < 100; i += 1) {
      write(`f${i}`);
      if (i === 50) process.kill(heard.pids[0] ?? -1, 'SIGKILL');
    }
    await heard.rescan('');
    write('after');
    await heard.hint('created', 'after');
    expect(heard.states).toEqual([
      { status: 'watching', restarts: 0 },
      {
        status: 'restarting',
        restarts: 1,
        reason: 'The file watcher was lost and is started again. Its process ended (SIGKILL).',
      },
      { status: 'watching', restarts: 1 },
    ]);
  });

  test("is restarted when the addon's records no longer fit the kernel's", async () => {
    mkdirSync(join(root, 'a/b'), { recursive: true });
    const { heard, watcher } = await watching();
    renameSync(join(root, 'a'), join(root, 'z'));
    await heard.rescanAround('z');
    rmSync(join(root, 'z'), { recursive: true });
    await heard.hint('deleted', 'z');
    heard.forget();
    watcher.watch(root, ['ignored' as RelPath]);
    await heard.rescan('');
    write('file');
    await heard.hint('created', 'file');
    expect(heard.states).toEqual([
      { status: 'watching', restarts: 0 },
      {
        status: 'restarting',
        restarts: 1,
        reason:
          'The file watcher was lost and is started again. Its process ended (exit code 1): Error: Unable to remove watcher: Invalid argument',
      },
      { status: 'watching', restarts: 1 },
    ]);
  });

  test('is gone when close resolves', async () => {
    const { heard, watcher } = await watching();
    await watcher.close();
    expect(heard.pids.map(isRunning)).toEqual([false]);
  });

  test('is gone when close resolves, though it was only just started', async () => {
    const heard = new Heard();
    const watcher = startWatcher(heard);
    watcher.watch(root, []);
    await watcher.close();
    expect(heard.pids.map(isRunning)).toEqual([false]);
  });

  test('goes on when the terminal interrupts the whole group', async () => {
    const { heard } = await watching();
    process.kill(heard.pids[0] ?? -1, 'SIGINT');
    write('file');
    await heard.hint('created', 'file');
    expect(heard.states).toEqual([{ status: 'watching', restarts: 0 }]);
  });

  test('ends when the thread that owns it is terminated', async () => {
    const heard = new Heard();
    const thread = new Worker(join(built, 'watch-parent.js'), { workerData: root });
    toClose.push(() => thread.terminate());
    thread.on('message', heard.take);
    await heard.rescan('');
    await thread.terminate();
    await ended(heard.pids[0] ?? -1);
  });

  test('ends when the process that owns it is killed', async () => {
    const { heard, parent } = startWatchParent(toClose, process.execPath, [
      join(built, 'watch-parent.js'),
      root,
    ]);
    await heard.rescan('');
    parent.kill('SIGKILL');
    await ended(heard.pids[0] ?? -1);
  });

  test('is not restarted when its entry is missing', async () => {
    const heard = new Heard();
    startWatcher(heard, join(built, 'missing.js')).watch(root, []);
    await heard.state('degraded');
    expect([heard.pids.length, heard.states.length, heard.states[0]]).toEqual([
      1,
      1,
      expect.objectContaining({ reason: expect.stringContaining('Cannot find module') }),
    ]);
  });

  test('is not restarted when there is no build of the addon', async () => {
    const heard = new Heard();
    const bare = join(top, 'bare');
    mkdirSync(bare);
    writeFileSync(join(bare, 'package.json'), '{"type":"module"}');
    writeFileSync(join(bare, 'watch.entry.js'), readFileSync(join(built, 'watch.entry.js')));
    startWatcher(heard, join(bare, 'watch.entry.js')).watch(root, []);
    await heard.state('degraded');
    expect([heard.pids.length, heard.states]).toEqual([
      1,
      [
        expect.objectContaining({
          status: 'degraded',
          reason: expect.stringContaining("Cannot find package '@parcel/watcher'"),
        }),
      ],
    ]);
  });

  testUnless(noWatchLimit)('says what to do when watches run out', async () => {
    for (let i = 0; i < 10; i += 1) mkdirSync(join(root, `d${i}`));
    const { heard } = startWatchParent(toClose, ...withWatches(20, join(built, 'watch-parent.js'), root));
    await heard.rescan('');
    // There are twenty watches, ten of which are taken.
    for (let i = 0; i < 100 && heard.states.at(-1)?.status === 'watching'; i += 1) {
      mkdirSync(join(root, `e${i}`));
      await heard.rescan(`e${i}`);
    }
    expect(heard.states).toEqual([
      { status: 'watching', restarts: 0 },
      {
        status: 'degraded',
        restarts: 0,
        reason: `Not all of ${root} is watched, because the system's file watches are used up: raise fs.inotify.max_user_watches.`,
        unwatched: [''],
      },
    ]);
  });

  testUnless(isRoot ? 'Nothing is forbidden to root.' : undefined)(
    'watches around a directory that may not be read',
    async () => {
      mkdirSync(join(root, 'locked'));
      mkdirSync(join(root, 'open/locked'), { recursive: true });
      const locked = [join(root, 'locked'), join(root, 'open/locked')];
      for (const directory of locked) chmodSync(directory, 0);
      toClose.push(() => {
        for (const directory of locked) chmodSync(directory, 0o700);
      });
      const { heard } = await watching();
      write('open/file');
      await heard.hint('created', 'open/file');
      expect(heard.states).toEqual([{ status: 'watching', restarts: 0 }]);
    },
  );
});
