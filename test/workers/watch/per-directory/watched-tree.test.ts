import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../../src/actors/protocol/workspace.js';
import { QueueMeter } from '../../../../src/workers/watch/per-directory/queue-meter.js';
import type { OnDirectoryEvent } from '../../../../src/workers/watch/per-directory/watch-directory.js';
import { WatchedTree } from '../../../../src/workers/watch/per-directory/watched-tree.js';
import { diskTurn } from '../../../doubles/disk-turn.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

const GONE = 'is not there any more; it will be watched again when it is.';

let top: AbsPath;
let root: AbsPath;
let clock: FakeClock;
let system: FakeSystem;
let said: string[];

beforeEach(() => {
  top = makeTempDir();
  root = join(top, 'root') as AbsPath;
  mkdirSync(root);
  clock = new FakeClock();
  system = new FakeSystem();
  said = [];
});

afterEach(() => {
  removeTempDir(top);
});

/** A system that watches what it is asked to, and says what the test says. */
class FakeSystem {
  /** By path below the root: who is told. */
  readonly watches = new Map<string, OnDirectoryEvent>();
  /** How often a watch was asked for. */
  tries = 0;
  /** Asked before each watch: an error here refuses it. */
  refuse: (path: string) => string | undefined = () => undefined;

  readonly watch = (directory: string, onEvent: OnDirectoryEvent): (() => void) => {
    const path = directory.slice(root.length + 1);
    this.tries += 1;
    const refusal = this.refuse(path);
    if (refusal !== undefined) throw new Error(refusal);
    this.watches.set(path, onEvent);
    return () => {
      if (this.watches.get(path) === onEvent) this.watches.delete(path);
    };
  };

  get watched(): string[] {
    return [...this.watches.keys()].sort();
  }

  /** Something happens to a name in a directory. */
  report(directory: string, kind: 'rename' | 'change', name: string | undefined): void {
    const tell = this.watches.get(directory);
    if (tell === undefined) throw new Error(`Nobody watches ${directory}.`);
    tell(kind, name);
  }
}

function make(...paths: readonly string[]): void {
  for (const path of paths) {
    if (path.endsWith('/')) mkdirSync(join(root, path), { recursive: true });
    else writeFileSync(join(root, path), 'x');
  }
}

function watchedTree(ignored: readonly string[] = []): WatchedTree {
  // A tree that is still at work when its test has ended must not be heard in the next.
  const heard = said;
  return new WatchedTree({
    root,
    ignored: ignored as RelPath[],
    clock,
    meter: new QueueMeter(400),
    watchDirectory: system.watch,
    // What belongs together is announced together however busy the machine is.
    sliceMs: Infinity,
    onBatch: ({ hints, rescans }) => {
      heard.push(
        ...hints.map(({ kind, path }) => `${kind} ${path}`),
        ...rescans.map((path) => `rescan ${path}`),
      );
      return Promise.resolve();
    },
    onState: (problem) =>
      void heard.push(problem === undefined ? 'watched' : `${problem.unwatched.join()}: ${problem.reason}`),
  });
}

/** Lets the disk and the clock go on until `condition` holds. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await diskTurn();
    clock.advance(1);
  }
}

/** Lets the disk and the clock go on until this has been said, and forgets all that was. */
async function hear(announcement: string): Promise<string[]> {
  await until(() => said.includes(announcement));
  return said.splice(0);
}

/** Lets this long pass; gives what was said meanwhile. */
async function hearFor(ms: number): Promise<string[]> {
  const endMs = clock.now() + ms;
  await until(() => clock.now() > endMs);
  return said.splice(0);
}

/** A root that has been watched for a while. */
async function started(ignored: readonly string[] = []): Promise<WatchedTree> {
  const tree = watchedTree(ignored);
  tree.start();
  await hear('rescan ');
  await hearFor(10);
  return tree;
}

