import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContentHash } from '../../src/actors/protocol/file-changes.js';
import type { ThreadEntry } from '../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { walkEntries } from '../doubles/walk-entries.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { type CollectWorld, hashOfBytes, openCollectWorld, QUOTA_BYTES } from './collect-world.js';
import { createRandom, type Random } from '../../bench/make-tree.js';
import { killLater } from '../doubles/later.js';
import { SEED } from '../doubles/seed.js';

// `TROUPE_COLLECT_KILLS=1000` is the whole campaign; each kill is a process of its own.
const KILLS = Number(process.env['TROUPE_COLLECT_KILLS'] ?? 10);
const KILLS_PER_WORLD = 10;
const AT_ONCE = 2;
// Enough steps for a few collections.
const MAX_STEPS = 400;
const MAX_LIFE_MS = 700;
// Longer than the store waits for a reference, and for a second look: a part of a day passes between two processes.
const PASSING_MS = 45_000;
const TIMEOUT_MS = 3_600_000;

let entries: BuiltEntries;
let scratch: AbsPath;
beforeAll(async () => {
  entries = await buildEntries({
    'collect-versions.entry': 'test/threads/entries/collect-versions.entry.ts',
  });
  scratch = makeTempDir();
});
afterAll(() => {
  entries.remove();
  removeTempDir(scratch);
});

/** What processes have said of a world. */
interface Said {
  /** What was recorded, by thread. */
  readonly kept: { readonly thread: string; readonly hash: ContentHash; readonly at: number }[];
  readonly purged: Set<string>;
  /** Entries before it may have lost their contents, because a person said so. */
  pruned: number;
  full: number;
}

async function runUntilKilled(base: string, said: Said, kill: number, random: Random): Promise<void> {
  const dieAt = kill % 2 === 0 ? 1 + random.below(MAX_STEPS) : 0;
  const seed = random.below(2 ** 31);
  const script = fileURLToPath(entries.url('collect-versions.entry'));
  const child = spawn(process.execPath, [script, base, String(dieAt), String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const what = JSON.parse(line) as Record<string, never>;
    if ('ready' in what) killLater(child, dieAt > 0 ? 3 * MAX_LIFE_MS : random.below(MAX_LIFE_MS));
    else if ('hash' in what) said.kept.push(what as never);
    else if ('purges' in what) said.purged.add(what['purges']);
    else if ('prunes' in what) said.pruned = Math.max(said.pruned, what['prunes']);
    else said.full += 1;
  });
  const [[, signal]] = await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  expect(signal).toBe('SIGKILL');
}

/** The files of the store, and their length. */
function filesOf(folder: string): { readonly names: readonly string[]; readonly bytes: number } {
  const files = walkEntries(folder).filter((entry) => entry.isFile());
  return {
    names: files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)),
    bytes: files.reduce((sum, { parentPath, name }) => sum + lstatSync(join(parentPath, name)).size, 0),
  };
}

/** Lets time pass for the files of the store. */
function age(folder: string): void {
  for (const { parentPath, name } of walkEntries(folder).filter((entry) => entry.isFile())) {
    const path = join(parentPath, name);
    const time = new Date(lstatSync(path).mtimeMs - PASSING_MS);
    utimesSync(path, time, time);
  }
}

/** Reads everything that the threads refer to. Returns how much that was. */
async function checkReferences({ library, store }: CollectWorld, said: Said): Promise<number> {
  const needed = new Set<ContentHash>();
  const add = (entry: ThreadEntry): void => {
    if (entry.kind !== 'checkpoint' || entry.at <= said.pruned) return;
    for (const { version } of entry.versions)
      if (version?.kind === 'file' && version.source.kind === 'store') needed.add(version.hash);
  };
  for (const { id } of await library.list()) for await (const entry of library.read(id)) add(entry);
  for (const { thread, hash, at } of said.kept)
    if (!said.purged.has(thread) && at > said.pruned) needed.add(hash);
  for (const hash of needed) {
    const parts: Uint8Array[] = [];
    for await (const part of store.read(hash)) parts.push(part);
    expect(hashOfBytes(Buffer.concat(parts))).toBe(hash);
  }
  return needed.size;
}

test(
  'a store that is collected keeps what threads refer to, its quota, and no half done files, whenever its process dies',
  async () => {
    const counts = { kills: 0, references: 0, removed: 0, full: 0, drafts: 0, condemned: 0, mostBytes: 0 };
    const killOften = async (number: number): Promise<void> => {
      const base = join(scratch, `world-${number}`);
      mkdirSync(base);
      const random = createRandom(SEED + number);
      const said: Said = { kept: [], purged: new Set(), pruned: 0, full: 0 };
      for (let kill = 0; kill < KILLS_PER_WORLD; kill += 1) {
        await runUntilKilled(base, said, kill, random);
        counts.kills += 1;
        await using world = await openCollectWorld(base);
        const { folder, collector } = world;
        mkdirSync(folder, { recursive: true });
        const left = filesOf(folder);
        counts.mostBytes = Math.max(counts.mostBytes, left.bytes);
        expect(left.bytes).toBeLessThanOrEqual(QUOTA_BYTES);
        counts.drafts += left.names.filter((name) => name.startsWith('drafts')).length;
        counts.condemned += left.names.filter((name) => name.endsWith('.condemned')).length;
        // Whoever opens the store removes what a killed process was writing.
        await collector.size();
        expect(filesOf(folder).names.filter((name) => name.startsWith('drafts'))).toEqual([]);
        counts.references += await checkReferences(world, said);
        age(folder);
        const { removed, problems } = await collector.prune();
        expect(problems).toEqual([]);
        counts.removed += removed;
        const strange = filesOf(folder).names.filter(
          (name) => !/^objects\/[0-9a-f]{2}\/[0-9a-f]{62}(\.unneeded)?$/.test(name),
        );
        expect(strange).toEqual([]);
        await checkReferences(world, said);
      }
      counts.full += said.full;
      rmSync(base, { recursive: true });
    };
    const waiting = Array.from({ length: Math.ceil(KILLS / KILLS_PER_WORLD) }, (_, number) => number);
    const work = async (): Promise<void> => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
        await killOften(number);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (KILLS > 100) console.log(JSON.stringify(counts));
  },
  TIMEOUT_MS,
);
