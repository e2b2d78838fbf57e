import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbsPath, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import { noWatchLimit } from '../workers/watch/start-watch-parent.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { childProcesses } from './child-processes.js';
import { FollowedFolder } from './followed-folder.js';
import { StarvingHost } from './starving-host.js';
import { describeUnless } from '../doubles/run-unless.js';

const ROUNDS = 2;
const ROUNDS_OF_OPENING = 4;
const FILES = 60;
const WATCHERS = ['parcel', 'per-directory'] as const satisfies WorkspaceConfig['watcher'][];

// More than the folder needs at first, and fewer than it needs later.
const MAX_WATCHED = 40;

// After those the watcher counts as gone. Source: SPEC W11.
const MAX_RESTARTS_IN_A_ROW = 3;

const STARVED =
  'Some of the disk could not be read, for want of open files or memory, or because it failed: what was known of it is kept, and it is tried again.';

// Node says so of a thread that it starts while it cannot read whether the package's files are ES modules.
const UNREAD_PACKAGE =
  /^(?:\(node:\d+\) Warning: To load an ES module, [^\n]*\n|\(Use `node --trace-warnings[^\n]*\n)*$/u;

let entries: BuiltEntries;
beforeAll(async () => {
  entries = await buildEntries({ 'starving-host.entry': 'test/threads/entries/starving-host.entry.ts' });
});
afterAll(() => {
  entries.remove();
});

/** A few files to a directory, so that what is new can only be seen by reading directories. */
function fill(top: string, prefix: string): void {
  for (let index = 0; index < FILES; index += 1) {
    const directory = join(top, prefix, `part-${index % 10}/sub`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${prefix}-${index}.ts`), `${prefix}\n`);
  }
}

function start(watcher: WorkspaceConfig['watcher'], maxWatches?: number): FollowedFolder<StarvingHost> {
  const limit = maxWatches === undefined ? {} : { maxWatches };
  return new FollowedFolder(
    (path: AbsPath) => new StarvingHost(entries, path, { watcher, ...limit }),
    (path) => {
      fill(path, 'there');
    },
  );
}

async function follow(watcher: WorkspaceConfig['watcher']): Promise<FollowedFolder<StarvingHost>> {
  const folder = start(watcher);
  await folder.index.ask('open');
  await folder.equalsDisk();
  return folder;
}

/** Each kind of change, with no file left to read it with from the first few on. */
async function starveInABurst(folder: FollowedFolder<StarvingHost>, round: number): Promise<void> {
  fill(folder.path, `made${round}`);
  await folder.index.ask('starve');
  rmSync(folder.absolute(`made${round}/part-1`), { recursive: true });
  fill(folder.path, `late${round}`);
  folder.git('add', 'there');
  writeFileSync(folder.absolute('.gitignore'), `*-${round}7.ts\n*-4${round}.ts\n`);
}

describe.each(WATCHERS)('a host that follows by %s', (watcher) => {
  test('equals the disk again after it had no file left for the middle of a burst', async () => {
    await using folder = await follow(watcher);
    for (let round = 0; round < ROUNDS; round += 1) {
      await starveInABurst(folder, round);
      await folder.until(async () => (await folder.index.status()).phase === 'degraded');
      await folder.index.ask('relax');
      await folder.equalsDisk();
      await folder.until(async () => (await folder.index.status()).phase === 'ready');
    }
    await folder.index.ask('close');
    expect(await folder.index.ended).toEqual({ exitCode: 0, output: '' });
  });

  test('says so for as long as it has no file left, finds what it knows, and ends', async () => {
    await using folder = await follow(watcher);
    await starveInABurst(folder, 0);
    await folder.until(async () => (await folder.index.status()).reason === STARVED);
    expect(await folder.index.status()).toMatchObject({ phase: 'degraded' });
    const found = await folder.index.ask('search');
    expect(found.filter((path) => path.endsWith('.ts'))).toHaveLength(FILES);
    await folder.index.ask('grep').catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'ACTOR_LOST' });
    });
    await folder.index.ask('close');
    expect(await folder.index.ended).toEqual({ exitCode: 0, output: '' });
  });

  // The files end somewhere between the first look at the folder and the last: when, the machine decides.
  test('that had no file left at some moment of its opening says so if it missed one, and has all later', async () => {
    for (let round = 0; round < ROUNDS_OF_OPENING; round += 1) {
      await using folder = start(watcher);
      await folder.index.ask('openAndStarve');
      await folder.until(async () => (await folder.index.status()).phase !== 'scanning');
      const { phase, reason, files } = await folder.index.status();
      if (phase === 'ready') expect(files).toBe(FILES);
      else expect([phase, reason]).toEqual([expect.stringMatching(/^(failed|degraded)$/u), STARVED]);
      await folder.index.ask('relax');
      await folder.until(async () => (await folder.index.status()).phase === 'ready');
      await folder.equalsDisk();
      await folder.index.ask('close');
      expect(await folder.index.ended).toEqual({
        exitCode: 0,
        output: expect.stringMatching(UNREAD_PACKAGE) as string,
      });
    }
  });
});

describeUnless(noWatchLimit)('a host that runs out of watches in a burst', () => {
  test.each(WATCHERS)('equals the disk by %s all the same, and says why it does late', async (watcher) => {
    await using folder = start(watcher, MAX_WATCHED);
    await folder.index.ask('open');
    await folder.equalsDisk();
    fill(folder.path, 'made');
    rmSync(folder.absolute('there/part-1'), { recursive: true });
    fill(folder.path, 'late');
    await folder.until(async () => (await folder.index.status()).phase === 'degraded');
    expect((await folder.index.status()).reason).toBe(
      `Not all of ${folder.path} is watched, because the system's file watches are used up: raise fs.inotify.max_user_watches.`,
    );
    await folder.equalsDisk();
    await folder.index.ask('giveWatches');
    await folder.until(async () => (await folder.index.status()).phase === 'ready');
    fill(folder.path, 'last');
    await folder.equalsDisk();
  });
});

test('a watcher that cannot be started again for want of files is once there are some', async () => {
  await using folder = await follow('parcel');
  // An event that arrives proves the watcher at work.
  fill(folder.path, 'seen');
  await folder.equalsDisk();
  await folder.index.ask('starve');
  for (const pid of childProcesses('watch.entry', folder.index.pid)) process.kill(pid, 'SIGKILL');
  fill(folder.path, 'made');
  await folder.until(async () => {
    const { phase, watcherRestarts } = await folder.index.status();
    return phase === 'degraded' && watcherRestarts >= MAX_RESTARTS_IN_A_ROW;
  });
  await folder.index.ask('relax');
  await folder.until(async () => (await folder.index.status()).phase === 'ready');
  fill(folder.path, 'late');
  await folder.equalsDisk();
});

test('a host that has no file left to start its threads with is none, and says why', async () => {
  await using folder = start('auto');
  await folder.index.ask('starve');
  await expect(folder.index.ask('open')).rejects.toMatchObject({
    code: 'ACTOR_LOST',
    message: expect.stringContaining('EMFILE') as string,
  });
  await folder.index.ask('relax');
  await folder.index.ask('open');
  await folder.equalsDisk();
});
