import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StaleFileError } from '../../../../src/actors/protocol/errors.js';
import type { CallRecording, Checkpoints } from '../../../../src/actors/protocol/checkpoints.js';
import type { FileChange, FileChanges } from '../../../../src/actors/protocol/file-changes.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { hashOf } from '../../../../src/actors/tools/text/content-hash.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';
import { makeCheckpoints, NotedCall, THREAD } from './make-checkpoints.js';
import { pathsOfTree, readTree } from './tree-on-disk.js';
import { createRandom } from '../../../../bench/make-tree.js';
import { drawBytes } from '../../../doubles/draw-bytes.js';
import { SEED } from '../../../doubles/seed.js';

const random = createRandom(SEED);

const NEVER = new AbortController().signal;

let base: AbsPath;
let root: string;
beforeEach(() => {
  base = makeTempDir();
  root = join(base, 'root');
  mkdirSync(root);
});
afterEach(() => {
  removeTempDir(base);
});

const at = (path: string): AbsPath => join(root, path) as AbsPath;
const hashAt = (path: string) => hashOf(readFileSync(at(path)));
const names = (list: readonly { readonly path: AbsPath }[]): string[] =>
  list.map(({ path }) => path.slice(root.length + 1)).sort();

/** One change of each kind. */
async function everyChange(): Promise<FileChange[]> {
  return [
    { kind: 'write', path: at('a'), bytes: Buffer.from('new a'), expected: await hashAt('a') },
    { kind: 'write', path: at('made/deep/b'), bytes: Buffer.from('new b'), expected: null },
    { kind: 'make directory', path: at('empty/folder') },
    { kind: 'remove', path: at('tree'), isRecursive: true },
    { kind: 'remove', path: at('gone') },
    { kind: 'move', from: at('moved'), to: at('there/moved'), expected: await hashAt('moved') },
  ];
}

function writeAll(): void {
  writeFiles(root, {
    a: 'old a',
    'tree/x/y': 'old y',
    'tree/z': 'old z',
    gone: 'old',
    moved: 'same',
    other: 'o',
  });
  chmodSync(at('tree/z'), 0o755);
}

test('each change of a call can be undone, and done again, from what was recorded', async () => {
  writeAll();
  const before = readTree(root);
  const { checkpoints, disk, writes } = makeCheckpoints(base);
  const call = new NotedCall();
  await checkpoints.recordEdits(disk, call).apply(await everyChange());
  const after = readTree(root);
  expect(call.problems).toEqual([]);
  expect(names(call.changes)).toEqual(
    [
      'a',
      'empty',
      'empty/folder',
      'gone',
      'made',
      'made/deep',
      'made/deep/b',
      'moved',
      'there',
      'there/moved',
      'tree',
      'tree/x',
      'tree/x/y',
      'tree/z',
    ].sort(),
  );
  expect(writes.get(at('a'))).toMatchObject({ thread: THREAD, after: { hash: await hashAt('a') } });
  const back = call.changes.map(({ path, before: was, after: is }) => ({ path, before: is, after: was }));
  await checkpoints.restore(THREAD, back, NEVER);
  expect(readTree(root)).toEqual(before);
  await checkpoints.restore(THREAD, call.changes, NEVER);
  expect(readTree(root)).toEqual(after);
});

test('the old versions are recorded before anything changes', async () => {
  writeAll();
  const { checkpoints, disk } = makeCheckpoints(base);
  const before = readTree(root);
  const call = new NotedCall();
  const seen: unknown[] = [];
  const recording = {
    ...call.recording,
    onCheckpoint: async (...args: Parameters<typeof call.onCheckpoint>) => {
      seen.push(readTree(root));
      await call.onCheckpoint(...args);
    },
  };
  await checkpoints.recordEdits(disk, recording).apply(await everyChange());
  expect(seen).toEqual([before]);
  expect(names(call.checkpoints[0] ?? [])).toEqual(names(call.changes));
});

test('nothing changes when the versions cannot be recorded in the thread', async () => {
  writeAll();
  const before = readTree(root);
  const { checkpoints, disk } = makeCheckpoints(base);
  const call = { ...new NotedCall().recording, onCheckpoint: () => Promise.reject(new Error('no thread')) };
  const recorded = checkpoints.recordEdits(disk, call);
  expect(await errorOf(async () => recorded.apply(await everyChange()))).toMatchObject({
    message: 'no thread',
  });
  expect(readTree(root)).toEqual(before);
});

test('a call that fails reports no change, whatever somebody else has changed', async () => {
  writeAll();
  const { checkpoints, disk } = makeCheckpoints(base);
  const call = new NotedCall();
  const recording = {
    ...call.recording,
    onCheckpoint: () => {
      writeFileSync(at('a'), 'of somebody else');
      return Promise.resolve();
    },
  };
  expect(
    await errorOf(async () => checkpoints.recordEdits(disk, recording).apply(await everyChange())),
  ).toMatchObject({
    code: 'STALE_FILE',
  });
  expect(call.changes).toEqual([]);
});

