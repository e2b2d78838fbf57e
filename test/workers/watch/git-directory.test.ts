import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { GitDirectory } from '../../../src/workers/watch/git-directory.js';
import { FakeClock } from '../../doubles/fake-clock.js';

let top: string;
let repository: string;
let watched: GitDirectory | undefined;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-git-directory-')));
  repository = join(top, 'repository');
  execFileSync('git', ['init', '-q', repository]);
  writeFileSync(join(repository, 'a'), '');
});

afterEach(() => {
  watched?.close();
  rmSync(top, { recursive: true, force: true });
});

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: repository });
}

interface Watched {
  /** How many changes have been announced. */
  readonly count: () => number;
  readonly clock: FakeClock;
  /** Does something, and lets the disk and the clock go on until a change has been announced. */
  readonly announces: (change: () => void) => Promise<void>;
}

/** Watches, in a time in which only some timers ever fire: that tells a system's watch from a look. */
async function watch(gitDirectory: string, ways: { fires: (delayMs: number) => boolean }): Promise<Watched> {
  const announced: number[] = [];
  const clock = new FakeClock();
  watched = new GitDirectory({
    gitDirectory: gitDirectory as AbsPath,
    clock: {
      now: () => clock.now(),
      after: (delayMs, callback) =>
        clock.after(delayMs, () => {
          if (ways.fires(delayMs)) callback();
        }),
    },
    onChange: () => void announced.push(clock.now()),
  });
  await watched.started;
  return {
    count: () => announced.length,
    clock,
    announces: async (change) => {
      const before = announced.length;
      change();
      while (announced.length === before) {
        await turn();
        clock.advance(1);
      }
    },
  };
}

const A_WATCH = { way: 'a watch of the system', fires: (delayMs: number) => delayMs < 1_000 };
const A_LOOK = { way: 'a regular look', fires: (delayMs: number) => delayMs > 1_000 };
const BOTH = { fires: (_delayMs: number) => true };

describe.each([A_WATCH, A_LOOK])('GitDirectory, by $way,', (ways) => {
  test('announces that the index changed', async () => {
    const { announces } = await watch(join(repository, '.git'), ways);
    await announces(() => {
      git('add', 'a');
    });
  });

  test('announces that info/exclude changed', async () => {
    const { announces } = await watch(join(repository, '.git'), ways);
    await announces(() => {
      writeFileSync(join(repository, '.git/info/exclude'), 'a\n');
    });
  });

  test('announces a change in a worktree, and in the exclude file that it shares', async () => {
    git('add', 'a');
    git('commit', '-qm', 'a');
    git('worktree', 'add', '-q', join(top, 'tree'));
    const { announces } = await watch(join(repository, '.git/worktrees/tree'), ways);
    await announces(() => {
      execFileSync('git', ['rm', '-q', 'a'], { cwd: join(top, 'tree') });
    });
    await announces(() => {
      writeFileSync(join(repository, '.git/info/exclude'), 'a\n');
    });
  });

  test('announces changes of a directory that has replaced another', async () => {
    const { announces } = await watch(join(repository, '.git'), ways);
    await announces(() => {
      rmSync(join(repository, '.git'), { recursive: true });
      git('init', '-q');
      git('add', 'a');
    });
    await announces(() => {
      git('rm', '-q', '--cached', 'a');
    });
  });
});

describe('GitDirectory', () => {
  test('watches a repository that appears, and announces its end', async () => {
    rmSync(join(repository, '.git'), { recursive: true });
    const ways = { ...BOTH };
    const { announces } = await watch(join(repository, '.git'), ways);
    await announces(() => {
      git('init', '-q');
    });
    ways.fires = A_WATCH.fires;
    await announces(() => {
      git('add', 'a');
    });
    await announces(() => {
      rmSync(join(repository, '.git'), { recursive: true });
    });
  });

  test('announces nothing when other files of the directory change', async () => {
    const { count, clock } = await watch(join(repository, '.git'), BOTH);
    writeFileSync(join(repository, '.git/COMMIT_EDITMSG'), 'x');
    renameSync(join(repository, '.git/COMMIT_EDITMSG'), join(repository, '.git/ORIG_HEAD'));
    while (clock.now() < 10_000) {
      await turn();
      clock.advance(10);
    }
    expect(count()).toBe(0);
  });

  test('announces nothing and leaves no timer once it is closed', async () => {
    const { count, clock } = await watch(join(repository, '.git'), BOTH);
    git('add', 'a');
    clock.advance(2_000);
    watched?.close();
    // Far longer than the look takes that was under way.
    for (let i = 0; i < 1_000; i += 1) await turn();
    expect([count(), clock.pending]).toEqual([0, 0]);
  });

  test('leaves no timer when it is closed before it has started', async () => {
    const clock = new FakeClock();
    const gitDirectory = join(repository, '.git') as AbsPath;
    watched = new GitDirectory({ gitDirectory, clock, onChange: () => undefined });
    watched.close();
    await watched.started;
    expect(clock.pending).toBe(0);
  });
});
