import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
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
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { forkWatchProcess } from '../../../src/workers/watch/fork-watch-process.js';
import { SupervisedWatcher } from '../../../src/workers/watch/supervised-watcher.js';
import type { HintKind, WatchBatch, WatcherState } from '../../../src/workers/watch/watcher.js';
import { buildWatch } from './build-watch.js';
import type { WatchReport } from './watch-parent.js';

const canMakeNamespaces = spawnSync('unshare', ['-Ur', 'true']).status === 0;
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

/** What a watcher says, and a way to wait for it. */
class Heard {
  readonly pids: number[] = [];
  readonly states: WatcherState[] = [];
  readonly #hints = new Set<string>();
  readonly #rescans: RelPath[] = [];
  #wake: () => void = () => undefined;

  readonly take = (report: WatchReport): void => {
    if ('pid' in report) this.pids.push(report.pid ?? -1);
    else if ('state' in report) this.states.push(report.state);
    else this.#takeBatch(report.batch);
    this.#wake();
  };

  #takeBatch({ hints, rescans }: WatchBatch): void {
    for (const { kind, path } of hints) this.#hints.add(`${kind} ${path}`);
    this.#rescans.push(...rescans);
  }

  /** Forgets hints and rescans: what is waited for next comes after this. */
  forget(): void {
    this.#hints.clear();
    this.#rescans.length = 0;
  }

  hint(kind: HintKind, path: string): Promise<void> {
    return this.until(() => this.#hints.has(`${kind} ${path}`));
  }

  rescan(directory: string): Promise<void> {
    return this.until(() => this.#rescans.includes(directory as RelPath));
  }

  state(status: WatcherState['status']): Promise<void> {
    return this.until(() => this.states.at(-1)?.status === status);
  }

  /** Whether the path was hinted at, or lies in a directory that was to be rescanned. */
  covers(path: string): boolean {
    const isHinted = ['created', 'changed', 'deleted'].some((kind) => this.#hints.has(`${kind} ${path}`));
    return (
      isHinted || this.#rescans.some((directory) => directory === '' || path.startsWith(`${directory}/`))
    );
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

function startWatcher(heard: Heard, entry = join(built, 'watch.entry.js')): SupervisedWatcher {
  const watcher = new SupervisedWatcher({
    listener: {
      onBatch: (batch) => {
        heard.take({ batch });
      },
      onState: (_, state) => {
        heard.take({ state });
      },
    },
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
  return vi.waitFor(
    () => {
      expect(isRunning(pid)).toBe(false);
    },
    { timeout: 10_000, interval: 10 },
  );
}

function write(path: string, text = 'x'): void {
  writeFileSync(join(root, path), text);
}

describe('a watch process', () => {
  test('hints at a file that is created, changed, renamed and deleted', async () => {
    const { heard } = await watching();
    write('a file');
    await heard.hint('created', 'a file');
    appendFileSync(join(root, 'a file'), 'y');
    await heard.hint('changed', 'a file');
    renameSync(join(root, 'a file'), join(root, 'é'));
    await heard.hint('deleted', 'a file');
    await heard.hint('created', 'é');
    rmSync(join(root, 'é'));
    await heard.hint('deleted', 'é');
  });

  test('hears what is written below directories that were made at once', async () => {
    const { heard } = await watching();
    mkdirSync(join(root, 'a/b/c'), { recursive: true });
    await heard.rescan('a');
    write('a/b/c/file');
    await heard.hint('created', 'a/b/c/file');
  });

  test('hears what is written below a tree that was moved in, and that was then moved on', async () => {
    mkdirSync(join(top, 'outside/b/c'), { recursive: true });
    const { heard } = await watching();
    renameSync(join(top, 'outside'), join(root, 'in'));
    await heard.rescan('in');
    write('in/b/c/file');
    await heard.hint('created', 'in/b/c/file');
    renameSync(join(root, 'in'), join(root, 'on'));
    await heard.hint('deleted', 'in');
    await heard.rescan('on');
    write('on/b/c/file');
    await heard.until(() => heard.covers('on/b/c/file'));
  });

  test('hears what is written below a directory that was deleted and made again', async () => {
    mkdirSync(join(root, 'a/b'), { recursive: true });
    const { heard } = await watching();
    rmSync(join(root, 'a'), { recursive: true });
    mkdirSync(join(root, 'a/b'), { recursive: true });
    await heard.rescan('a');
    write('a/b/file');
    await heard.hint('created', 'a/b/file');
  });

  test('covers every file of a burst by a hint or by a rescan that comes after it', async () => {
    const { heard } = await watching();
    const paths = Array.from({ length: 5_000 }, (_, i) => `d${i % 50}/f${i}`);
    for (let i = 0; i < 50; i += 1) mkdirSync(join(root, `d${i}`));
    for (const path of paths) write(path);
    heard.forget();
    write('last');
    await heard.rescan('');
    expect(paths.filter((path) => !heard.covers(path))).toEqual([]);
  });

  test('hears nothing from ignored directories, whatever is in their names', async () => {
    const ignored = ['dist', 'app/[slug]/out', 'a (b)/{c,d}'];
    for (const path of ignored) mkdirSync(join(root, path), { recursive: true });
    const { heard, watcher } = await watching(ignored);
    for (const path of ignored) write(`${path}/file`);
    write('app/[slug]/page');
    await heard.hint('created', 'app/[slug]/page');
    expect(ignored.filter((path) => heard.covers(`${path}/file`))).toEqual([]);
    watcher.watch(root, []);
    await heard.rescan('');
    write('dist/late');
    await heard.hint('created', 'dist/late');
  });

  test('hints at a repository that appears, and at nothing inside it', async () => {
    const { heard } = await watching();
    mkdirSync(join(root, '.git/objects'), { recursive: true });
    await heard.hint('created', '.git');
    write('.git/index');
    write('.gitignore');
    await heard.hint('created', '.gitignore');
    expect(['.git/objects', '.git/index'].filter((path) => heard.covers(path))).toEqual([]);
  });

  test('hears what has a name that an ignored name would match as a glob', async () => {
    for (const path of ['[ab]', 'a']) mkdirSync(join(root, path));
    const { heard } = await watching(['[ab]']);
    write('a/file');
    await heard.hint('created', 'a/file');
  });

  test('watches several roots, each by its own path', async () => {
    const { heard, watcher } = await watching();
    const other = join(top, 'other') as AbsPath;
    mkdirSync(other);
    watcher.watch(other, []);
    await heard.rescan('');
    writeFileSync(join(other, 'there'), '');
    await heard.hint('created', 'there');
    write('here');
    await heard.hint('created', 'here');
    expect(heard.pids.length).toBe(1);
  });

  test('says that a root is gone, and watches it again when it is back', async () => {
    const { heard } = await watching();
    rmSync(root, { recursive: true });
    await heard.state('degraded');
    await heard.rescan('');
    mkdirSync(root);
    await heard.state('watching');
    heard.forget();
    write('file');
    await heard.until(() => heard.covers('file'));
    expect(heard.states).toEqual([
      { status: 'watching', restarts: 0 },
      {
        status: 'degraded',
        restarts: 0,
        reason: `${root} is not there any more; it will be watched again when it is.`,
        unwatched: [''],
      },
      { status: 'watching', restarts: 0 },
    ]);
  });

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
    await heard.rescan('z');
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
    const { heard, parent } = startParent(process.execPath, [join(built, 'watch-parent.js'), root]);
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

  test.skipIf(!canMakeNamespaces)(
    'says what to do when watches run out (needs unshare: a limit of its own)',
    async () => {
      for (let i = 0; i < 10; i += 1) mkdirSync(join(root, `d${i}`));
      const { heard } = startParent('unshare', [
        '-Ur',
        'sh',
        '-c',
        'echo 20 > /proc/sys/user/max_inotify_watches && exec "$0" "$1" "$2"',
        process.execPath,
        join(built, 'watch-parent.js'),
        root,
      ]);
      await heard.rescan('');
      for (let i = 0; heard.states.at(-1)?.status === 'watching'; i += 1) {
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
    },
  );

  test.skipIf(isRoot)(
    'watches around a directory that may not be read (needs a user who is not root)',
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

/** Starts the parent of a watch process as a process of its own, and listens to it. */
function startParent(command: string, args: readonly string[]): { heard: Heard; parent: ChildProcess } {
  const heard = new Heard();
  const parent = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  toClose.push(() => parent.kill('SIGKILL'));
  createInterface({ input: parent.stdout }).on('line', (line) => {
    heard.take(JSON.parse(line) as WatchReport);
  });
  return { heard, parent };
}
