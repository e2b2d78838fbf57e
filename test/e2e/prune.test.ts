import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Pruned, VersionsSize } from '../../src/host/node/checkpoints/kept-versions.js';
import type { ContentHash } from '../../src/actors/protocol/file-changes.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { hashOf } from '../../src/actors/tools/text/content-hash.js';
import { VersionStore } from '../../src/host/node/checkpoints/version-store.js';
import { openThreadLibrary } from '../../src/host/node/threads/library/open-thread-library.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { endTerminals, Terminal } from './terminal.js';
import { type Ended, jsonLines, troupe } from './troupe.js';

const DAY_MS = 86_400_000;

let dir: AbsPath;
let state: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  state = makeTempDir();
});
afterEach(async () => {
  await endTerminals();
  removeTempDir(dir);
  removeTempDir(state);
});

const env = () => ({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: state });
const folder = () => join(state, 'troupe', 'versions', 'contents');
const pathOf = (hash: ContentHash): string => join(folder(), 'objects', hash.slice(0, 2), hash.slice(2));

const checkpoints = (...args: readonly string[]): Promise<Ended> =>
  troupe(['checkpoints', ...args], { cwd: dir, env: env() });

/** Keeps a content, so many days ago. */
async function keep(content: string, days = 2): Promise<ContentHash> {
  const bytes = Buffer.from(content);
  const hash = await hashOf(bytes);
  await new VersionStore({ folder: folder() }).keepBytes(bytes, hash);
  const old = new Date(Date.now() - days * DAY_MS);
  utimesSync(pathOf(hash), old, old);
  return hash;
}

/** Stores a thread with a message and a checkpoint of that content, so many days ago. */
async function store(id: string, hash: ContentHash, days: number): Promise<void> {
  const at = Date.now() - days * DAY_MS;
  const place = (seq: number) => ({
    id: `e${seq}` as EntryId,
    parent: seq === 0 ? null : (`e${seq - 1}` as EntryId),
    seq,
    at,
  });
  const version = { kind: 'file', hash, size: 3, mode: 0o644, source: { kind: 'store' } } as const;
  const entries: readonly ThreadEntry[] = [
    { ...place(0), kind: 'thread', version: 2, roots: [dir] },
    { ...place(1), kind: 'user_message', text: `about ${id}`, attachments: [] },
    {
      ...place(2),
      kind: 'checkpoint',
      cause: 'edit',
      versions: [{ path: join(dir, 'a') as AbsPath, version }],
    },
  ];
  await using library = await openThreadLibrary({
    stateDirectory: join(state, 'troupe'),
    roots: [dir],
    onProblem: (sentence) => expect.fail(sentence),
  });
  await library.append(id as ThreadId, entries);
}

describe('troupe checkpoints size', () => {
  test('says how much room old versions take, of how much, and where', async () => {
    expect(await checkpoints('size')).toEqual({
      exitCode: 0,
      stdout: `Old versions of files take 0 bytes of at most 2048.0 MB (0 %), in ${folder()}\n`,
      stderr: '',
    });
    await keep('abc');
    expect(jsonLines<VersionsSize>(await checkpoints('size', '--json'))).toEqual([
      { usedBytes: 4, quotaBytes: 2048 * 1024 * 1024, folder: folder() },
    ]);
  });

  test('takes the room that there is from the file of settings, and refuses a wrong one', async () => {
    mkdirSync(join(state, 'troupe'));
    const settings = join(state, 'troupe', 'settings.json');
    writeFileSync(settings, '{ "checkpointQuotaMb": 64, "checkpoints": false }');
    expect((await checkpoints('size')).stdout).toContain('of at most 64.0 MB');
    writeFileSync(settings, '{ "checkpointQuotaMb": "much" }');
    expect(await checkpoints('size')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `troupe: The file of settings ${settings} has a wrong value: "checkpointQuotaMb" must be a whole number from 16 to 1000000, got "much".\n`,
    });
    writeFileSync(settings, '{');
    expect(await checkpoints('size')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is no JSON'),
    });
  });
});

