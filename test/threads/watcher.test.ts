import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import type { BuiltEntries } from './build-entries.js';
import { childProcesses } from './child-processes.js';
import { FrailWatchThread } from './frail-watch-thread.js';
import { buildFrailWorkspace, type FrailWorkspace, openFrailWorkspace } from './frail-workspace.js';

const ROUNDS = 20;

let entries: BuiltEntries;
let dir: string;
let open: FrailWorkspace | undefined;
beforeAll(async () => {
  entries = await buildFrailWorkspace();
});
afterAll(() => {
  entries.remove();
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'troupe-watch-'));
  execFileSync('git', ['init', '-q'], { cwd: dir });
  mkdirSync(join(dir, 'src'));
  writeFileSync(join(dir, 'src/a.ts'), '');
});
afterEach(async () => {
  await open?.[Symbol.asyncDispose]();
  open = undefined;
  rmSync(dir, { recursive: true, force: true });
});

function onDisk(): string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: dir,
    encoding: 'utf8',
  });
  return output
    .split('\0')
    .filter((path) => path !== '')
    .sort();
}

async function inIndex({ workspace }: FrailWorkspace): Promise<string[]> {
  const all: string[] = [];
  for await (const { paths } of await workspace.files()) all.push(...paths);
  return all.sort();
}

/** Resolves once `holds` does; looks again whenever the index says something. */
async function until({ ref }: FrailWorkspace, holds: () => Promise<boolean>): Promise<void> {
  let wake: () => void = () => undefined;
  const forgets = [ref.on('changed', () => wake()), ref.on('status', () => wake())];
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (await holds()) return;
      await woken;
    }
  } finally {
    for (const forget of forgets) forget();
  }
}

function isTrue(workspace: FrailWorkspace): Promise<void> {
  return until(workspace, async () => JSON.stringify(await inIndex(workspace)) === JSON.stringify(onDisk()));
}

function restarts(workspace: FrailWorkspace): Promise<number> {
  return workspace.workspace.status().then(([status]) => status?.watcherRestarts ?? -1);
}

const WATCHERS: readonly { watcher: WorkspaceConfig['watcher']; kill: () => void }[] = [
  {
    watcher: 'parcel',
    kill: () => {
      const [pid] = childProcesses('watch.entry');
      if (pid === undefined) throw new Error('No watch process runs.');
      process.kill(pid, 'SIGKILL');
    },
  },
  {
    watcher: 'per-directory',
    kill: () => {
      using thread = new FrailWatchThread();
      thread.order({ type: 'die', how: 'exit' });
    },
  },
];

describe.each(WATCHERS)('with the watcher $watcher', ({ watcher, kill }) => {
  test('the index follows what happens on disk', async () => {
    open = openFrailWorkspace(entries, dir, { watcher });
    await isTrue(open);
    writeFileSync(join(dir, 'src/b.ts'), '');
    await isTrue(open);
    mkdirSync(join(dir, 'deep/er/est'), { recursive: true });
    writeFileSync(join(dir, 'deep/er/est/c.ts'), '');
    await isTrue(open);
    writeFileSync(join(dir, '.gitignore'), '*.ts\n!b.ts\n');
    await isTrue(open);
    expect(await inIndex(open)).toEqual(['.gitignore', 'src/b.ts']);
    rmSync(join(dir, '.gitignore'));
    await isTrue(open);
    execFileSync('git', ['mv', '-k', 'src', 'moved'], { cwd: dir });
    rmSync(join(dir, 'deep'), { recursive: true });
    await isTrue(open);
  });

  test('a file that git tracks stays visible when a rule ignores it, as soon as git knows it', async () => {
    writeFileSync(join(dir, '.gitignore'), '*.log\n');
    writeFileSync(join(dir, 'kept.log'), '');
    open = openFrailWorkspace(entries, dir, { watcher });
    await isTrue(open);
    expect(await inIndex(open)).toEqual(['.gitignore', 'src/a.ts']);
    execFileSync('git', ['add', '-f', 'kept.log'], { cwd: dir });
    await isTrue(open);
    expect(await inIndex(open)).toEqual(['.gitignore', 'kept.log', 'src/a.ts']);
  });

  test(`the index equals the disk again after each of ${ROUNDS} deaths of it in a row`, async () => {
    const frail = openFrailWorkspace(entries, dir, { watcher });
    open = frail;
    await isTrue(frail);
    for (let round = 0; round < ROUNDS; round += 1) {
      // An event that arrives proves the watcher at work.
      writeFileSync(join(dir, `src/before-${round}.ts`), '');
      await isTrue(frail);
      kill();
      mkdirSync(join(dir, `made-${round}`));
      for (let i = 0; i < 20; i += 1) writeFileSync(join(dir, `made-${round}/file-${i}.ts`), '');
      rmSync(join(dir, `src/before-${round}.ts`));
      await until(frail, async () => (await restarts(frail)) === round + 1);
      await isTrue(frail);
    }
    expect(await inIndex(frail)).toHaveLength(1 + ROUNDS * 20);
  });
});

test('a workspace that is disposed of leaves no process', async () => {
  open = openFrailWorkspace(entries, dir, { watcher: 'parcel' });
  await isTrue(open);
  writeFileSync(join(dir, 'x.ts'), '');
  await isTrue(open);
  expect(childProcesses('watch.entry')).toHaveLength(1);
  await open[Symbol.asyncDispose]();
  expect(childProcesses('watch.entry')).toEqual([]);
});

test('an index thread that dies takes its watcher with it', async () => {
  const frail = openFrailWorkspace(entries, dir, { watcher: 'parcel' });
  open = frail;
  writeFileSync(join(dir, 'x.ts'), '');
  await isTrue(frail);
  const before = childProcesses('watch.entry');
  const pending = frail.ref.ask('hang', undefined);
  frail.ref.tell('die', 'throw');
  await expect(pending).rejects.toMatchObject({ code: 'ACTOR_LOST' });
  await isTrue(frail);
  await until(frail, () =>
    Promise.resolve(!childProcesses('watch.entry').some((pid) => before.includes(pid))),
  );
});
