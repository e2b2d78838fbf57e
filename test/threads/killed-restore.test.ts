import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileChange } from '../../src/actors/protocol/file-changes.js';
import type { EntryId } from '../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { hashOf } from '../../src/actors/tools/text/content-hash.js';
import type { Thread } from '../../src/host/engine/thread.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { walkEntries } from '../doubles/walk-entries.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { type Contents, contentsOf, openRestoreWorld, momentsOf, THREAD } from './restore-world.js';
import { createRandom, type Random } from '../../bench/make-tree.js';
import { killLater } from '../doubles/later.js';
import { SEED } from '../doubles/seed.js';

// `TROUPE_RESTORE_KILLS=300` is the whole campaign; each kill is a process of its own.
const KILLS = Number(process.env['TROUPE_RESTORE_KILLS'] ?? 12);
const KILLS_PER_WORLD = 6;
const AT_ONCE = 2;
// Steps of the longest jump: later ones are not reached, so that the process ends by itself.
const MAX_STEPS = 60;
// More jumps than a process makes before it is killed.
const JUMPS = 8;
// As long as a few jumps take.
const MAX_LIFE_MS = 400;
const TIMEOUT_MS = 3_600_000;

let entries: BuiltEntries;
let scratch: AbsPath;
beforeAll(async () => {
  entries = await buildEntries({ 'jump-files.entry': 'test/threads/entries/jump-files.entry.ts' });
  scratch = makeTempDir();
});
afterAll(() => {
  entries.remove();
  removeTempDir(scratch);
});

/** What a process said before a jump. */
interface Begun {
  readonly to: EntryId;
  /** The tree before it. */
  readonly before: Contents;
  /** How many entries the thread had. */
  readonly entries: number;
}

/** Makes a workspace whose thread has changed every file of it. Returns the tree at each moment. */
async function makeWorld(base: string): Promise<readonly Contents[]> {
  mkdirSync(join(base, 'work'), { recursive: true });
  await using world = openRestoreWorld(base);
  const at = (path: string): AbsPath => join(world.root, path) as AbsPath;
  const text = (path: string, turn: number): Uint8Array => Buffer.from(`${path} of ${turn}\n`.repeat(2_000));
  const write = async (path: string, turn: number, old: number | null): Promise<FileChange> => ({
    kind: 'write',
    path: at(path),
    bytes: text(path, turn),
    expected: old === null ? null : await hashOf(text(path, old)),
  });
  await world.change(
    [
      await write('a', 0, null),
      await write('d/b', 0, null),
      await write('tree/x/y', 0, null),
      await write('tree/z', 0, null),
      await write('c', 0, null),
    ],
    [
      await write('a', 1, 0),
      await write('d/b', 1, 0),
      { kind: 'remove', path: at('tree'), isRecursive: true },
      await write('made/deep/e', 1, null),
      await write('made/f', 1, null),
    ],
    [
      await write('a', 2, 1),
      { kind: 'remove', path: at('d'), isRecursive: true },
      { kind: 'remove', path: at('c'), expected: await hashOf(text('c', 0)) },
      await write('tree/x/y', 2, null),
    ],
    [await write('a', 3, 2), await write('d', 3, null)],
  );
  const thread = await world.engine.openThread(THREAD);
  const trees: Contents[] = [];
  for (const { id } of momentsOf(thread.entries)) {
    await thread.jump(id, { scope: 'files', choices: 'restore' });
    trees.push(contentsOf(world.root));
  }
  expect(new Set(trees.map((tree) => JSON.stringify(tree))).size).toBe(5);
  return trees;
}

/** Runs a process that jumps, until it is killed. Resolves to what it said before its last jump. */
async function runUntilKilled(base: string, kill: number, random: Random): Promise<Begun | undefined> {
  const isAtStep = kill % 2 === 0;
  const dieAt = isAtStep ? 1 + random.below(MAX_STEPS) : 0;
  const seed = random.below(2 ** 31);
  const script = fileURLToPath(entries.url('jump-files.entry'));
  const child = spawn(process.execPath, [script, base, String(dieAt), String(JUMPS), String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let begun: Begun | undefined;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'ready' && !isAtStep) killLater(child, random.below(MAX_LIFE_MS));
    // The person writes: what a kill leaves of that is nobody's jump.
    if (line === 'between') begun = undefined;
    if (line.startsWith('{')) begun = JSON.parse(line) as Begun;
  });
  await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  return begun;
}

/** Goes back to before the newest jump. */
async function goBack(thread: Thread, jump: number): Promise<void> {
  const before = thread.checkpoints.findLast(({ seq }) => seq < jump);
  await thread.jump(before!.entry, { scope: 'files', choices: 'restore' });
}

test(
  'a jump that its process did not survive has happened or not, and can be gone back over',
  async () => {
    const outcomes = { kills: 0, before: 0, after: 0, reported: 0 };
    const killOften = async (number: number): Promise<void> => {
      const base = join(scratch, `world-${number}`);
      const random = createRandom(SEED + number);
      const trees = await makeWorld(base);
      for (let kill = 0; kill < KILLS_PER_WORLD; kill += 1) {
        const begun = await runUntilKilled(base, kill, random);
        await using world = openRestoreWorld(base);
        const thread = await world.engine.openThread(THREAD);
        expect(readdirSync(world.journal).filter((name) => name.endsWith('.json'))).toEqual([]);
        expect(walkEntries(world.root).filter(({ name }) => name.includes('.troupe-'))).toEqual([]);
        outcomes.kills += 1;
        if (begun === undefined) continue;
        const tree = contentsOf(world.root);
        const moments = momentsOf(thread.entries);
        const after = trees[moments.findIndex(({ id }) => id === begun.to)];
        const isBefore = isDeepStrictEqual(tree, begun.before);
        const isAfter = isDeepStrictEqual(tree, after);
        if (!isBefore) expect(tree).toEqual(after);
        const added = thread.entries.slice(begun.entries);
        const jump = added.find((entry) => entry.kind === 'jump');
        const intent = added.find((entry) => entry.kind === 'checkpoint' && entry.jump !== undefined);
        const notice = added.find(({ kind }) => kind === 'notice');
        if (notice !== undefined) {
          outcomes.reported += 1;
          expect(JSON.stringify(notice)).toContain('The program ended while files were being put back');
        }
        if (isBefore && !isAfter) {
          outcomes.before += 1;
          expect(jump).toBeUndefined();
          if (intent !== undefined) expect(notice).toBeDefined();
        } else if (!isBefore) {
          outcomes.after += 1;
          expect(jump).toMatchObject({ to: begun.to });
          await goBack(thread, jump!.seq);
          expect(contentsOf(world.root)).toEqual(begun.before);
        }
      }
      rmSync(base, { recursive: true });
    };
    const waiting = Array.from({ length: Math.ceil(KILLS / KILLS_PER_WORLD) }, (_, number) => number);
    const work = async (): Promise<void> => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
        await killOften(number);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (KILLS > 100) console.log(JSON.stringify(outcomes));
  },
  TIMEOUT_MS,
);
