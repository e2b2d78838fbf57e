import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../../src/actors/protocol/workspace.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { WatchedRoot } from '../../../../src/workers/watch/parcel/watched-root.js';
import { diskTurn } from '../../../doubles/disk-turn.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { FakeAddon } from '../fake-addon.js';

const GONE = 'is not there any more; it will be watched again when it is.';

let top: string;
let root: AbsPath;
let clock: FakeClock;
let addon: FakeAddon;
/** What has been announced, in order. Shape: `created a`, `rescan a`, `watched`, or a problem. */
let said: string[];

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-watched-root-')));
  root = join(top, 'root') as AbsPath;
  mkdirSync(root);
  clock = new FakeClock();
  addon = new FakeAddon();
  said = [];
});

afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

function watchedRoot({ ignored = [] as string[], isWatchedByDirectory = true } = {}): WatchedRoot {
  // One that is still at work when its test has ended must not be heard in the next.
  const heard = said;
  return new WatchedRoot({
    root,
    ignored: ignored as RelPath[],
    subscribe: addon.subscribe,
    clock,
    isWatchedByDirectory,
    onBatch: ({ hints, rescans }) => {
      heard.push(
        ...hints.map(({ kind, path }) => `${kind} ${path}`),
        ...rescans.map((path) => `rescan ${path}`),
      );
      return Promise.resolve();
    },
    onState: (problem) => void heard.push(problem?.reason ?? 'watched'),
  });
}

/** Lets the disk and the clock go on until `condition` holds. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await diskTurn();
    clock.advance(1);
  }
}

/** Lets the disk and the clock go on until this has been announced, and forgets all announcements so far. */
async function hear(announcement: string): Promise<string[]> {
  await until(() => said.includes(announcement));
  return said.splice(0);
}

/** A root that has been watched for a while, and is quiet. */
async function started(options: Parameters<typeof watchedRoot>[0] = {}): Promise<WatchedRoot> {
  const watched = watchedRoot(options);
  watched.start();
  await hear('rescan ');
  const quietAtMs = clock.now() + 2_500;
  await until(() => clock.now() > quietAtMs);
  return watched;
}

