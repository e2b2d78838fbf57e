import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import {
  listCandidateFolders,
  listMarkers,
} from '../../../../../src/host/node/sandbox/protected/list-candidates.js';
import { PackageFolders } from '../../../../../src/host/node/sandbox/protected/package-folders.js';
import { testUnless } from '../../../../doubles/run-unless.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';
import { until } from '../../../../doubles/until.js';

const MARGIN_MS = 1000;

const onUnix = testUnless(
  process.platform === 'win32' ? 'Windows has no find(1) that lists files' : undefined,
);

let folder: AbsPath;
let packages: string;
beforeEach(() => {
  folder = makeTempDir();
  packages = join(folder, 'node_modules');
});
afterEach(() => {
  removeTempDir(folder);
});

const make = (...paths: readonly string[]): void => {
  for (const path of paths) mkdirSync(join(packages, path), { recursive: true });
};

/** Without the margin, so that what was changed before a listing is told from what was changed after it. */
function startListing(): {
  readonly read: ReturnType<typeof vi.fn<typeof listCandidateFolders>>;
  readonly list: () => Promise<readonly string[]>;
} {
  const read = vi.fn<typeof listCandidateFolders>((folders) => listCandidateFolders(folders));
  const known = new PackageFolders({ read, now: () => Date.now() + MARGIN_MS });
  return {
    read,
    list: async () => {
      await pastNow();
      const { paths } = await known.list([packages]);
      await pastNow();
      return toNames(paths);
    },
  };
}

/** Waits until what is changed has a later time of change than now: file systems count in steps. */
async function pastNow(): Promise<void> {
  const nowMs = Date.now();
  const probe = join(folder, 'probe');
  await until(() => {
    writeFileSync(probe, '');
    // The clock of this process has whole milliseconds.
    return lstatSync(probe).ctimeMs > nowMs + 1;
  }, 'a later time of change');
}

const toNames = (paths: readonly string[]): readonly string[] =>
  paths.map((path) => relative(packages, path)).sort();

/** Shape: paths in the folder of packages, of each reading. */
const readBy = (
  read: ReturnType<typeof vi.fn<typeof listCandidateFolders>>,
): readonly (readonly string[])[] => read.mock.calls.map(([folders]) => toNames(folders));

onUnix('folders that were not changed are not read again', async () => {
  make('a/lib', 'b/HEAD', 'c/.git/objects');
  const { read, list } = startListing();
  expect(await list()).toEqual(['b/HEAD', 'c/.git']);
  read.mockClear();
  expect(await list()).toEqual(['b/HEAD', 'c/.git']);
  expect(readBy(read)).toEqual([]);
});

onUnix('a folder that was changed is read again, and those in it', async () => {
  make('a/lib/deep', 'b/lib', 'HEAD/x');
  const { read, list } = startListing();
  await list();
  read.mockClear();
  make('a/lib/new', 'a/lib/deep/.git');
  make('HEAD/.git');
  expect(await list()).toEqual(['HEAD', 'HEAD/.git', 'a/lib/deep/.git']);
  expect(readBy(read)).toEqual([['HEAD', 'a/lib']]);
});

onUnix('a time of change that is set back hides nothing', async () => {
  make('a/lib');
  const { list } = startListing();
  await list();
  make('a/lib/.git');
  utimesSync(join(packages, 'a/lib'), 0, 0);
  expect(await list()).toEqual(['a/lib/.git']);
});

onUnix('names that are no text are found each time', async () => {
  make('a/.git', 'b');
  const odd = Buffer.concat([Buffer.from(join(packages, 'b/')), Buffer.from([0xff])]);
  mkdirSync(odd);
  mkdirSync(Buffer.concat([odd, Buffer.from('/.git')]));
  const known = new PackageFolders();
  const all = await listMarkers([packages]);
  expect(all.undecodable).toHaveLength(1);
  for (const _ of [1, 2]) expect(await known.list([packages])).toEqual(all);
});

onUnix('what was found in a folder that could not be listed is found again', async () => {
  make('a/.git', 'b/c');
  const closed = [join(packages, 'b')];
  const read = vi.fn<typeof listCandidateFolders>(async (folders) => ({
    ...(await listCandidateFolders(folders)),
    closed,
  }));
  const known = new PackageFolders({ read });
  for (const _ of [1, 2])
    expect(await known.list([packages])).toEqual({ paths: [join(packages, 'a/.git')], closed });
});

onUnix('what cannot be kept is read anew each time', async () => {
  make('a/.git');
  const gap = 'too much';
  const read = vi.fn<typeof listCandidateFolders>(() => Promise.resolve({ paths: [], gap }));
  const known = new PackageFolders({ read });
  for (const _ of [1, 2]) expect(await known.list([packages])).toEqual(await listMarkers([packages]));
  expect(read).toHaveBeenCalledTimes(1);
});

type Step = readonly ['make' | 'write' | 'remove' | 'move' | 'touch', string, string];
const names = ['a', 'b', '.git', 'HEAD'];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'));
const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom('make', 'make', 'write', 'remove', 'move', 'touch'),
  path,
  path,
);

/** Nothing happens where it cannot. */
function take([kind, name, other]: Step): void {
  const at = join(packages, name);
  const to = join(packages, other);
  try {
    if (kind === 'make') mkdirSync(at, { recursive: true });
    else if (kind === 'write') writeFileSync(at, '');
    else if (kind === 'remove') rmSync(at, { recursive: true, force: true });
    else if (kind === 'touch') utimesSync(at, 0, 0);
    else if (existsSync(dirname(to))) renameSync(at, to);
  } catch {
    // A file is where a folder would have to be.
  }
}

onUnix('whatever is done, all is found that reading everything finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 6 }), { minLength: 2, maxLength: 5 }),
      async (rounds) => {
        rmSync(packages, { recursive: true, force: true });
        make('a');
        const { list } = startListing();
        for (const steps of rounds) {
          for (const one of steps) take(one);
          mkdirSync(packages, { recursive: true });
          expect(await list()).toEqual(toNames((await listMarkers([packages])).paths));
        }
      },
    ),
    { numRuns: 30 },
  );
});
