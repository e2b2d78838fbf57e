import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../src/actors/runtime/clock.js';
import { startWatchThread } from '../../src/workers/watch/back-end/start-watch-thread.js';
import { SupervisedWatcher } from '../../src/workers/watch/supervised-watcher.js';
import type { WatcherState } from '../../src/workers/watch/back-end/watcher.js';
import { FakeClock } from '../doubles/fake-clock.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { readDisk, Reader } from '../workers/watch/reader.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { FrailWatchThread } from './frail-watch-thread.js';

const ROUNDS = 20;

// What another process does to the tree at `process.argv[1]`, all at once.
const CREATE_10_000 = `
  const fs = require('node:fs');
  for (let i = 0; i < 10_000; i += 1) {
    let directory = 'old' + (i % 50);
    if (i % 2 === 0) {
      directory = 'new' + (i % 400) / 2;
      if (i < 400) fs.mkdirSync(process.argv[1] + '/' + directory);
    }
    fs.writeFileSync(process.argv[1] + '/' + directory + '/f' + i, 'x');
  }`;

// More events than the kernel keeps for a reader, with directories among what is lost.
const CREATE_MORE_THAN_THE_QUEUE_HOLDS = `
  const fs = require('node:fs');
  for (let i = 0; i < 9_000; i += 1) fs.writeFileSync(process.argv[1] + '/f' + i, 'x');
  for (let i = 0; i < 20; i += 1) fs.mkdirSync(process.argv[1] + '/d' + i + '/e/f', { recursive: true });
  fs.renameSync(process.argv[1] + '/here', process.argv[1] + '/there');
  fs.rmSync(process.argv[1] + '/again', { recursive: true });
  fs.mkdirSync(process.argv[1] + '/again/below', { recursive: true });`;

let entries: BuiltEntries;
let top: AbsPath;
let root: AbsPath;
let frail: FrailWatchThread;
let watched: Watched | undefined;

beforeAll(async () => {
  entries = await buildEntries({
    'frail-watch-thread.entry': 'test/threads/entries/frail-watch-thread.entry.ts',
  });
});
afterAll(() => {
  entries.remove();
});
beforeEach(() => {
  top = makeTempDir();
  root = join(top, 'root') as AbsPath;
  mkdirSync(root);
  frail = new FrailWatchThread();
});
afterEach(async () => {
  await watched?.watcher.close();
  watched = undefined;
  frail[Symbol.dispose]();
  removeTempDir(top);
});

/** A root that is watched by a thread, and one who reads it as the thread says. */
class Watched {
  readonly states: WatcherState[] = [];
  readonly reader = new Reader(root);
  readonly watcher: SupervisedWatcher;
  #wake: () => void = () => undefined;

  constructor(clock: Clock = systemClock) {
    this.watcher = new SupervisedWatcher({
      clock,
      start: (handlers) => startWatchThread(entries.url('frail-watch-thread.entry'), handlers),
      listener: {
        onBatch: (batch) => {
          this.reader.take(batch);
          this.#wake();
        },
        onState: (_, state) => {
          this.states.push(state);
          this.#wake();
        },
      },
    });
    this.watcher.watch(root, []);
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      // A look may be at thousands of files: one for all that has come meanwhile.
      await turn();
    }
  }

  get restarts(): number {
    return this.states.at(-1)?.restarts ?? 0;
  }

  /** Resolves when the reader knows what is on the disk. */
  async isTrue(): Promise<void> {
    await this.until(() => {
      const disk = readDisk(root);
      const { known } = this.reader;
      return known.size === disk.size && [...disk].every(([path, size]) => known.get(path) === size);
    });
  }
}

async function watching(clock?: Clock): Promise<Watched> {
  watched = new Watched(clock);
  await watched.until(() => watched?.states.at(-1)?.status === 'watching');
  await watched.isTrue();
  return watched;
}

async function elsewhere(code: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['-e', code, root]);
}

function write(path: string): void {
  writeFileSync(join(root, path), 'x');
}