describe('WatchedRoot', () => {
  test('says that it watches, and then has everything rescanned', async () => {
    watchedRoot({ ignored: ['dist', 'a/b'] }).start();
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(addon.subscriptions.map(({ directory, ignored }) => ({ directory, ignored }))).toEqual([
      { directory: root, ignored: ['dist', 'a/b'] },
    ]);
  });

  test('announces what the addon reports, by path below the root', async () => {
    await started();
    addon.report(root, 'create a', 'update b/c', 'delete d');
    expect(await hear('deleted d')).toEqual(['created a', 'changed b/c', 'deleted d']);
  });

  test('announces a single change at once', async () => {
    await started();
    clock.advance(20);
    addon.report(root, 'update a');
    expect(said).toEqual(['changed a']);
  });

  test('announces nothing from ignored directories, from inside .git, or from outside the root', async () => {
    await started({ ignored: ['dist'] });
    addon.report(
      root,
      'create dist/a',
      'create dist',
      'create .git/x',
      'create lib/.git/index',
      'update ../beside',
    );
    addon.report(root, 'create distant', 'create lib/.git', 'create .gitignore');
    expect(await hear('created .gitignore')).toEqual([
      'created distant',
      'created lib/.git',
      'created .gitignore',
    ]);
  });

  test('leaves out a .git directory once there is one', async () => {
    const watched = await started();
    mkdirSync(join(root, '.git'));
    addon.report(root, 'create .git');
    await hear('created .git');
    watched.ignore(['dist' as RelPath]);
    await hear('rescan ');
    expect(addon.subscriptions.map(({ ignored }) => ignored)).toEqual([[], ['dist', '.git']]);
  });

  test('has the directory rescanned when a name in it is not UTF-8', async () => {
    await started();
    addon.report(root, 'create lib/a\uFFFDb', 'create x\uFFFD/y');
    expect(await hear('rescan ')).toEqual(['rescan ']);
  });

  test('has a new directory rescanned once directories have stopped appearing', async () => {
    await started();
    mkdirSync(join(root, 'a'));
    addon.report(root, 'create a');
    expect(await hear('rescan a')).toEqual(['created a', 'rescan a']);
    expect(addon.live).toEqual([root]);
  });

  test('watches a new directory that holds directories, and only then has it rescanned', async () => {
    await started({ ignored: ['a/b/out', 'ab'] });
    mkdirSync(join(root, 'a/b'), { recursive: true });
    const gate = deferred<void>();
    addon.gate = gate.promise;
    addon.report(root, 'create a');
    const muchLaterMs = clock.now() + 1_500;
    await until(() => clock.now() > muchLaterMs);
    expect(said).toEqual(['created a']);
    gate.resolve();
    expect(await hear('rescan a')).toEqual(['created a', 'rescan a']);
    expect(addon.subscriptions.at(-1)).toMatchObject({
      directory: join(root, 'a'),
      ignored: ['b/out'],
    });
    addon.report(join(root, 'a'), 'create b/c');
    expect(await hear('created a/b/c')).toEqual(['created a/b/c']);
  });

  test('watches the outermost of many new directories', async () => {
    await started();
    mkdirSync(join(root, 'a/b/c'), { recursive: true });
    addon.report(root, 'create a/b/c', 'create a/b', 'create a');
    await hear('rescan a');
    expect(addon.live).toEqual([root, join(root, 'a')]);
  });

  test('watches no new directory by itself where the system watches whole trees', async () => {
    await started({ isWatchedByDirectory: false });
    mkdirSync(join(root, 'a/b'), { recursive: true });
    addon.report(root, 'create a');
    expect(await hear('rescan a')).toEqual(['created a', 'rescan a']);
    expect(addon.live).toEqual([root]);
  });

  test('has a directory rescanned once more, when it is quiet, if the addon had anything to report since', async () => {
    await started();
    mkdirSync(join(root, 'a'));
    addon.report(root, 'create a');
    await hear('rescan a');
    const atMs = clock.now();
    addon.report(root);
    expect(await hear('rescan a')).toEqual(['rescan a']);
    expect(clock.now() - atMs).toBeGreaterThanOrEqual(2_000);
  });

  test('has a directory rescanned once only if the addon had nothing to report since', async () => {
    await started();
    mkdirSync(join(root, 'a'));
    addon.report(root, 'create a');
    await hear('rescan a');
    const muchLaterMs = clock.now() + 11_000;
    await until(() => clock.now() > muchLaterMs);
    addon.report(root, 'create b');
    expect(await hear('created b')).toEqual(['created b']);
  });

  test('takes a directory that was deleted and made again, reported as an update, for a new one', async () => {
    await started();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    addon.report(root, 'update a');
    await hear('rescan a');
    expect(addon.live).toEqual([root, join(root, 'a')]);
  });

  test('stops watching a new directory when it is deleted', async () => {
    await started();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    addon.report(root, 'create a');
    await hear('rescan a');
    rmSync(join(root, 'a'), { recursive: true });
    addon.report(root, 'delete a');
    await until(() => addon.live.length === 1);
    expect(addon.live).toEqual([root]);
  });

  test('watches a directory anew when it has been replaced', async () => {
    await started();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    addon.report(root, 'create a');
    await hear('rescan a');
    addon.report(root, 'update a');
    await hear('rescan a');
    expect(addon.subscriptions.map(({ isLive }) => isLive)).toEqual([true, false, true]);
  });

  test('leaves a new directory alone that has become ignored meanwhile', async () => {
    const watched = await started();
    mkdirSync(join(root, 'node_modules/x'), { recursive: true });
    addon.report(root, 'create node_modules');
    watched.ignore(['node_modules' as RelPath]);
    await hear('rescan ');
    expect(addon.subscriptions.map(({ directory }) => directory)).toEqual([root, root]);
  });

  test('renews its watch when what is ignored changes, and has everything rescanned', async () => {
    const watched = await started({ ignored: ['a'] });
    watched.ignore(['b' as RelPath]);
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(addon.subscriptions.map(({ ignored, isLive }) => ({ ignored, isLive }))).toEqual([
      { ignored: ['a'], isLive: false },
      { ignored: ['b'], isLive: true },
    ]);
  });

  test('goes on as it is when what is ignored stays the same', async () => {
    const watched = await started({ ignored: ['a', 'b'] });
    watched.ignore(['b', 'a'] as RelPath[]);
    addon.report(root, 'create c');
    clock.advance(1_000);
    await hear('created c');
    expect(addon.subscriptions.length).toBe(1);
  });

  test('renews its watch and has everything rescanned after a batch in which the addon loses events', async () => {
    await started();
    addon.report(root, ...Array.from({ length: 199 }, (_, i) => `create small${i}` as const));
    clock.advance(1_000);
    addon.report(root, ...Array.from({ length: 200 }, (_, i) => `create big${i}` as const));
    expect(addon.subscriptions.length).toBe(1);
    await hear('rescan ');
    expect(addon.subscriptions.length).toBe(2);
  });

  test('renews its watch and has everything rescanned when the addon reports an error', async () => {
    await started();
    addon.subscriptions[0]?.report(new Error('Events were dropped.'), []);
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(addon.subscriptions.map(({ isLive }) => isLive)).toEqual([false, true]);
  });

  test('renews its watch instead of holding more subscriptions than the addon bears', async () => {
    await started();
    for (let i = 0; i < 32; i += 1) {
      mkdirSync(join(root, `a${i}/b`), { recursive: true });
      addon.report(root, `create a${i}`);
      await hear(`rescan a${i}`);
    }
    expect(addon.live.length).toBe(32);
    await hear('rescan ');
    expect(addon.live).toEqual([root]);
  });

  test('renews its watch when a new directory could not be watched', async () => {
    await started();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    addon.refuse = (directory) => (directory === root ? undefined : 'No such file or directory');
    addon.report(root, 'create a');
    expect(await hear('rescan ')).toEqual(['created a', 'rescan a', 'watched', 'rescan ']);
  });

  test('says what to do when watches run out for a new directory, and tries again later', async () => {
    await started();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    addon.refuse = (directory) => (directory === root ? undefined : 'No space left on device');
    addon.report(root, 'create a');
    const problem = `Not all of ${root} is watched, because the system's file watches are used up: raise fs.inotify.max_user_watches.`;
    expect(await hear('rescan a')).toEqual(['created a', problem, 'rescan a']);
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
  });

  test('tries again when the root cannot be watched, and has everything rescanned each time', async () => {
    let tries = 0;
    addon.refuse = () => ((tries += 1) < 3 ? 'Input/output error' : undefined);
    watchedRoot().start();
    const problem = `${root} is not watched: Input/output error.`;
    for (const expected of [[problem, 'rescan '], ['rescan '], ['watched', 'rescan ']]) {
      expect(await hear('rescan ')).toEqual(expected);
    }
    expect(tries).toBe(3);
  });

  test('tries again at once, and is silent about it, when something disappears while the addon reads the tree', async () => {
    await started();
    const refusals = [`inotify_add_watch on '${root}/a' failed: No such file or directory`];
    addon.refuse = () => refusals.pop();
    addon.report(root, ...Array.from({ length: 200 }, (_, index) => `delete a/${index}` as const));
    const heard = (await hear('watched')).filter((line) => !line.startsWith('deleted'));
    expect(heard.slice(0, 2)).toEqual(['rescan ', 'watched']);
  });

  test('says that nothing is watched when something disappears whenever the addon reads the tree', async () => {
    let tries = 0;
    addon.refuse = () => ((tries += 1) < 9 ? 'No such file or directory' : undefined);
    watchedRoot().start();
    await hear(`${root} is not watched: No such file or directory.`);
    expect(tries).toBe(6);
    await hear('watched');
  });

  test('leaves out what it may not read when the addon refuses the tree for that, and else says so', async () => {
    addon.refuse = () => 'Permission denied';
    watchedRoot().start();
    expect(await hear('rescan ')).toEqual([
      `${root} is not watched, because it may not be read: allow it, or leave out what cannot be read.`,
      'rescan ',
    ]);
  });

  test('waits for a root that is missing', async () => {
    rmSync(root, { recursive: true });
    watchedRoot().start();
    expect(await hear('rescan ')).toEqual([`${root} ${GONE}`, 'rescan ']);
    mkdirSync(root);
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(addon.live).toEqual([root]);
  });

  test('says when the root is deleted, and watches it again when it is back', async () => {
    await started();
    rmSync(root, { recursive: true });
    addon.report(root, 'delete ');
    expect(await hear('rescan ')).toEqual([`${root} ${GONE}`, 'rescan ']);
    expect(addon.live).toEqual([]);
    mkdirSync(root);
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(addon.live).toEqual([root]);
  });

  test('watches the root anew when it was deleted, though one just like it is there', async () => {
    await started();
    addon.report(root, 'delete ');
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(addon.subscriptions.map(({ isLive }) => isLive)).toEqual([false, true]);
  });

  test('notices by itself when a directory above the root is moved', async () => {
    await started();
    renameSync(root, join(top, 'moved'));
    expect(await hear('rescan ')).toEqual([`${root} ${GONE}`, 'rescan ']);
  });

  test('notices by itself when the root is another directory now', async () => {
    await started();
    renameSync(root, join(top, 'moved'));
    mkdirSync(root);
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(addon.subscriptions.map(({ isLive }) => isLive)).toEqual([false, true]);
  });

  test('says that a root which is a file is not there', async () => {
    rmSync(root, { recursive: true });
    writeFileSync(root, '');
    watchedRoot().start();
    expect(await hear('rescan ')).toEqual([`${root} ${GONE}`, 'rescan ']);
  });
});
