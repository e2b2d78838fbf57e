import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbsPath, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import { type BuiltEntries } from './build-entries.js';
import { childProcesses } from './child-processes.js';
import { FollowedFolder } from './followed-folder.js';
import { FrailWatchThread } from './frail-watch-thread.js';
import { buildFrailWorkspace, type FrailWorkspace, openFrailWorkspace } from './frail-workspace.js';
import { startStopwatch } from '../doubles/stopwatch.js';

// `TROUPE_BURST_ROUNDS=20 TROUPE_BURST_PATHS=50000` is the whole truth and takes an hour; a few rounds show the rest.
const ROUNDS = Number(process.env['TROUPE_BURST_ROUNDS'] ?? 2);
const PATHS = Number(process.env['TROUPE_BURST_PATHS'] ?? 500);
const PER_DIRECTORY = 20;
const DEPTH = 40;
const TIMEOUT_MS = 240_000 + ROUNDS * (10_000 + PATHS * 2);

const WATCHERS = ['parcel', 'per-directory'] as const satisfies WorkspaceConfig['watcher'][];

interface Attacks {
  kill(): void;
  /** Makes it stand still; what is returned lets it go on. `path` is that of a file that nobody needs. */
  hang(path: string): Promise<() => void>;
}

/** What is done to the watchers that work for this process. */
const ATTACKS: Readonly<Record<(typeof WATCHERS)[number], Attacks>> = {
  parcel: {
    kill() {
      for (const pid of childProcesses('watch.entry')) process.kill(pid, 'SIGKILL');
    },
    hang() {
      const pids = childProcesses('watch.entry');
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return Promise.resolve(() => {
        for (const pid of pids) process.kill(pid, 'SIGCONT');
      });
    },
  },
  'per-directory': {
    kill() {
      using thread = new FrailWatchThread();
      thread.order({ type: 'die', how: 'exit' });
    },
    async hang(path) {
      using thread = new FrailWatchThread();
      await thread.hang(path);
      return () => {
        writeFileSync(path, '');
      };
    },
  },
};

