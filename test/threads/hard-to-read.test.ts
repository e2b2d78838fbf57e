import {
  linkSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbsPath, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import { type BuiltEntries } from './build-entries.js';
import { FollowedFolder } from './followed-folder.js';
import { buildFrailWorkspace, type FrailWorkspace, openFrailWorkspace } from './frail-workspace.js';

const WATCHERS = ['parcel', 'per-directory'] as const satisfies WorkspaceConfig['watcher'][];
const TIMEOUT_MS = 120_000;
// A fraction of what a thread of Node's may have by default.
const MAX_HEAP_MB = 1024;

// The rules are of 10 MB, and the files more than a message between threads has, with 100,000 files.
const MANY = Number(process.env['TROUPE_HARD_FILES'] ?? 10_000);
const DEPTH = 500;
const RULES = Math.round(MANY * 5.5);
const SWAPS = 300;
// What a name may have in bytes, and what programs stumble over.
const NAMES = ['a b', '-x', 'new\nline', '"', '\\', '*', '😀', 'e\u0301', 'é', 'x'.repeat(255), '#', '!'];

let entries: BuiltEntries;
beforeAll(async () => {
  entries = await buildFrailWorkspace();
});
afterAll(() => {
  entries.remove();
});

function follow(
  watcher: WorkspaceConfig['watcher'],
  fill: (path: AbsPath) => void,
): FollowedFolder<FrailWorkspace> {
  return new FollowedFolder(
    (path) => openFrailWorkspace(entries, path, { watcher, maxHeapMb: MAX_HEAP_MB }),
    fill,
  );
}

const deepest = (depth: number): string => Array.from({ length: depth }, () => 'd').join('/');

function fillWithAll(top: string): void {
  for (const name of NAMES) {
    mkdirSync(join(top, 'names', name), { recursive: true });
    writeFileSync(join(top, 'names', name, name), '');
  }
  mkdirSync(join(top, deepest(DEPTH)), { recursive: true });
  writeFileSync(join(top, deepest(DEPTH), 'leaf'), '');
  // Links to one file are made faster than files, but it has 65,000 of them at most.
  mkdirSync(join(top, 'many'));
  for (const source of ['one', 'two']) writeFileSync(join(top, source), '');
  for (let index = 0; index < MANY; index += 1) {
    linkSync(join(top, index % 2 === 0 ? 'one' : 'two'), join(top, 'many', `${index}`));
  }
  mkdirSync(join(top, 'circle/inner'), { recursive: true });
  symlinkSync('../..', join(top, 'circle/inner/up'));
  symlinkSync('itself', join(top, 'circle/itself'));
  mkdirSync(join(top, 'ruled'));
  const rules = Array.from({ length: RULES }, (_, index) => `/generated-${index}/x`);
  writeFileSync(join(top, 'ruled/.gitignore'), [...rules, '**/**/**/a*b*c*'].join('\n'));
  for (const name of ['xaxbxcx', 'axbxcx', 'kept']) writeFileSync(join(top, 'ruled', name), '');
}

describe.each(WATCHERS)('the index that follows by %s equals the disk', (watcher) => {
  test(
    `${MANY} files in one directory, ${DEPTH} levels, names that are hard to read, circles, and ${RULES} rules`,
    async () => {
      await using folder = follow(watcher, fillWithAll);
      await folder.equalsDisk();
      writeFileSync(folder.absolute(`${deepest(DEPTH)}/late`), '');
      writeFileSync(folder.absolute('many/late'), '');
      renameSync(folder.absolute('names'), folder.absolute('moved'));
      writeFileSync(folder.absolute('ruled/axbxc'), '');
      await folder.equalsDisk();
      rmSync(folder.absolute('d'), { recursive: true });
      rmSync(folder.absolute('many'), { recursive: true });
      await folder.equalsDisk();
      expect(await folder.index.status()).toMatchObject({ phase: 'ready', warnings: [] });
    },
    TIMEOUT_MS,
  );

  test('files and directories that take each other’s place while they are read', async () => {
    await using folder = follow(watcher, (path) => {
      for (let index = 0; index < 20; index += 1) writeFileSync(join(path, `swapped-${index}`), 'needle');
    });
    await folder.equalsDisk();
    const { workspace } = folder.index;
    let isOver = false;
    const read = async (): Promise<void> => {
      const how = { isRegex: false, caseSensitive: true, contextLines: 0, maxMatches: 100 };
      while (!isOver) {
        await workspace.refresh();
        for await (const { matches } of await workspace.grep({ pattern: 'needle', ...how })) {
          expect(matches.every(({ path }) => path.startsWith('swapped-'))).toBe(true);
        }
      }
    };
    const reading = read();
    for (let swap = 0; swap < SWAPS; swap += 1) {
      const path = folder.absolute(`swapped-${swap % 20}`);
      if (swap % 40 < 20) {
        unlinkSync(path);
        mkdirSync(path);
        writeFileSync(join(path, 'inner'), 'needle');
      } else {
        unlinkSync(join(path, 'inner'));
        rmdirSync(path);
        writeFileSync(path, 'needle');
      }
      await folder.index.status();
    }
    isOver = true;
    await reading;
    await folder.equalsDisk();
    // The addon may lose its records of what is swapped, and is started again.
    await folder.until(async () => (await folder.index.status()).phase === 'ready');
  });

  test('a root that is deleted and made again', async () => {
    await using folder = follow(watcher, (path) => {
      writeFileSync(join(path, 'before'), '');
    });
    await folder.equalsDisk();
    for (let round = 0; round < 2; round += 1) {
      rmSync(folder.path, { recursive: true });
      const reason = `The root ${folder.path} is gone: it is read again when it is back.`;
      await folder.until(async () => (await folder.index.status()).reason === reason);
      mkdirSync(folder.path);
      folder.git('init', '-q');
      mkdirSync(folder.absolute('made'));
      writeFileSync(folder.absolute(`made/after-${round}`), '');
      await folder.until(async () => (await folder.index.status()).phase === 'ready');
      await folder.equalsDisk();
    }
  });
});
