import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SettingsError } from '../../../../../src/actors/protocol/errors.js';
import type { ContentHash } from '../../../../../src/actors/protocol/file-changes.js';
import {
  ENTRY_VERSION,
  type EntryId,
  type ThreadEntry,
  type ThreadId,
} from '../../../../../src/actors/protocol/thread.js';
import type { AbsPath, RelPath } from '../../../../../src/actors/protocol/workspace.js';
import { hashOf } from '../../../../../src/actors/tools/text/content-hash.js';
import { VersionCollector } from '../../../../../src/host/node/checkpoints/collect/version-collector.js';
import { VersionStore } from '../../../../../src/host/node/checkpoints/version-store.js';
import { FIELDS } from '../../../../../src/workers/cover/listing.js';
import { StateLog } from '../../../../../src/workers/cover/state-log.js';
import { emptyState } from '../../../../../src/workers/cover/tree-state.js';
import { errorOf } from '../../../../doubles/error-of.js';
import { LibraryWorld } from '../../threads/library/library-world.js';

const A = 'aaaa' as ThreadId;
const B = 'bbbb' as ThreadId;
const DAY_MS = 86_400_000;

let world: LibraryWorld;
let folder: string;
let state: string;
beforeEach(() => {
  world = new LibraryWorld();
  state = join(world.dir, 'state');
  folder = join(state, 'versions', 'contents');
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

const makeStore = () => new VersionStore({ folder, unneededMs: 0 });

function makeCollector(listReferenced?: () => Promise<readonly ContentHash[]>): VersionCollector {
  return new VersionCollector({
    store: makeStore(),
    folder,
    coverFolder: join(state, 'versions', 'cover'),
    threadFolders: [join(state, 'threads')],
    ...(listReferenced === undefined ? {} : { listReferenced }),
  });
}

const pathOf = (hash: ContentHash): string => join(folder, 'objects', hash.slice(0, 2), hash.slice(2));

/** Keeps a content, two days ago. */
async function keep(content: string): Promise<ContentHash> {
  const bytes = Buffer.from(content);
  const hash = await hashOf(bytes);
  await makeStore().keepBytes(bytes, hash);
  const old = new Date(Date.now() - 2 * DAY_MS);
  utimesSync(pathOf(hash), old, old);
  return hash;
}

/** A thread with a checkpoint for each content, at the given times. */
function threadOf(
  hashes: readonly ContentHash[],
  at = 1_000,
  version = ENTRY_VERSION,
): readonly ThreadEntry[] {
  const first: ThreadEntry = {
    id: 'e0' as EntryId,
    parent: null,
    seq: 0,
    at,
    kind: 'thread',
    version,
    roots: ['/work'],
  };
  return [
    first,
    ...hashes.map((hash, index): ThreadEntry => ({
      id: `e${index + 1}` as EntryId,
      parent: `e${index}` as EntryId,
      seq: index + 1,
      at: at + index,
      kind: 'checkpoint',
      cause: 'edit',
      versions: [
        {
          path: '/work/a' as AbsPath,
          version: { kind: 'file', hash, size: 1, mode: 0o644, source: { kind: 'store' } },
        },
      ],
    })),
  ];
}

describe('what stays in the store of versions', () => {
  test('is what any thread refers to: of all workspaces, archived, in the trash, and of the first format', async () => {
    const hashes = [];
    for (const name of ['listed', 'other workspace', 'trash', 'archived', 'first format', 'moved'])
      hashes.push(await keep(name));
    const [listed, elsewhere, trashed, archived, first, moved] = hashes as [ContentHash, ...ContentHash[]];
    const lost = await keep('nothing refers to it');
    const library = await world.open();
    await library.append(A, threadOf([listed]));
    await library.append(B, threadOf([trashed!]));
    await library.delete(B);
    const put = 'cccc' as ThreadId;
    const entries = threadOf([archived!]);
    await library.append(put, [
      ...entries,
      { id: 'x' as EntryId, parent: entries[1]!.id, seq: 2, at: 5, kind: 'archived', isArchived: true },
    ]);
    await (await world.open([world.root('other')])).append(A, threadOf([elsewhere!]));
    const lines = threadOf([first!]).map((entry) => `${JSON.stringify(entry)}\n`);
    writeFileSync(join(library.folder, 'dddd.jsonl'), lines.join(''));
    // What a move to another file system has left beside the copy.
    await library.append('eeee' as ThreadId, threadOf([moved!]));
    await library.release('eeee' as ThreadId);
    mkdirSync(join(library.folder, 'left'));
    renameSync(join(library.folder, 'eeee'), join(library.folder, 'left', 'eeee'));
    expect(await makeCollector().prune()).toMatchObject({ removed: 1, kept: hashes.length, problems: [] });
    for (const hash of hashes) expect(existsSync(pathOf(hash))).toBe(true);
    expect(existsSync(pathOf(lost))).toBe(false);
  });

  test('is what entries of other writers and of kinds that this program does not know refer to', async () => {
    const [one, other, strange] = [await keep('one'), await keep('other'), await keep('strange')];
    const [first, ...own] = threadOf([one]);
    const library = await world.open();
    await library.append(A, [first!, ...own]);
    const second = await world.open();
    const unknown = {
      id: 'y',
      parent: 'e0',
      seq: 7,
      at: 7,
      kind: 'teleported',
      deep: [{ to: { hash: strange } }],
    };
    const theirs = { ...threadOf([other])[1]!, id: 'z' as EntryId };
    await second.append(A, [theirs, unknown as never]);
    expect(await makeCollector().prune()).toMatchObject({ removed: 0, kept: 3, problems: [] });
  });

  test('is all of it when a thread cannot be read whole, or a newer program wrote it', async () => {
    await keep('nothing refers to it');
    const library = await world.open();
    await library.append(A, threadOf([await keep('damaged')]));
    await library.release(A);
    const thread = join(library.folder, A);
    const name = readdirSync(thread).find((file) => file.endsWith('.log')) ?? '';
    const whole = readFileSync(join(thread, name));
    writeFileSync(
      join(thread, name),
      whole.map((byte, at) => (at === 200 ? byte ^ 1 : byte)),
    );
    const damaged = await makeCollector().prune({ before: Date.now() });
    expect(damaged).toMatchObject({ removed: 0, unneeded: 0, kept: 2, threads: [] });
    expect(damaged.problems).toEqual([expect.stringContaining(`${A} is damaged`)]);
    writeFileSync(join(thread, name), whole);
    await library.append(B, threadOf([], 1_000, ENTRY_VERSION + 1));
    const newer = await makeCollector().prune({ before: Date.now() });
    expect(newer).toMatchObject({ removed: 0, kept: 2 });
    expect(newer.problems).toEqual([expect.stringContaining(`A newer Troupe wrote the conversation ${B}`)]);
    await library.delete(B);
    await library.purge([B]);
    // A write that a crash cut off was acknowledged to nobody.
    appendFileSync(join(thread, name), whole.subarray(-40, -20));
    expect((await makeCollector().planPrune()).problems.length).toBeLessThanOrEqual(1);
    writeFileSync(join(thread, name), whole);
    expect(await makeCollector().prune()).toMatchObject({ removed: 1, kept: 1, problems: [] });
  });

  test('is what the next command of any workspace needs, and what this process names', async () => {
    const [covered, named] = [await keep('covered'), await keep('named')];
    const log = new StateLog(join(state, 'versions', 'cover'), '/work' as AbsPath);
    const listing = { names: ['a', 'b'], numbers: new Float64Array(2 * FIELDS), refs: [`s${covered}`, ''] };
    const tree = emptyState();
    tree.listings.set('' as RelPath, listing);
    log.append(tree, new Map(), []);
    log.close();
    const collector = makeCollector(() => Promise.resolve([named]));
    expect(await collector.prune()).toMatchObject({ removed: 0, kept: 2 });
    expect(await makeCollector().prune()).toMatchObject({ removed: 1, kept: 1 });
    expect(existsSync(pathOf(covered))).toBe(true);
  });
});

describe('pruning', () => {
  test('says first what it frees, and which threads lose checkpoints', async () => {
    const [old, recent, both] = [await keep('old'), await keep('recent'), await keep('both')];
    const library = await world.open();
    const now = Date.now();
    await library.append(A, threadOf([old, both], now - 40 * DAY_MS));
    await library.append(B, threadOf([recent, both], now - 3 * DAY_MS));
    const collector = makeCollector();
    const before = now - 30 * DAY_MS;
    const plan = await collector.planPrune({ before });
    expect(plan).toMatchObject({ removed: 1, kept: 2, problems: [] });
    expect(plan.freedBytes).toBeGreaterThan(0);
    expect(plan.threads).toEqual([{ id: A, title: '', roots: ['/work'] }]);
    expect(existsSync(pathOf(old))).toBe(true);
    expect(await collector.planPrune({ before: now - 50 * DAY_MS })).toMatchObject({
      removed: 0,
      threads: [],
    });
    expect(await collector.prune({ before })).toEqual(plan);
    expect(existsSync(pathOf(old))).toBe(false);
    expect([existsSync(pathOf(recent)), existsSync(pathOf(both))]).toEqual([true, true]);
    expect(await collector.size()).toMatchObject({ usedBytes: plan.keptBytes, folder });
  });

  test('reads a thread that is moved while it lists them', async () => {
    const hash = await keep('a');
    const library = await world.open();
    await library.append(A, threadOf([hash]));
    await library.release(A);
    // The trash is listed, and what is read first moves the thread there.
    const moving = (async () => {
      await library.delete(A);
    })();
    const [pruned] = await Promise.all([makeCollector().prune(), moving]);
    expect(pruned).toMatchObject({ removed: 0, kept: 1 });
  });

  test('is refused where it is not known which threads there are', async () => {
    const collector = new VersionCollector({ store: makeStore(), folder, coverFolder: folder });
    expect(await errorOf(() => collector.prune())).toBeInstanceOf(SettingsError);
    expect(existsSync(folder)).toBe(false);
  });
});
