import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbsPath, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import type { BuiltEntries } from './build-entries.js';
import { childProcesses } from './child-processes.js';
import { FollowedFolder } from './followed-folder.js';
import { FrailWatchThread } from './frail-watch-thread.js';
import { buildFrailWorkspace, type FrailWorkspace, openFrailWorkspace } from './frail-workspace.js';
import { until } from '../doubles/until.js';

const ROUNDS = 20;

let entries: BuiltEntries;
beforeAll(async () => {
  entries = await buildFrailWorkspace();
});
afterAll(() => {
  entries.remove();
});

function follow(watcher: WorkspaceConfig['watcher']): FollowedFolder<FrailWorkspace> {
  const open = (path: AbsPath): FrailWorkspace => openFrailWorkspace(entries, path, { watcher });
  return new FollowedFolder(open, (path) => {
    mkdirSync(join(path, 'src'));
    writeFileSync(join(path, 'src/a.ts'), '');
  });
}

/** Resolves when a watch process runs: an index is right also before it does. */
async function watchProcess(): Promise<void> {
  await until(() => childProcesses('watch.entry').length > 0, 'a watch process runs');
}

const WATCHERS: readonly { watcher: WorkspaceConfig['watcher']; kill: () => Promise<void> }[] = [
  {
    watcher: 'parcel',
    kill: async () => {
      await watchProcess();
      for (const pid of childProcesses('watch.entry')) process.kill(pid, 'SIGKILL');
    },
  },
  {
    watcher: 'per-directory',
    kill: async () => {
      using thread = new FrailWatchThread();
      await thread.greet();
      thread.order({ type: 'die', how: 'exit' });
    },
  },
];

describe.each(WATCHERS)('with the watcher $watcher', ({ watcher, kill }) => {
  test('the index follows what happens on disk', async () => {
    await using folder = follow(watcher);
    await folder.equalsDisk();
    writeFileSync(folder.absolute('src/b.ts'), '');
    await folder.equalsDisk();
    mkdirSync(folder.absolute('deep/er/est'), { recursive: true });
    writeFileSync(folder.absolute('deep/er/est/c.ts'), '');
    await folder.equalsDisk();
    writeFileSync(folder.absolute('.gitignore'), '*.ts\n!b.ts\n');
    await folder.equalsDisk();
    expect(await folder.index.files()).toEqual(['.gitignore', 'src/b.ts']);
    rmSync(folder.absolute('.gitignore'));
    await folder.equalsDisk();
    folder.git('mv', '-k', 'src', 'moved');
    rmSync(folder.absolute('deep'), { recursive: true });
    await folder.equalsDisk();
  });

  test('a file that git tracks stays visible when a rule ignores it, as soon as git knows it', async () => {
    await using folder = follow(watcher);
    writeFileSync(folder.absolute('.gitignore'), '*.log\n');
    writeFileSync(folder.absolute('kept.log'), '');
    await folder.equalsDisk();
    expect(await folder.index.files()).toEqual(['.gitignore', 'src/a.ts']);
    folder.git('add', '-f', 'kept.log');
    await folder.equalsDisk();
    expect(await folder.index.files()).toEqual(['.gitignore', 'kept.log', 'src/a.ts']);
  });

  test(`the index equals the disk again after each of ${ROUNDS} deaths of it in a row`, async () => {
    await using folder = follow(watcher);
    await folder.equalsDisk();
    for (let round = 0; round < ROUNDS; round += 1) {
      writeFileSync(folder.absolute(`src/before-${round}.ts`), '');
      await folder.equalsDisk();
      await kill();
      mkdirSync(folder.absolute(`made-${round}`));
      for (let i = 0; i < 20; i += 1) writeFileSync(folder.absolute(`made-${round}/file-${i}.ts`), '');
      rmSync(folder.absolute(`src/before-${round}.ts`));
      await folder.until(async () => (await folder.index.status()).watcherRestarts === round + 1);
      await folder.equalsDisk();
    }
    expect(await folder.index.files()).toHaveLength(1 + ROUNDS * 20);
  });
});

test('a workspace that is disposed of leaves no process', async () => {
  await using folder = follow('parcel');
  await folder.equalsDisk();
  writeFileSync(folder.absolute('x.ts'), '');
  await folder.equalsDisk();
  await watchProcess();
  expect(childProcesses('watch.entry')).toHaveLength(1);
  await folder.index[Symbol.asyncDispose]();
  expect(childProcesses('watch.entry')).toEqual([]);
});

test('an index thread that dies takes its watcher with it', async () => {
  await using folder = follow('parcel');
  writeFileSync(folder.absolute('x.ts'), '');
  await folder.equalsDisk();
  const before = childProcesses('watch.entry');
  const { ref } = folder.index;
  const pending = ref.ask('hang', undefined);
  ref.tell('die', 'throw');
  await expect(pending).rejects.toMatchObject({ code: 'ACTOR_LOST' });
  await folder.equalsDisk();
  await folder.until(() => !childProcesses('watch.entry').some((pid) => before.includes(pid)));
});