describe('WatchedTree', () => {
  test('watches each directory that is not ignored, links and .git left out, and has everything rescanned', async () => {
    make('a/b/', 'dist/c/', '.git/objects/', 'sub/.git/', 'file');
    symlinkSync(root, join(root, 'a/loop'));
    watchedTree(['dist']).start();
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(system.watched).toEqual(['', 'a', 'a/b', 'sub']);
  });

  test('announces what happens to a file, by what the disk says', async () => {
    await started();
    make('made', 'written');
    system.report('', 'rename', 'made');
    system.report('', 'change', 'made');
    system.report('', 'change', 'written');
    system.report('', 'rename', 'gone');
    expect(await hear('deleted gone')).toEqual(['created made', 'changed written', 'deleted gone']);
  });

  test('announces a single change at once', async () => {
    await started();
    make('file');
    system.report('', 'change', 'file');
    await diskTurn();
    expect(said).toEqual(['changed file']);
  });

  test('watches a new directory with all below it, and then has it rescanned', async () => {
    await started();
    make('a/b/c/', 'a/b/file');
    system.report('', 'rename', 'a');
    expect(await hear('rescan a')).toEqual(['rescan a']);
    expect(system.watched).toEqual(['', 'a', 'a/b', 'a/b/c']);
  });

  test('watches a directory before it reads it', async () => {
    await started();
    make('a/');
    system.refuse = (path) => {
      // It appears between the two.
      if (path === 'a') make('a/late/');
      return undefined;
    };
    system.report('', 'rename', 'a');
    await hear('rescan a');
    expect(system.watched).toEqual(['', 'a', 'a/late']);
  });

  test('ends the watches of a directory that is gone', async () => {
    make('a/b/', 'ab/');
    await started();
    rmSync(join(root, 'a'), { recursive: true });
    system.report('', 'rename', 'a');
    expect(await hear('deleted a')).toEqual(['deleted a']);
    expect(system.watched).toEqual(['', 'ab']);
  });

  test('ends the watches of a directory that is a file now', async () => {
    make('a/b/');
    await started();
    rmSync(join(root, 'a'), { recursive: true });
    make('a');
    system.report('', 'rename', 'a');
    expect(await hear('created a')).toEqual(['created a']);
    expect(system.watched).toEqual(['']);
  });

  test('watches a directory anew when another one has taken its place', async () => {
    make('a/b/', 'other/c/');
    await started();
    renameSync(join(root, 'a'), join(top, 'a'));
    renameSync(join(root, 'other'), join(root, 'a'));
    system.report('', 'rename', 'a');
    expect(await hear('rescan a')).toEqual(['rescan a']);
    expect(system.watched).toEqual(['', 'a', 'a/c']);
  });

  test('watches a directory anew when its own watch may have ended, though one just like it is there', async () => {
    make('a/b/');
    await started();
    const before = system.tries;
    system.report('a', 'rename', 'a');
    expect(await hear('rescan a')).toEqual(['rescan a']);
    expect([system.tries - before, system.watched]).toEqual([2, ['', 'a', 'a/b']]);
  });

  test('leaves a directory alone whose own watch goes on', async () => {
    make('a/b/');
    await started();
    const before = system.tries;
    system.report('', 'rename', 'a');
    expect([await hearFor(10), system.tries - before]).toEqual([['changed a'], 0]);
  });

  test('ends the watch of a directory that has moved before it watches it at its new place', async () => {
    make('a/b/', 'to/');
    await started();
    renameSync(join(root, 'a'), join(root, 'to/a'));
    const watchedBefore: string[][] = [];
    system.refuse = () => {
      watchedBefore.push(system.watched);
      return undefined;
    };
    system.report('to', 'rename', 'a');
    await hear('rescan to/a');
    expect(watchedBefore).toEqual([
      ['', 'to'],
      ['', 'to', 'to/a'],
    ]);
  });

  test('visits nothing below a directory that was replaced meanwhile', async () => {
    await started();
    make('a/b/', 'a/c/');
    let visits = 0;
    system.refuse = (path) => {
      if (path === 'a') return (visits += 1) === 1 ? undefined : 'EACCES: permission denied';
      if (visits === 1) {
        renameSync(join(root, 'a'), join(top, 'a'));
        make('a/b/', 'a/c/');
        system.report('', 'rename', 'a');
      }
      return undefined;
    };
    system.report('', 'rename', 'a');
    await hearFor(10);
    expect(system.watched).toEqual(['']);
  });

  test('has the directory rescanned when a name in it is not UTF-8, or not known', async () => {
    make('a/', 'b/');
    await started();
    system.report('a', 'rename', 'caf\uFFFD');
    expect(await hear('rescan a')).toEqual(['rescan a']);
    system.report('b', 'change', undefined);
    expect(await hear('rescan b')).toEqual(['rescan b']);
  });

  test('announces that a repository appears and goes, and nothing inside it', async () => {
    await started();
    make('.git/objects/');
    system.report('', 'rename', '.git');
    expect(await hear('created .git')).toEqual(['created .git']);
    system.report('', 'change', '.git');
    expect(await hearFor(10)).toEqual([]);
    rmSync(join(root, '.git'), { recursive: true });
    system.report('', 'rename', '.git');
    expect(await hear('deleted .git')).toEqual(['deleted .git']);
    expect(system.watched).toEqual(['']);
  });

  describe('when what is ignored is replaced', () => {
    test('ends the watches of what is ignored now', async () => {
      make('a/b/', 'c/');
      const tree = await started();
      tree.ignore(['a' as RelPath]);
      expect([await hearFor(10), system.watched]).toEqual([[], ['', 'c']]);
    });

    test('watches what is no longer ignored, and has it rescanned', async () => {
      make('a/b/', 'c/');
      const tree = await started(['a', 'c']);
      tree.ignore(['a/b', 'c'] as RelPath[]);
      expect(await hear('rescan a')).toEqual(['rescan a']);
      expect(system.watched).toEqual(['', 'a']);
    });

    test('keeps the watches that it has', async () => {
      make('a/b/', 'c/');
      const tree = await started(['c']);
      const before = system.tries;
      tree.ignore([]);
      await hear('rescan c');
      expect(system.tries - before).toBe(1);
    });

    test('says nothing of an ignored directory, and says when it is a file', async () => {
      make('a/');
      await started(['a']);
      system.report('', 'rename', 'a');
      expect(await hearFor(10)).toEqual([]);
      rmSync(join(root, 'a'), { recursive: true });
      make('a');
      system.report('', 'rename', 'a');
      expect(await hear('created a')).toEqual(['created a']);
    });
  });

  describe('when watches run out', () => {
    const limit = (): string =>
      `Not all of ${root} is watched, because the system's file watches are used up: raise fs.inotify.max_user_watches.`;

    test('keeps those that it has, says what to do and names what is not watched', async () => {
      make('a/b/', 'c/');
      await started();
      system.refuse = () => 'ENOSPC: System limit for number of file watchers reached';
      make('d/e/', 'a/f/');
      system.report('', 'rename', 'd');
      system.report('a', 'rename', 'f');
      expect((await hearFor(10)).sort()).toEqual([`a/f,d: ${limit()}`, 'rescan a/f', 'rescan d'].sort());
      expect(system.watched).toEqual(['', 'a', 'a/b', 'c']);
    });

    test('tries once for many directories, and again after 2, 4, 8 seconds and so on up to 32', async () => {
      make('a/', 'b/', 'c/');
      system.refuse = (path) => (path === '' ? undefined : 'ENOSPC');
      await started();
      const tries: number[] = [];
      for (const ms of [0, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000]) {
        await hearFor(ms);
        tries.push(system.tries - 1);
      }
      expect(tries).toEqual([1, 2, 3, 4, 5, 6, 7]);
    });

    test('watches what it can when watches are free again, and has that rescanned', async () => {
      make('a/b/', 'c/');
      system.refuse = (path) => (path === '' ? undefined : 'ENOSPC');
      await started();
      system.refuse = () => undefined;
      expect(await hear('rescan a')).toEqual(['watched', 'rescan c', 'rescan a']);
      expect(system.watched).toEqual(['', 'a', 'a/b', 'c']);
    });

    test('says nothing new while nothing changes', async () => {
      make('a/');
      system.refuse = (path) => (path === '' ? undefined : 'ENOSPC');
      await started();
      expect(await hearFor(100_000)).toEqual([]);
    });

    test('finds what is not watched below the directories that it names when they are too many', async () => {
      for (let i = 0; i < 70; i += 1) make(`a/${i}/`);
      system.refuse = (path) => (path.startsWith('a/') ? 'ENOSPC' : undefined);
      watchedTree().start();
      expect(await hear('rescan ')).toEqual([`a: ${limit()}`, 'rescan ']);
      system.refuse = () => undefined;
      await hear('rescan a');
      expect(system.watched.length).toBe(72);
    });

    test('forgets an unwatched directory that is gone', async () => {
      make('a/');
      system.refuse = (path) => (path === '' ? undefined : 'ENOSPC');
      await started();
      rmSync(join(root, 'a'), { recursive: true });
      system.report('', 'rename', 'a');
      expect(await hear('watched')).toEqual(['watched', 'deleted a']);
    });

    test('says that the root itself is not watched, and tries again', async () => {
      system.refuse = () => 'EMFILE: too many open files';
      watchedTree().start();
      const reason = `Not all of ${root} is watched, because the system's file watchers are used up: raise fs.inotify.max_user_instances.`;
      expect(await hear('rescan ')).toEqual([`: ${reason}`, 'rescan ']);
      system.refuse = () => undefined;
      expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    });
  });

  test('watches around a directory that may not be watched, and watches it once it may', async () => {
    make('closed/a/', 'open/');
    system.refuse = (path) => (path === 'closed' ? 'EACCES: permission denied' : undefined);
    watchedTree().start();
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
    expect(system.watched).toEqual(['', 'open']);
    system.refuse = () => undefined;
    chmodSync(join(root, 'closed'), 0o700);
    system.report('', 'change', 'closed');
    await hear('rescan closed');
    expect(system.watched).toEqual(['', 'closed', 'closed/a', 'open']);
  });

  test('says that the root may not be read, and tries again', async () => {
    system.refuse = () => 'EACCES: permission denied';
    watchedTree().start();
    expect(await hear('rescan ')).toEqual([
      `: ${root} is not watched, because it may not be read: allow it, or leave out what cannot be read.`,
      'rescan ',
    ]);
    system.refuse = () => undefined;
    expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
  });

  describe('after a burst', () => {
    test('has everything rescanned once it is quiet', async () => {
      await started();
      make('file');
      for (let i = 0; i < 20; i += 1) {
        for (let j = 0; j < 50; j += 1) system.report('', 'change', 'file');
        await diskTurn();
      }
      expect(new Set(await hear('rescan '))).toEqual(new Set(['changed file', 'rescan ']));
      expect(await hearFor(20_000)).toEqual([]);
    });

    test('watches everything anew when the kernel may have dropped events', async () => {
      make('a/');
      await started();
      const before = system.tries;
      make('a/unseen/');
      for (let i = 0; i < 100; i += 1) system.report('', 'change', 'file');
      expect(await hear('rescan ')).toEqual(['deleted file', 'rescan ']);
      expect([system.tries - before, system.watched]).toEqual([3, ['', 'a', 'a/unseen']]);
    });
  });

  describe('when something happens to the root', () => {
    test('says that it is gone, and watches it again when it is back', async () => {
      make('a/');
      await started();
      rmSync(root, { recursive: true });
      system.report('', 'rename', basename(root));
      // Before that, it may take the name of the root for one in the root.
      expect((await hear('rescan ')).slice(-2)).toEqual([`: ${root} ${GONE}`, 'rescan ']);
      expect(system.watched).toEqual([]);
      make('b/');
      expect(await hear('rescan ')).toEqual(['watched', 'rescan ']);
      expect(system.watched).toEqual(['', 'b']);
    });

    test('watches it anew when its own watch may have ended, though one just like it is there', async () => {
      await started();
      const before = system.tries;
      system.report('', 'rename', basename(root));
      await hear('rescan ');
      expect(system.tries - before).toBe(1);
    });

    test('notices by itself that a directory above it was moved', async () => {
      await started();
      renameSync(root, join(top, 'moved'));
      expect(await hear('rescan ')).toEqual([`: ${root} ${GONE}`, 'rescan ']);
    });

    test('notices by itself that another one has taken its place', async () => {
      await started();
      renameSync(root, join(top, 'moved'));
      mkdirSync(root);
      make('a/');
      expect(await hear('rescan ')).toEqual(['rescan ']);
      expect(system.watched).toEqual(['', 'a']);
    });

    test('says that a root which is a file is not there', async () => {
      rmSync(root, { recursive: true });
      writeFileSync(root, '');
      watchedTree().start();
      expect(await hear('rescan ')).toEqual([`: ${root} ${GONE}`, 'rescan ']);
    });
  });
});