describe('a watch thread', () => {
  test('loses none of 10,000 files that are created at once in 50 old and 200 new directories', async () => {
    for (let i = 0; i < 50; i += 1) mkdirSync(join(root, `old${i}`));
    const tree = await watching();
    frail.order({ type: 'heal nothing' });
    await elsewhere(CREATE_10_000);
    await tree.isTrue();
    expect(tree.reader.known.size).toBe(1 + 50 + 200 + 10_000);
  });

  test('sees all of a tree that is made, moved in, moved on, and made again under its old name', async () => {
    const tree = await watching();
    frail.order({ type: 'heal nothing' });
    for (let round = 0; round < ROUNDS; round += 1) {
      mkdirSync(join(root, 'a/b/c/d'), { recursive: true });
      write('a/b/c/d/file');
      mkdirSync(join(top, 'out/in/deep'), { recursive: true });
      writeFileSync(join(top, 'out/in/deep/file'), '');
      renameSync(join(top, 'out'), join(root, 'a/b/out'));
      renameSync(join(root, 'a'), join(root, `moved-${round}`));
      mkdirSync(join(root, 'a/b'), { recursive: true });
      rmSync(join(root, 'a/b'), { recursive: true });
      mkdirSync(join(root, 'a/b'));
      await tree.isTrue();
      // Not seen unless the watches are those of the directories that are there now.
      write(`moved-${round}/b/out/in/deep/late`);
      write('a/b/late');
      await tree.isTrue();
      rmSync(join(root, 'a'), { recursive: true });
    }
  });

  test("heals when it was busy for so long that the kernel's queue ran over", async () => {
    mkdirSync(join(root, 'here/below'), { recursive: true });
    mkdirSync(join(root, 'again'));
    // Supervised by a clock that stands still: nobody takes offence, however long it is busy here.
    const tree = await watching(new FakeClock());
    await frail.hang(join(top, 'go on'));
    await elsewhere(CREATE_MORE_THAN_THE_QUEUE_HOLDS);
    writeFileSync(join(top, 'go on'), '');
    await tree.isTrue();
    for (const directory of ['d19/e/f', 'there/below', 'again/below']) write(`${directory}/late`);
    await tree.isTrue();
    expect(tree.states).toEqual([{ status: 'watching', restarts: 0 }]);
  });

  test(`leads to what is on the disk after each of ${ROUNDS} deaths in the middle of changes`, async () => {
    const tree = await watching();
    for (let round = 0; round < ROUNDS; round += 1) {
      // A change that is seen proves the thread at work.
      write(`before-${round}`);
      await tree.isTrue();
      mkdirSync(join(root, `made-${round}`));
      for (let i = 0; i < 20; i += 1) {
        write(`made-${round}/file-${i}`);
        if (i === 10) frail.order({ type: 'die', how: round % 2 === 0 ? 'exit' : 'throw' });
      }
      rmSync(join(root, `before-${round}`));
      await tree.until(() => tree.restarts === round + 1 && tree.states.at(-1)?.status === 'watching');
      await tree.isTrue();
    }
    expect(tree.reader.known.size).toBe(1 + ROUNDS * 21);
  });

  test('is ended and started again when it hangs', async () => {
    const clock = new FakeClock();
    const tree = await watching(clock);
    await frail.hang(join(top, 'never'));
    clock.advance(20_000);
    write('missed');
    await tree.until(() => tree.states.at(-1)?.status === 'restarting');
    clock.advance(200);
    await tree.isTrue();
    write('seen');
    await tree.isTrue();
    expect(tree.states).toEqual([
      { status: 'watching', restarts: 0 },
      {
        status: 'restarting',
        restarts: 1,
        reason: 'The file watcher was lost and is started again. It did not answer for 15 s.',
      },
      { status: 'watching', restarts: 1 },
    ]);
  });

  test('is not started again when its entry is missing', async () => {
    const states: WatcherState[] = [];
    const isOver = new Promise<void>((resolve) => {
      const watcher = new SupervisedWatcher({
        start: (handlers) => startWatchThread(entries.url('missing'), handlers),
        listener: {
          onBatch: () => undefined,
          onState: (_, state) => {
            states.push(state);
            resolve();
          },
        },
      });
      watcher.watch(root, []);
    });
    await isOver;
    expect(states).toEqual([
      {
        status: 'degraded',
        restarts: 0,
        reason: expect.stringContaining('Cannot find module'),
        unwatched: [''],
      },
    ]);
  });
});
