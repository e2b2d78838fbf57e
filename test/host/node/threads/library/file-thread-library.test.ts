import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  InvalidJSONError,
  SchemaVersionError,
  ThreadNotFoundError,
  ThreadStoreError,
} from '../../../../../src/actors/protocol/errors.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import { toJson } from '../../../../../src/actors/threads/exports/to-json.js';
import { FileThreadStore } from '../../../../../src/host/node/threads/file-thread-store.js';
import { errorOf } from '../../../../doubles/error-of.js';
import { entriesIn, LibraryWorld, talk } from './library-world.js';

const A = 'thread-a' as ThreadId;
const B = 'thread-b' as ThreadId;

let world: LibraryWorld;
beforeEach(() => {
  world = new LibraryWorld();
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

describe('the folder of a workspace', () => {
  test('is the same for the same folders in another order, and another one for others', async () => {
    const [one, two] = [world.root('one'), world.root('two')];
    const folders = await Promise.all(
      [[one, two], [two, one], [one], [two]].map(async (roots) => (await world.open(roots)).folder),
    );
    expect(folders[0]).toBe(folders[1]);
    expect(new Set(folders).size).toBe(3);
    expect(basename(folders[2] ?? '')).toMatch(/^one-[0-9a-f]{12}$/);
  });

  test('is not made before a thread is stored, and then names its workspace', async () => {
    const root = world.root();
    writeFileSync(join(root, 'package.json'), '');
    const library = await world.open([root]);
    expect([await library.list(), await library.search('x'), await library.listDeleted()]).toEqual([
      [],
      [],
      [],
    ]);
    expect(existsSync(library.folder)).toBe(false);
    await library.append(A, talk([root], ['first']));
    expect(JSON.parse(readFileSync(join(library.folder, 'workspace.json'), 'utf8'))).toEqual({
      roots: [root],
      names: ['package.json'],
    });
  });

  test('lists what another program has stored, the most recently changed first', async () => {
    const root = world.root();
    await (await world.open()).append(A, talk([root], ['first'], 1_000));
    await (await world.open()).append(B, talk([root], ['second', 'third'], 2_000));
    const summary = { roots: [root], isArchived: false };
    expect(await (await world.open()).list()).toEqual([
      { ...summary, id: B, title: 'second', createdAt: 2_000, changedAt: 2_004, entries: 5, messages: 2 },
      { ...summary, id: A, title: 'first', createdAt: 1_000, changedAt: 1_002, entries: 3, messages: 1 },
    ]);
  });
});

describe('a search', () => {
  test('finds messages and answers with all words, whatever their case', async () => {
    const library = await world.open();
    await library.append(A, talk([], ['Retry the\n\tREQUEST twice', 'something else'], 1_000));
    await library.append(B, talk([], ['a request, and a retry'], 2_000));
    const hits = await library.search('request  retry');
    expect(hits.map(({ thread, entry, role, at }) => [thread, entry, role, at])).toEqual([
      [B, 'e1', 'user', 2_001],
      [B, 'e2', 'assistant', 2_002],
      [A, 'e1', 'user', 1_001],
      [A, 'e2', 'assistant', 1_002],
    ]);
    expect(hits[2]).toMatchObject({
      title: 'Retry the REQUEST twice',
      excerpt: 'Retry the REQUEST twice',
      ranges: [
        { from: 0, to: 5 },
        { from: 10, to: 17 },
      ],
    });
    expect(await library.search('request retry', { limit: 1 })).toEqual(hits.slice(0, 1));
    expect([await library.search(' \n'), await library.search('request absent')]).toEqual([[], []]);
  });

  test('ends with the reason of its signal', async () => {
    const library = await world.open();
    await library.append(A, talk([], ['first']));
    expect(await errorOf(() => library.search('first', { signal: AbortSignal.abort('enough') }))).toBe(
      'enough',
    );
  });
});

describe('a deleted thread', () => {
  test('lies in the trash until it is restored, byte for byte', async () => {
    const library = await world.open();
    const entries = talk([], ['first']);
    await library.append(A, entries);
    await library.append(B, talk([], ['second']));
    const summary = (await library.list()).find(({ id }) => id === A);
    world.now = 9_000;
    await library.delete(A);
    expect((await library.list()).map(({ id }) => id)).toEqual([B]);
    expect([await entriesIn(library, A), await library.search('first')]).toEqual([[], []]);
    const [deleted, ...others] = await library.listDeleted();
    expect([deleted, others]).toEqual([
      { ...summary, deletedAt: 9_000, bytes: expect.any(Number) as number },
      [],
    ]);
    await library.restore(A);
    expect([await entriesIn(library, A), await library.listDeleted()]).toEqual([entries, []]);
    expect(readdirSync(join(library.folder, 'trash'))).toEqual([]);
    await library.append(A, [notice(entries)]);
    expect(await entriesIn(library, A)).toHaveLength(entries.length + 1);
  });

  test('gets no more entries: they would be a thread without its beginning', async () => {
    const library = await world.open();
    const entries = talk([], ['first']);
    await library.append(A, entries);
    await library.delete(A);
    expect(await errorOf(() => library.append(A, [notice(entries)]))).toBeInstanceOf(ThreadNotFoundError);
    expect(await library.list()).toEqual([]);
  });

  test('is refused while another program writes to it', async () => {
    const [writing, other] = [await world.open(), await world.open()];
    await writing.append(A, talk([], ['first']));
    expect(await errorOf(() => other.delete(A))).toBeInstanceOf(ThreadStoreError);
    expect(await other.list()).toHaveLength(1);
    await writing.release(A);
    await other.delete(A);
    expect(await writing.list()).toEqual([]);
  });

  test('is gone for good when it is purged, and nothing else is', async () => {
    const library = await world.open();
    for (const id of [A, B]) {
      await library.append(id, talk([], ['first']));
      await library.delete(id);
    }
    const bytes = (await library.listDeleted()).find(({ id }) => id === A)?.bytes;
    expect(bytes).toBeGreaterThan(100);
    const unknown = await errorOf(() => library.purge([A, 'unknown' as ThreadId]));
    expect(unknown).toBeInstanceOf(ThreadNotFoundError);
    expect(await library.listDeleted()).toHaveLength(2);
    expect(await library.purge([A, A])).toBe(bytes);
    expect((await library.listDeleted()).map(({ id }) => id)).toEqual([B]);
    expect(await errorOf(() => library.restore(A))).toBeInstanceOf(ThreadNotFoundError);
  });

  test('is not replaced by a restored one', async () => {
    const library = await world.open();
    await library.append(A, talk([], ['first']));
    await library.delete(A);
    // As a sync program may bring it back.
    const [name = ''] = readdirSync(join(library.folder, 'trash'));
    writeFileSync(
      join(library.folder, `${A}.jsonl`),
      readdirSync(join(library.folder, 'trash', name)).length === 0
        ? ''
        : `${JSON.stringify(talk([], ['x'])[0])}\n`,
    );
    expect(await errorOf(() => library.restore(A))).toBeInstanceOf(ThreadStoreError);
    expect([(await library.list()).length, (await library.listDeleted()).length]).toEqual([1, 1]);
  });
});

describe('an id', () => {
  test.each(['../other', 'a/b', '', '.', 'a.b', 'trash', 'cache', 'workspace', 'x'.repeat(200)])(
    'that is no name of a thread (%j) names none',
    async (text) => {
      const id = text as ThreadId;
      const library = await world.open();
      await library.append(A, talk([], ['first']));
      const before = new Set(readdirSync(world.dir, { recursive: true, encoding: 'utf8' }));
      for (const use of [
        () => entriesIn(library, id),
        () => library.append(id, talk([], ['x'])),
        () => library.delete(id),
        () => library.restore(id),
        () => library.purge([id]),
      ])
        expect(await errorOf(use)).toBeInstanceOf(ThreadNotFoundError);
      expect(new Set(readdirSync(world.dir, { recursive: true, encoding: 'utf8' }))).toEqual(before);
    },
  );
});

describe('an import', () => {
  test('adds the thread under its id, and under a new one when that is taken', async () => {
    const library = await world.open();
    const entries = talk(['/elsewhere'], ['first', 'second']);
    const exported = toJson(A, entries);
    expect(await library.add(exported)).toBe(A);
    expect(await library.add(exported)).toBe('new-1');
    await library.delete(A);
    expect(await library.add(JSON.stringify(JSON.parse(exported), undefined, 4))).toBe('new-2');
    for (const id of ['new-1', 'new-2']) expect(await entriesIn(library, id)).toEqual(entries);
    expect(await library.add(toJson('../../x' as ThreadId, entries))).toBe('new-3');
  });

  test.each([
    ['', /got no JSON/],
    ['{"format":"troupe-thread"', /got no JSON/],
    ['[]', /got \[\]/],
    ['{"format":"other"}', /expected .* format "troupe-thread", got format "other"/],
    ['{"format":"troupe-thread","thread":7}', /got 7 as its id/],
    ['{"format":"troupe-thread","thread":"a","entries":{}}', /got {} as its entries/],
    ['{"format":"troupe-thread","thread":"a","entries":[]}', /without entries/],
    ['{"format":"troupe-thread","thread":"a","entries":[\n{"id":1}\n]}\n', /got {"id":1} as entry 0/],
    [toJson(A, talk([], ['x']).slice(1)), /got "user_message" as the kind of its first entry/],
    [toJson(A, talk([], ['x']).toSpliced(1, 1)), /is damaged/],
  ])('of %j says what was expected and what came', async (text, problem) => {
    const library = await world.open();
    const error = (await errorOf(() => library.add(text))) as InvalidJSONError;
    expect(error).toBeInstanceOf(InvalidJSONError);
    expect(error.message).toMatch(problem);
    expect(await library.list()).toEqual([]);
  });

  test('of a thread that a newer Troupe wrote says so', async () => {
    const [first, ...rest] = talk([], ['x']);
    const newer = [{ ...first, version: 99 } as ThreadEntry, ...rest];
    const library = await world.open();
    expect(await errorOf(() => library.add(toJson(A, newer)))).toBeInstanceOf(SchemaVersionError);
  });
});

describe('a workspace that has moved', () => {
  test('is no window without a folder, which keeps chats of its own', async () => {
    const old = world.root('old');
    const before = await world.open([old]);
    await before.append(A, talk([old], ['first']));
    await before.release(A);
    rmSync(old, { recursive: true });

    const empty = await world.open([]);
    await empty.append(B, talk([], ['second']));
    expect(await empty.listOrphans()).toEqual([]);
    expect((await (await world.open([])).list()).map(({ id }) => id)).toEqual([B]);
    expect(await (await world.open([world.root('other')])).listOrphans()).toMatchObject([{ roots: [old] }]);
  });

  test('leaves orphans, which the new one can adopt with their trash', async () => {
    const old = world.root('project');
    writeFileSync(join(old, 'Cargo.toml'), '');
    const before = await world.open([old]);
    await before.append(A, talk([old], ['first']));
    await before.append(B, talk([old], ['second']));
    await before.delete(B);
    await before[Symbol.asyncDispose]();
    const here = await world.open([world.root('other')]);
    expect(await here.listOrphans()).toEqual([]);
    mkdirSync(join(world.dir, 'moved'));
    const moved = join(world.dir, 'moved', 'renamed');
    renameSync(old, moved);
    expect(await here.listOrphans()).toEqual([
      { roots: [old], threads: 1, changedAt: expect.any(Number) as number, isLikely: false },
    ]);
    const after = await world.open([moved]);
    expect(await after.listOrphans()).toMatchObject([{ roots: [old], isLikely: true }]);
    world.now = 7_000;
    expect(await after.adopt([old])).toEqual([A]);
    expect((await entriesIn(after, A)).at(-1)).toEqual({
      id: 'new-1',
      parent: 'e2',
      seq: 3,
      at: 7_000,
      kind: 'adopted',
      from: [old],
      roots: [moved],
    });
    expect(await after.list()).toMatchObject([{ id: A, roots: [moved], entries: 4 }]);
    expect(await after.listDeleted()).toMatchObject([{ id: B }]);
    expect([await after.listOrphans(), await before.list()]).toEqual([[], []]);
    expect(await errorOf(() => after.adopt([old]))).toBeInstanceOf(ThreadNotFoundError);
  });

  test('is likely by its name as well', async () => {
    const old = world.root('a/project');
    await (await world.open([old])).append(A, talk([old], ['first']));
    renameSync(old, join(world.dir, 'gone'));
    const here = await world.open([world.root('b/project')]);
    expect(await here.listOrphans()).toMatchObject([{ roots: [old], isLikely: true }]);
  });

  test('keeps what another program writes to, and says so', async () => {
    const old = world.root('project');
    const writing = await world.open([old]);
    await writing.append(A, talk([old], ['first']));
    renameSync(old, join(world.dir, 'renamed'));
    const after = await world.open([join(world.dir, 'renamed')]);
    expect(await after.adopt([old])).toEqual([]);
    expect(world.problems).toEqual([expect.stringContaining(`The thread ${A} stays in`)]);
    expect(await entriesIn(writing, A)).toHaveLength(3);
  });
});

describe('older folders', () => {
  async function legacy(): Promise<string> {
    const folder = join(world.dir, 'global', 'threads');
    await using store = new FileThreadStore({ folder, onProblem: () => undefined });
    await store.append(A, talk([], ['first'], 1_000));
    await store.append(B, talk([], ['second'], 2_000));
    return folder;
  }

  test('are listed, searched and read as they are', async () => {
    const folder = await legacy();
    const before = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
    const library = await world.open(undefined, [folder]);
    expect((await library.list()).map(({ id }) => id)).toEqual([B, A]);
    expect(await entriesIn(library, A)).toEqual(talk([], ['first'], 1_000));
    expect(await library.search('first')).toHaveLength(2);
    expect(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs])).toEqual(before);
  });

  test('give a thread away when it changes or is deleted', async () => {
    const folder = await legacy();
    const library = await world.open(undefined, [folder]);
    const entries = talk([], ['first'], 1_000);
    await library.append(A, [notice(entries)]);
    await library.delete(B);
    expect(readdirSync(folder)).toEqual([]);
    expect(await entriesIn(library, A)).toEqual([...entries, notice(entries)]);
    await library.restore(B);
    expect((await library.list()).map(({ id, entries: count }) => [id, count])).toEqual([
      [A, 4],
      [B, 3],
    ]);
  });

  test('keep a thread that an older program has open', async () => {
    const folder = await legacy();
    await using open = new FileThreadStore({ folder, onProblem: () => undefined });
    const entries = talk([], ['first'], 1_000);
    await open.append(A, [notice(entries)]);
    const library = await world.open(undefined, [folder]);
    const late = { ...notice([...entries, notice(entries)]) };
    expect(await errorOf(() => library.append(A, [late]))).toBeInstanceOf(ThreadStoreError);
    expect(await entriesIn(open, A)).toHaveLength(4);
  });
});

