import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  DiskFullError,
  PermissionDeniedError,
  StaleFileError,
  VersionLostError,
} from '../../../../src/actors/protocol/errors.js';
import type { VersionChange } from '../../../../src/actors/protocol/file-version.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import type { FileCheckpoints } from '../../../../src/host/node/checkpoints/record/file-checkpoints.js';
import { errorOf } from '../../../doubles/error-of.js';
import { emptyFolder, makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';
import { makeCheckpoints, THREAD } from './make-checkpoints.js';
import { hasReadOnlyFolder, pathsOfTree, readTree, type Tree, trees, writeTree } from './tree-on-disk.js';
import { createRandom } from '../../../../bench/make-tree.js';
import { actAsOrdinaryUser } from '../../../doubles/ordinary-user.js';
import { drawBytes } from '../../../doubles/draw-bytes.js';
import { SEED } from '../../../doubles/seed.js';

const random = createRandom(SEED);

// `TROUPE_RESTORE_RUNS=2000` is the long run: each syncs some fifty files to the disk.
const RUNS = Number(process.env['TROUPE_RESTORE_RUNS'] ?? 40);
// A run takes a tenth of a second, and many times that beside other tests on a slow disk.
const TIMEOUT_MS = 120_000 + RUNS * 1_000;
const NEVER = new AbortController().signal;

let base: AbsPath;
let root: string;
let endOrdinaryUser: () => void;
beforeEach(() => {
  endOrdinaryUser = actAsOrdinaryUser();
  base = makeTempDir();
  root = join(base, 'root');
  mkdirSync(root);
});
afterEach(() => {
  removeTempDir(base);
  endOrdinaryUser();
});

const at = (path: string): AbsPath => join(root, path) as AbsPath;

/** What `change` does to paths, with everything kept that is needed to go back and forth. */
async function record(
  checkpoints: FileCheckpoints,
  paths: () => readonly string[],
  change: () => void,
): Promise<VersionChange[]> {
  const before = paths() as AbsPath[];
  const was = new Map(
    (await checkpoints.look(before, { isKept: true })).map((one) => [one.path, one.version]),
  );
  change();
  const all = [...new Set([...before, ...(paths() as AbsPath[])])];
  const now = await checkpoints.look(all, { isKept: true });
  return now.map(({ path, version }) => ({ path, before: version, after: was.get(path) ?? null }));
}

const opposite = (changes: readonly VersionChange[]): VersionChange[] =>
  changes.map(({ path, before, after }) => ({ path, before: after, after: before }));

const allPaths = (): string[] => pathsOfTree(root, readTree(root));

/** What nobody may write to stays as it is, as git leaves it; of root's there is no such thing. */
function expectRefusal(outcome: unknown, tree: Tree): void {
  expect(outcome).toBeInstanceOf(PermissionDeniedError);
  expect(process.geteuid?.()).not.toBe(0);
  expect(hasReadOnlyFolder(tree), JSON.stringify(tree)).toBe(true);
}

describe('a restore', () => {
  test(
    'makes any tree of any other, and back, and leaves nothing beside',
    async () => {
      await fc.assert(
        fc.asyncProperty(trees, trees, async (first, second) => {
          emptyFolder(root);
          const { checkpoints, journal } = makeCheckpoints(base);
          writeTree(root, first);
          const changes = await record(checkpoints, allPaths, () => {
            emptyFolder(root);
            writeTree(root, second);
          });
          for (const [from, to, wanted] of [
            [second, first, changes],
            [first, second, opposite(changes)],
          ] as const) {
            const outcome = await checkpoints.restore(THREAD, wanted, NEVER).catch((error: unknown) => error);
            if (outcome !== undefined) expectRefusal(outcome, from);
            expect(readTree(root)).toEqual(outcome === undefined ? to : from);
            expect(readdirSync(journal)).toEqual([]);
            if (outcome !== undefined) break;
          }
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test(
    'leaves the tree as it was when any step of it fails',
    async () => {
      await fc.assert(
        fc.asyncProperty(trees, trees, fc.nat({ max: 40 }), async (first, second, failAt) => {
          emptyFolder(root);
          let steps = 0;
          let isArmed = false;
          const { checkpoints, journal } = makeCheckpoints(base, {
            onStep: (what) => {
              if (!isArmed || what.startsWith('undo') || ['clear', 'forget'].includes(what)) return;
              if (steps++ === failAt) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
            },
          });
          writeTree(root, first);
          const changes = await record(checkpoints, allPaths, () => {
            emptyFolder(root);
            writeTree(root, second);
          });
          isArmed = true;
          const outcome = await checkpoints.restore(THREAD, changes, NEVER).catch((error: unknown) => error);
          if (outcome === undefined) expect(readTree(root)).toEqual(first);
          else {
            if (!(outcome instanceof DiskFullError)) expectRefusal(outcome, second);
            expect(readTree(root)).toEqual(second);
          }
          // The first step makes the folder.
          expect(existsSync(journal) ? readdirSync(journal) : []).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  test('touches no file that it does not name', async () => {
    writeFiles(root, { 'src/named': 'old', 'src/other': 'other', 'gone/named': 'old', 'gone/other': 'x' });
    const { checkpoints } = makeCheckpoints(base);
    const named = ['src/named', 'gone/named', 'new', 'new/in'].map(at);
    const changes = await record(
      checkpoints,
      () => named,
      () => {
        writeFiles(root, { 'src/named': 'new', 'new/in': 'new' });
        rmSync(at('gone/named'));
        // Somebody else puts a file into the folder that the call has made.
        writeFiles(root, { 'new/theirs': 'theirs' });
      },
    );
    const others = ['src/other', 'gone/other', 'new/theirs'].map(at);
    const seen = (): unknown =>
      others.map((path) => [readFileSync(path, 'utf8'), lstatSync(path).ino, lstatSync(path).mtimeMs]);
    const before = seen();
    await checkpoints.restore(THREAD, changes, NEVER);
    expect(seen()).toEqual(before);
    expect(readFileSync(at('src/named'), 'utf8')).toBe('old');
    expect(readFileSync(at('gone/named'), 'utf8')).toBe('old');
    expect(readdirSync(at('new'))).toEqual(['theirs']);
  });

  test('puts nothing where a folder with files of others is', async () => {
    writeFiles(root, { place: 'a file' });
    const { checkpoints } = makeCheckpoints(base);
    const changes = await record(
      checkpoints,
      () => [at('place')],
      () => {
        rmSync(at('place'));
        writeFiles(root, { 'place/theirs': 'theirs' });
      },
    );
    expect(await errorOf(() => checkpoints.restore(THREAD, changes, NEVER))).toMatchObject({
      message: expect.stringContaining('move them elsewhere first') as unknown,
    });
    expect(readFileSync(at('place/theirs'), 'utf8')).toBe('theirs');
  });

  test('refuses to overwrite what has changed since it was planned, and changes nothing', async () => {
    writeFiles(root, { a: 'old', b: 'old' });
    const { checkpoints } = makeCheckpoints(base);
    const changes = await record(checkpoints, allPaths, () => writeFiles(root, { a: 'new', b: 'new' }));
    writeFileSync(at('b'), 'of somebody else');
    expect(await errorOf(() => checkpoints.restore(THREAD, changes, NEVER))).toBeInstanceOf(StaleFileError);
    expect(readTree(root)).toMatchObject({ a: { text: 'new' }, b: { text: 'of somebody else' } });
  });

  test('refuses when a file is written at the last moment, and takes back the rest', async () => {
    writeFiles(root, { a: 'old', b: 'old' });
    const { checkpoints } = makeCheckpoints(base, {
      onStep: (what) => {
        if (what === 'commit replace') appendFileSync(at('b'), ' and more');
      },
    });
    const changes = await record(checkpoints, allPaths, () => writeFiles(root, { a: 'new', b: 'new' }));
    expect(await errorOf(() => checkpoints.restore(THREAD, changes, NEVER))).toBeInstanceOf(StaleFileError);
    expect(readFileSync(at('a'), 'utf8')).toBe('new');
    expect(readFileSync(at('b'), 'utf8')).toContain('new and more');
  });

  test.each([
    ['deleted', (path: string) => rmSync(path)],
    ['cut short', (path: string) => truncateSync(path, 4)],
    ['changed', (path: string) => writeFileSync(path, Buffer.concat([Buffer.of(0), Buffer.from('wrong')]))],
  ])('changes nothing when a content was %s in the store', async (_, damage) => {
    writeFiles(root, { a: 'old a', b: 'old b', c: 'old c' });
    const { checkpoints, folder } = makeCheckpoints(base);
    const changes = await record(checkpoints, allPaths, () => writeFiles(root, { a: '1', b: '2', c: '3' }));
    const lost = changes[1]?.after;
    if (lost?.kind !== 'file') throw new Error('no file');
    damage(join(folder, 'objects', lost.hash.slice(0, 2), lost.hash.slice(2)));
    expect(await errorOf(() => checkpoints.restore(THREAD, changes, NEVER))).toBeInstanceOf(VersionLostError);
    expect(readTree(root)).toMatchObject({ a: { text: '1' }, b: { text: '2' }, c: { text: '3' } });
    expect(readdirSync(root)).toEqual(['a', 'b', 'c']);
  });

  test('changes nothing when what is there now cannot be kept', async () => {
    writeFiles(root, { a: 'old' });
    const { checkpoints } = makeCheckpoints(base, { quotaBytes: 1_000 });
    const changes = await record(
      checkpoints,
      () => [at('a')],
      () => writeFileSync(at('a'), drawBytes(random, 5_000)),
    );
    const now = readFileSync(at('a'));
    expect(await errorOf(() => checkpoints.restore(THREAD, changes, NEVER))).toBeInstanceOf(DiskFullError);
    expect(readFileSync(at('a'))).toEqual(now);
  });

  test('leaves special files alone', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    const { checkpoints } = makeCheckpoints(base);
    const [now] = await checkpoints.look([at('pipe')], { isKept: true });
    if (now === undefined) throw new Error('nothing found');
    const changes = [{ path: at('pipe'), before: now.version, after: null }];
    expect(await errorOf(() => checkpoints.restore(THREAD, changes, NEVER))).toBeInstanceOf(
      PermissionDeniedError,
    );
    expect(existsSync(at('pipe'))).toBe(true);
  });

  test('follows no link that has taken the place of a folder', async () => {
    writeFiles(root, { 'dir/a': 'old' });
    writeFiles(base, { 'outside/a': 'new' });
    const { checkpoints } = makeCheckpoints(base);
    const changes = await record(
      checkpoints,
      () => [at('dir/a')],
      () => {
        rmSync(at('dir'), { recursive: true });
        symlinkSync(join(base, 'outside'), at('dir'));
      },
    );
    await errorOf(() => checkpoints.restore(THREAD, changes, NEVER));
    expect(readFileSync(join(base, 'outside/a'), 'utf8')).toBe('new');
  });

  test('does nothing once its signal has aborted', async () => {
    writeFiles(root, { a: 'old' });
    const { checkpoints } = makeCheckpoints(base);
    const changes = await record(checkpoints, allPaths, () => writeFiles(root, { a: 'new' }));
    const reason = new Error('stop');
    expect(await errorOf(() => checkpoints.restore(THREAD, changes, AbortSignal.abort(reason)))).toBe(reason);
    expect(readFileSync(at('a'), 'utf8')).toBe('new');
  });

  test('puts back a big file without holding it in memory, and its mode', async () => {
    const big = drawBytes(random, 6 * 1024 * 1024);
    writeFileSync(at('big'), big);
    chmodSync(at('big'), 0o750);
    const { checkpoints } = makeCheckpoints(base);
    const changes = await record(
      checkpoints,
      () => [at('big')],
      () => rmSync(at('big')),
    );
    await checkpoints.restore(THREAD, changes, NEVER);
    expect(readFileSync(at('big')).equals(big)).toBe(true);
    expect(lstatSync(at('big')).mode & 0o777).toBe(0o750);
  });
});