let entries: BuiltEntries;
let scratch: string;
beforeAll(async () => {
  entries = await buildFrailWorkspace();
  scratch = mkdtempSync(join(tmpdir(), 'troupe-burst-scratch-'));
});
afterAll(() => {
  entries.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** A folder whose index follows it by `watcher`, as often as that is lost. */
function follow(
  watcher: WorkspaceConfig['watcher'],
  fill?: (path: AbsPath) => void,
): FollowedFolder<FrailWorkspace> {
  const open = (path: AbsPath): FrailWorkspace =>
    openFrailWorkspace(entries, path, { watcher, limits: { maxRestarts: 100 } });
  return new FollowedFolder(open, fill);
}

/** Writes `count` files, a few to a directory. */
function fill(top: string, count: number, prefix: string): void {
  for (let index = 0; index < count; index += 1) {
    const directory = join(
      top,
      `${prefix}-${Math.floor(index / PER_DIRECTORY / 20)}`,
      `part-${Math.floor(index / PER_DIRECTORY)}`,
    );
    if (index % PER_DIRECTORY === 0) mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${prefix}-${index}.ts`), `${prefix} ${index}\n`);
  }
}

/** A folder in a folder and so on, a file in each. */
function fillDeep(top: string): void {
  let at = top;
  for (let depth = 0; depth < DEPTH; depth += 1) {
    at = join(at, `d${depth}`);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'leaf.ts'), '');
  }
}

async function play(
  folder: FollowedFolder<FrailWorkspace>,
  round: (round: number) => void | Promise<void>,
  label: string,
): Promise<void> {
  await folder.equalsDisk();
  const settledMs: number[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    await round(index);
    const stopwatch = startStopwatch();
    await folder.equalsDisk();
    settledMs.push(Math.round(stopwatch()));
  }
  const { watcherRestarts, repaired } = await folder.index.status();
  console.log(
    `${label}: equal to the disk after ${ROUNDS} of ${ROUNDS} rounds, ${settledMs.join(', ')} ms after each; ` +
      `${watcherRestarts} restarts of the watcher; ${repaired} entries repaired.`,
  );
  expect(settledMs).toHaveLength(ROUNDS);
}

describe.each(WATCHERS)('the index that follows by %s equals the disk', (watcher) => {
  test(
    'after each git checkout between two distant states',
    async () => {
      await using folder = follow(watcher);
      for (const [branch, prefix] of [
        ['one', 'old'],
        ['two', 'new'],
      ] as const) {
        folder.git('checkout', '-q', '--orphan', branch);
        folder.git('rm', '-rfq', '--ignore-unmatch', '.');
        fill(folder.path, PATHS / 2, prefix);
        writeFileSync(folder.absolute('.gitignore'), branch === 'one' ? '*-7.ts\n' : '*-11.ts\n');
        folder.git('add', '-A');
        folder.git('commit', '-qm', branch);
      }
      await play(
        folder,
        (round) => void folder.git('checkout', '-qf', round % 2 === 0 ? 'one' : 'two'),
        `${watcher}, checkout`,
      );
    },
    TIMEOUT_MS,
  );

  test(
    'after each npm ci',
    async () => {
      const packages = Math.max(2, PATHS / 1_000);
      const tarballs = Array.from({ length: packages }, (_, index) => packPackage(index));
      await using folder = follow(watcher, (path) => {
        const dependencies = Object.fromEntries(
          tarballs.map((file, index) => [`part-${index}`, `file:${file}`]),
        );
        writeFileSync(
          join(path, 'package.json'),
          JSON.stringify({ name: 'x', version: '1.0.0', dependencies }),
        );
        npm(path, 'install');
      });
      await play(folder, () => void npm(folder.path, 'ci'), `${watcher}, npm ci`);
    },
    TIMEOUT_MS,
  );

  test(
    'after each rm -rf of a tree and each copy of it',
    async () => {
      const tree = mkdtempSync(join(scratch, 'tree-'));
      fill(tree, PATHS, 'copied');
      await using folder = follow(watcher, (path) => {
        cpSync(tree, join(path, 'tree'), { recursive: true });
      });
      await play(
        folder,
        async () => {
          rmSync(folder.absolute('tree'), { recursive: true });
          await folder.equalsDisk();
          cpSync(tree, folder.absolute('tree'), { recursive: true });
        },
        `${watcher}, rm -rf`,
      );
    },
    TIMEOUT_MS,
  );

  test(
    'after the index thread dies in the middle of a burst',
    async () => {
      await using folder = follow(watcher, (path) => {
        fill(path, PATHS / 4, 'there');
      });
      await play(
        folder,
        async (round) => {
          fill(folder.path, PATHS / 4, `made${round}`);
          const pending = folder.index.ref.ask('hang', undefined);
          folder.index.ref.tell('die', round % 2 === 0 ? 'exit' : 'throw');
          rmSync(folder.absolute(`made${round}-0`), { recursive: true });
          fill(folder.path, PATHS / 4, `late${round}`);
          await expect(pending).rejects.toMatchObject({ code: 'ACTOR_LOST' });
        },
        `${watcher}, index thread dies`,
      );
    },
    TIMEOUT_MS,
  );

  test(
    'after the watcher dies in the middle of a burst',
    async () => {
      await using folder = follow(watcher, (path) => {
        fill(path, PATHS / 4, 'there');
      });
      await play(
        folder,
        (round) => {
          fill(folder.path, PATHS / 4, `made${round}`);
          ATTACKS[watcher].kill();
          rmSync(folder.absolute(`made${round}-0`), { recursive: true });
          fill(folder.path, PATHS / 4, `late${round}`);
        },
        `${watcher}, watcher dies`,
      );
      expect((await folder.index.status()).watcherRestarts).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  test(
    'after the watcher stands still for the middle of a burst',
    async () => {
      await using folder = follow(watcher, (path) => {
        fill(path, PATHS / 4, 'there');
      });
      await play(
        folder,
        async (round) => {
          fill(folder.path, PATHS / 4, `made${round}`);
          const goOn = await ATTACKS[watcher].hang(join(scratch, `${watcher}-${round}`));
          rmSync(folder.absolute(`made${round}-0`), { recursive: true });
          fill(folder.path, PATHS / 4, `late${round}`);
          goOn();
        },
        `${watcher}, watcher stands still`,
      );
    },
    TIMEOUT_MS,
  );

  test(
    'after a deep tree is moved in, written to, and moved out',
    async () => {
      await using folder = follow(watcher, (path) => {
        mkdirSync(join(path, 'src'));
      });
      const outside = mkdtempSync(join(scratch, 'deep-'));
      fillDeep(join(outside, 'deep'));
      fill(join(outside, 'deep'), PATHS / 4, 'moved');
      await play(
        folder,
        async () => {
          renameSync(join(outside, 'deep'), folder.absolute('src/deep'));
          writeFileSync(folder.absolute('src/deep/d0/d1/d2/late.ts'), '');
          await folder.equalsDisk();
          renameSync(folder.absolute('src/deep'), join(outside, 'deep'));
        },
        `${watcher}, moved in`,
      );
    },
    TIMEOUT_MS,
  );
});

/** A package of up to a thousand files, packed. */
function packPackage(index: number): string {
  const source = mkdtempSync(join(scratch, 'package-'));
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: `part-${index}`, version: '1.0.0' }));
  fill(source, Math.min(1_000, PATHS / 2), `part${index}`);
  const [packed] = JSON.parse(npm(source, 'pack', '--json', '--ignore-scripts')) as [{ filename: string }];
  return join(source, packed.filename);
}

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