describe('a damaged thread', () => {
  test('that lost entries since it was listed is reported, each time it is listed anew', async () => {
    const library = await world.open();
    await library.append(A, talk([], ['first', 'second']));
    await library.release(A);
    await library.list();
    const [path] = filesOf(library.folder, A);
    truncateSync(path ?? '', Math.floor(statSync(path ?? '').size / 2));
    expect(await library.list()).toHaveLength(1);
    expect(world.problems.filter((sentence) => sentence.includes('of its 5 entries are gone'))).toHaveLength(
      1,
    );
    const again = new LibraryWorld();
    world.problems.length = 0;
    await (await world.open()).list();
    expect(world.problems).toContainEqual(expect.stringContaining('of its 5 entries are gone'));
    await again[Symbol.asyncDispose]();
  });

  test('does not hide the others', async () => {
    const library = await world.open();
    await library.append(A, talk([], ['first']));
    await library.append(B, talk([], ['second']));
    await library.release(A);
    const [path = ''] = filesOf(library.folder, A);
    writeFileSync(path, 'not a thread at all\n\0\0\0');
    expect((await library.list()).map(({ id }) => id)).toContain(B);
    expect(world.problems.join('\n')).toContain(A);
  });
});

describe('a library that is closed', () => {
  test('writes nothing any more, whatever was being listed, and can still be read', async () => {
    const { folder } = await world.open();
    const cache = join(folder, 'cache');
    // At each of the first steps of a list.
    for (let steps = 0; steps < 40; steps += 1) {
      const library = await world.open();
      await library.append(A, talk([], ['first']));
      await library.release(A);
      rmSync(cache, { recursive: true, force: true });
      const listing = library.list();
      for (let step = 0; step < steps; step += 1) await nextTurn();
      await library[Symbol.asyncDispose]();
      rmSync(cache, { recursive: true, force: true });
      await listing;
      expect(existsSync(cache), `after ${steps} turns`).toBe(false);
      expect((await library.list()).map(({ id }) => id)).toEqual([A]);
      expect(existsSync(cache)).toBe(false);
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a folder that cannot be written', () => {
  test.skipIf(process.getuid?.() !== 0 && process.platform === 'win32')(
    'can be listed, searched and read; a change says why it failed',
    async () => {
      const library = await world.open();
      await library.append(A, talk([], ['first']));
      await library.append(B, talk([], ['second']));
      await library[Symbol.asyncDispose]();
      // In the place of a folder, even root cannot make one.
      writeFileSync(join(library.folder, 'cache'), '');
      writeFileSync(join(library.folder, 'trash'), '');
      chmodSync(join(library.folder, 'cache'), 0o400);
      const again = await world.open();
      expect((await again.list()).map(({ id }) => id)).toHaveLength(2);
      expect(await again.search('first')).toHaveLength(2);
      expect(await entriesIn(again, A)).toHaveLength(3);
      expect(await errorOf(() => again.delete(A))).toBeInstanceOf(Error);
      expect(await again.list()).toHaveLength(2);
    },
  );
});

test('the same size at another time is another thread for the caches', async () => {
  const library = await world.open();
  await library.append(A, talk([], ['first']));
  await library.release(A);
  await library.list();
  const [path = ''] = filesOf(library.folder, A);
  if (!path.endsWith('.jsonl')) return;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('first', 'other'));
  utimesSync(path, 1, 1);
  expect(await library.list()).toMatchObject([{ title: 'other' }]);
  expect(await library.search('other')).toHaveLength(2);
});

test('a draft beside a thread is no thread', async () => {
  const library = await world.open();
  await library.append(A, talk([], ['first']));
  appendFileSync(join(library.folder, 'notes.txt'), 'x');
  appendFileSync(join(library.folder, `${B}.jsonl.lock`), 'x');
  expect(await library.list()).toHaveLength(1);
});

/** The files of a thread, whatever the format. */
function filesOf(folder: string, id: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.lock'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(`/${id}`) && !path.includes('/cache/'));
}

function notice(entries: readonly ThreadEntry[]): ThreadEntry {
  const seq = entries.length;
  const parent = entries.at(-1)?.id ?? null;
  return { id: `e${seq}` as EntryId, parent, seq, at: 3_000, kind: 'notice', message: 'More.' };
}
