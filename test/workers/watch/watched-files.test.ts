import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WatchedFiles } from '../../../src/workers/watch/watched-files.js';
import { FakeClock } from '../../doubles/fake-clock.js';

let top: string;
let watched: WatchedFiles | undefined;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-watched-files-')));
});

afterEach(() => {
  watched?.close();
  rmSync(top, { recursive: true, force: true });
});

function at(path: string): string {
  return join(top, path);
}

function write(path: string, text = ''): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

/** As editors, and git, write: a new file takes the old one's place. */
function replace(path: string, text: string): void {
  write(`${path}.new`, text);
  renameSync(at(`${path}.new`), at(path));
}

interface Watched {
  /** How many changes have been announced. */
  readonly count: () => number;
  readonly clock: FakeClock;
  /** Does something, and lets the disk and the clock go on until a change has been announced. */
  readonly announces: (change: () => void) => Promise<void>;
}

/** Watches, in a time in which only some timers ever fire: that tells a system's watch from a look. */
async function watch(
  files: readonly string[],
  ways: { fires: (delayMs: number) => boolean },
): Promise<Watched> {
  const announced: number[] = [];
  const clock = new FakeClock();
  watched = new WatchedFiles({
    files: files.map(at),
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

describe.each([A_WATCH, A_LOOK])('WatchedFiles, by $way,', (ways) => {
  test('announces a file that is created, written, replaced and deleted', async () => {
    const { announces } = await watch(['config'], ways);
    await announces(() => {
      write('config', 'a');
    });
    await announces(() => {
      write('config', 'ab');
    });
    await announces(() => {
      replace('config', 'abc');
    });
    await announces(() => {
      unlinkSync(at('config'));
    });
  });

  test('announces a file whose directories come to be after it was asked for', async () => {
    const { announces } = await watch(['home/.config/git/ignore'], ways);
    await announces(() => {
      write('home/.config/git/ignore', 'a');
    });
    await announces(() => {
      write('home/.config/git/ignore', 'ab');
    });
  });

  test('announces a change of what a link leads to, and of the link', async () => {
    write('dotfiles/gitconfig', 'a');
    write('other', 'abc');
    symlinkSync('dotfiles/gitconfig', at('.gitconfig'));
    const { announces } = await watch(['.gitconfig'], ways);
    await announces(() => {
      write('dotfiles/gitconfig', 'ab');
    });
    await announces(() => {
      unlinkSync(at('.gitconfig'));
      symlinkSync(at('other'), at('.gitconfig'));
    });
    await announces(() => {
      write('other', 'abcd');
    });
  });

  test('announces a change behind links to directories, one after the other', async () => {
    write('dotfiles/one/git/config', 'a');
    symlinkSync('one', at('dotfiles/current'));
    symlinkSync('dotfiles/current/../current', at('.config'));
    const { announces } = await watch(['.config/git/config'], ways);
    await announces(() => {
      write('dotfiles/one/git/config', 'ab');
    });
    write('dotfiles/two/git/config', 'abc');
    await announces(() => {
      unlinkSync(at('dotfiles/current'));
      symlinkSync('two', at('dotfiles/current'));
    });
    await announces(() => {
      write('dotfiles/two/git/config', 'abcd');
    });
  });

  test('announces changes in a directory that has replaced another', async () => {
    write('git/index', 'a');
    const { announces } = await watch(['git/index'], ways);
    await announces(() => {
      rmSync(at('git'), { recursive: true });
      write('git/index', 'ab');
    });
    await announces(() => {
      write('git/index', 'abc');
    });
  });
});

describe('WatchedFiles', () => {
  test('announces that a directory comes and goes, not what happens in it', async () => {
    const { announces, count, clock } = await watch(['git/objects'], BOTH);
    await announces(() => {
      mkdirSync(at('git/objects'), { recursive: true });
    });
    write('git/objects/aa/b', '');
    const untilMs = clock.now() + 10_000;
    while (clock.now() < untilMs) {
      await turn();
      clock.advance(10);
    }
    expect(count()).toBe(1);
    await announces(() => {
      rmSync(at('git/objects'), { recursive: true });
    });
  });

  test('announces nothing when other files of a directory change, nor does a link in a circle keep it busy', async () => {
    write('git/index');
    symlinkSync('around', at('git/around'));
    const { count, clock } = await watch(['git/index', 'git/around/x'], BOTH);
    write('git/COMMIT_EDITMSG', 'x');
    renameSync(at('git/COMMIT_EDITMSG'), at('git/ORIG_HEAD'));
    while (clock.now() < 10_000) {
      await turn();
      clock.advance(10);
    }
    expect(count()).toBe(0);
  });

  test('announces nothing and leaves no timer once it is closed', async () => {
    const { count, clock } = await watch(['a'], BOTH);
    write('a');
    clock.advance(2_000);
    watched?.close();
    // Far longer than the look takes that was under way.
    for (let i = 0; i < 1_000; i += 1) await turn();
    expect([count(), clock.pending]).toEqual([0, 0]);
  });

  test('leaves no timer when it is closed before it has started', async () => {
    const clock = new FakeClock();
    watched = new WatchedFiles({ files: [at('a')], clock, onChange: () => undefined });
    watched.close();
    await watched.started;
    expect(clock.pending).toBe(0);
  });
});