test('a dry run is that of the disk, and records nothing', async () => {
  writeAll();
  const { checkpoints, disk } = makeCheckpoints(base);
  const call = new NotedCall();
  const edits = checkpoints.recordEdits(disk, call);
  const changes = await everyChange();
  await edits.check(changes);
  writeFileSync(at('a'), 'somebody else');
  await expect(edits.check(changes)).rejects.toBeInstanceOf(StaleFileError);
  expect([call.checkpoints, call.changes]).toEqual([[], []]);
});

test('a port that fails after some of its changes has those reported', async () => {
  writeAll();
  const { checkpoints } = makeCheckpoints(base);
  const call = new NotedCall();
  const broken: FileChanges = {
    apply: () => {
      writeFileSync(at('a'), 'new a');
      return Promise.reject(new Error('half done'));
    },
    check: () => Promise.resolve(),
    recover: () => Promise.resolve([]),
  };
  const changes = await everyChange();
  expect(await errorOf(() => checkpoints.recordEdits(broken, call).apply(changes))).toMatchObject({
    message: 'half done',
  });
  expect(names(call.changes)).toEqual(['a']);
});

test('a full store stops no work: the call runs, and says what cannot be undone', async () => {
  writeFileSync(at('a'), drawBytes(random, 10_000));
  const { checkpoints, disk } = makeCheckpoints(base, { quotaBytes: 1_000 });
  const call = new NotedCall();
  const change: FileChange = {
    kind: 'write',
    path: at('a'),
    bytes: Buffer.from('new'),
    expected: await hashAt('a'),
  };
  await checkpoints.recordEdits(disk, call).apply([change]);
  expect(readFileSync(at('a'), 'utf8')).toBe('new');
  expect(call.problems).toEqual([expect.stringContaining('is full')]);
  expect(call.uncovered).toEqual([{ path: at('a'), reason: 'quota', bytes: 10_000, files: 1 }]);
  expect(call.changes[0]?.before).toMatchObject({ source: { kind: 'none' } });
});

test('a store that cannot be written stops no work either', async () => {
  writeAll();
  const { checkpoints, disk, folder } = makeCheckpoints(base);
  writeFileSync(folder, 'in the way');
  const call = new NotedCall();
  await checkpoints.recordEdits(disk, call).apply(await everyChange());
  expect(readFileSync(at('a'), 'utf8')).toBe('new a');
  expect(call.problems).toHaveLength(1);
  expect(pathsOfTree(root, readTree(root))).toContain(at('made/deep/b'));
});

/** Lasts longer than another edit would need, if it were not kept waiting. */
async function lookAgainAndAgain(checkpoints: Checkpoints): Promise<void> {
  for (let looks = 0; looks < 50; looks += 1) await checkpoints.look([at('other')], { isKept: false });
}

test('another edit of a file in a folder that is removed does not get lost between the look and the removal', async () => {
  writeAll();
  const { checkpoints, disk } = makeCheckpoints(base);
  const [one, two] = [new NotedCall(), new NotedCall()];
  const looked = deferred<undefined>();
  const slow: CallRecording = {
    ...one.recording,
    onCheckpoint: async (versions, uncovered) => {
      await one.onCheckpoint(versions, uncovered);
      looked.resolve(undefined);
      await lookAgainAndAgain(checkpoints);
    },
  };
  const expected = await hashAt('tree/z');
  const removed = checkpoints
    .recordEdits(disk, slow)
    .apply([{ kind: 'remove', path: at('tree'), isRecursive: true }]);
  await looked.promise;
  const edit = { kind: 'write', path: at('tree/z'), bytes: Buffer.from('new z'), expected } as const;
  const refused = await errorOf(() => checkpoints.recordEdits(disk, two).apply([edit]));
  await removed;
  expect(refused).toMatchObject({ code: 'STALE_FILE' });
  expect(two.changes).toEqual([]);
  expect(one.changes).toContainEqual({
    path: at('tree/z'),
    before: expect.objectContaining({ hash: expected }),
    after: null,
  });
});

test('what another edit makes of a file at once is not recorded as part of the first one', async () => {
  writeAll();
  const { checkpoints, disk } = makeCheckpoints(base);
  const [one, two] = [new NotedCall(), new NotedCall()];
  const applied = deferred<undefined>();
  const slow: FileChanges = {
    check: (changes) => disk.check(changes),
    recover: (roots) => disk.recover(roots),
    async apply(changes, signal) {
      await disk.apply(changes, signal);
      applied.resolve(undefined);
      await lookAgainAndAgain(checkpoints);
    },
  };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const write = async (text: string, expected: string): Promise<FileChange> => ({
    kind: 'write',
    path: at('a'),
    bytes: bytes(text),
    expected: await hashOf(bytes(expected)),
  });
  const first = checkpoints.recordEdits(slow, one).apply([await write('one', 'old a')]);
  await applied.promise;
  await checkpoints.recordEdits(disk, two).apply([await write('two', 'one')]);
  await first;
  const contents = async ({ changes }: NotedCall) =>
    Promise.all(
      changes
        .flatMap(({ before, after }) => [before, after])
        .map(async (version) =>
          version?.kind === 'file' ? new TextDecoder().decode(await checkpoints.readVersion(version)) : null,
        ),
    );
  expect([await contents(one), await contents(two)]).toEqual([
    ['old a', 'one'],
    ['one', 'two'],
  ]);
});