describe('troupe checkpoints prune', () => {
  test('says what it would free before it frees that, and frees nothing without an answer', async () => {
    const [old, recent] = [await keep('old'), await keep('new')];
    await store('aaaa', old, 40);
    await store('bbbb', recent, 3);
    const plan = await checkpoints('prune', '--older-than', '30', '--dry-run');
    expect(plan).toEqual({
      exitCode: 0,
      stdout: [
        '1 old version would be deleted, which frees 4 bytes.',
        '1 old version (4 bytes) stays.',
        'Checkpoints older than 30 days could not be gone back to any more, or not for all files, in:',
        `  about aaaa (${dir})`,
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(await checkpoints('prune', '--older-than', '30')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('1 old version, 4 bytes. Say --yes'),
    });
    expect(existsSync(pathOf(old))).toBe(true);
    const [planned] = jsonLines<{ planned: Pruned }>(
      await checkpoints('prune', '--older-than', '30', '--dry-run', '--json'),
    );
    expect(planned?.planned).toMatchObject({ removed: 1, freedBytes: 4, threads: [{ id: 'aaaa' }] });
    const [done] = jsonLines<Pruned>(await checkpoints('prune', '--older-than', '30', '--yes', '--json'));
    expect(done).toEqual({ done: 'pruned', ...planned?.planned });
    expect([existsSync(pathOf(old)), existsSync(pathOf(recent))]).toEqual([false, true]);
    expect((await checkpoints('prune', '--older-than', '30')).stdout).toBe(
      '0 old versions were deleted, which freed 0 bytes.\n1 old version (4 bytes) stays.\n',
    );
  });

  test('deletes what no conversation refers to with the second look a day later', async () => {
    const lost = await keep('abc');
    const first = await checkpoints('prune', '--yes');
    expect(first.stdout).toContain('1 old version (4 bytes) belongs to no conversation any more');
    const unneeded = `${pathOf(lost)}.unneeded`;
    expect(existsSync(unneeded)).toBe(true);
    const old = new Date(Date.now() - 2 * DAY_MS);
    utimesSync(unneeded, old, old);
    expect((await checkpoints('prune', '--yes')).stdout).toContain(
      '1 old version was deleted, which freed 4 bytes.',
    );
    expect(existsSync(unneeded)).toBe(false);
  });

  test('asks on a terminal', async () => {
    const old = await keep('old');
    await store('aaaa', old, 40);
    const terminal = new Terminal(['checkpoints', 'prune', '--older-than', '30'], {
      cwd: dir,
      columns: 120,
      env: env(),
    });
    await terminal.shows('Delete for good: 4 bytes? [y]es  [n]o ›');
    terminal.press('n');
    expect(await terminal.exitCode).toBe(7);
    expect(existsSync(pathOf(old))).toBe(true);
  });

  test('refuses what is no number of days, and shows examples', async () => {
    expect(await checkpoints('prune', '--older-than', 'old')).toMatchObject({ exitCode: 2 });
    expect((await checkpoints('--help')).stdout).toContain(
      'troupe checkpoints prune --older-than 90 --dry-run',
    );
  });
});

test('a run keeps the versions of what it changes, unless the file of settings says no', async () => {
  const model = new SteeredModel();
  await model.start();
  try {
    mkdirSync(join(state, 'troupe'));
    for (const isKept of [false, true]) {
      writeFileSync(join(dir, 'a'), 'old\n');
      writeFileSync(join(state, 'troupe', 'settings.json'), JSON.stringify({ checkpoints: isKept }));
      const run = troupe(
        ['run', 'Change it.', '--auto-approve', 'edits', '--base-url', model.url, '--model', 'steered'],
        { cwd: dir, env: { ...env(), TROUPE_API_KEY: 'sk-test' } },
      );
      (await model.reply()).call(['read_file', { uri: 'a' }]);
      (await model.reply()).call(['rewrite_file', { uri: 'a', new_content: 'new\n' }]);
      (await model.reply()).end('Done.');
      expect(await run).toMatchObject({ exitCode: 0 });
      expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('new\n');
      const hash = await hashOf(Buffer.from('old\n'));
      expect([isKept, existsSync(pathOf(hash))]).toEqual([isKept, isKept]);
      if (!isKept) continue;
      const [size] = jsonLines<VersionsSize>(await checkpoints('size', '--json'));
      // What was there, and what the edit made of it, which somebody may overwrite.
      expect(size?.usedBytes).toBe(10);
      expect((await checkpoints('prune', '--yes')).stdout).toContain('2 old versions (10 bytes) stay.');
    }
  } finally {
    await model.stop();
  }
});
