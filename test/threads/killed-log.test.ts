import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import type { ThreadDamage } from '../../src/actors/protocol/thread-store.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { checkEntries } from '../../src/actors/threads/check-entries.js';
import { FileThreadStore } from '../../src/host/node/threads/file-thread-store.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { createRandom } from '../../bench/make-tree.js';
import { SEED } from '../doubles/seed.js';
import { startStopwatch } from '../doubles/stopwatch.js';

// `TROUPE_LOG_KILLS=1000` is the whole campaign; each kill is a process of its own.
const KILLS = Number(process.env['TROUPE_LOG_KILLS'] ?? 40);
const KILLS_PER_THREAD = 10;
const AT_ONCE = 2;

// `TROUPE_LOG_ENTRIES=20000` lets the two processes write for about a minute.
const ENTRIES = Number(process.env['TROUPE_LOG_ENTRIES'] ?? 300);
const TIMEOUT_MS = 1_800_000;

let entries: BuiltEntries;
let scratch: AbsPath;
beforeAll(async () => {
  entries = await buildEntries({ 'append-log.entry': 'test/threads/entries/append-log.entry.ts' });
  scratch = makeTempDir();
});
afterAll(() => {
  entries.remove();
  removeTempDir(scratch);
});

interface Writer {
  readonly child: ChildProcess;
  readonly acknowledged: readonly string[];
  /** Resolves when the process has ended and its output was read. */
  readonly ended: Promise<void>;
}

/** A process that appends to a thread. `onAcknowledged` is called with how many entries were. */
function startWriter(
  folder: string,
  thread: string,
  { count, maxPlainBytes = 20_000 }: { readonly count: number; readonly maxPlainBytes?: number },
  onAcknowledged: (count: number) => void = () => undefined,
): Writer {
  const script = fileURLToPath(entries.url('append-log.entry'));
  const child = spawn(process.execPath, [script, folder, thread, String(count), String(maxPlainBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'done') return;
    acknowledged.push(line);
    onAcknowledged(acknowledged.length);
  });
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(() => undefined);
  return { child, acknowledged, ended };
}

async function read(
  folder: string,
  thread: string,
): Promise<{ readonly entries: readonly ThreadEntry[]; readonly damages: readonly ThreadDamage[] }> {
  const store = new FileThreadStore({ folder, onProblem: () => undefined });
  const found: ThreadEntry[] = [];
  const damages: ThreadDamage[] = [];
  for await (const entry of store.read(thread as ThreadId, (damage) => damages.push(damage)))
    found.push(entry);
  if (found.length > 0) checkEntries(thread as ThreadId, found);
  return { entries: found, damages };
}

/** Checks that all of a writer's entries are there, in its order. */
function expectInOrder(all: readonly ThreadEntry[], acknowledged: readonly string[]): void {
  const [prefix = ''] = acknowledged[0]?.split('-') ?? [];
  const own = all.flatMap(({ id }) => (id.startsWith(`${prefix}-`) ? [id as string] : []));
  expect(own.slice(0, acknowledged.length)).toEqual(acknowledged);
}

test(
  'whatever was acknowledged before a process was killed is there, at whichever moment it was',
  async () => {
    const counts = { kills: 0, acknowledged: 0, torn: 0, slowestOpenMs: 0 };
    const killOften = async (number: number): Promise<void> => {
      const thread = `killed-${number}`;
      const random = createRandom(SEED + number);
      const all: (readonly string[])[] = [];
      for (let kill = 0; kill < KILLS_PER_THREAD; kill += 1) {
        const killAt = random.below(80);
        const writer = startWriter(scratch, thread, { count: 1_000 }, (count) => {
          if (count >= killAt) writer.child.kill('SIGKILL');
        });
        await writer.ended;
        all.push(writer.acknowledged);
        const stopwatch = startStopwatch();
        const { entries: found, damages } = await read(scratch, thread);
        counts.slowestOpenMs = Math.max(counts.slowestOpenMs, stopwatch());
        expect(damages.filter(({ kind }) => kind !== 'torn')).toEqual([]);
        for (const acknowledged of all) expectInOrder(found, acknowledged);
        counts.kills += 1;
        counts.acknowledged += writer.acknowledged.length;
        counts.torn += damages.length;
      }
    };
    const waiting = Array.from({ length: Math.ceil(KILLS / KILLS_PER_THREAD) }, (_, number) => number);
    const work = async (): Promise<void> => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
        await killOften(number);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (KILLS > 100) console.log(JSON.stringify(counts));
  },
  TIMEOUT_MS,
);

test(
  'two processes write to one folder and to one thread, and nothing is lost or out of order',
  async () => {
    const folder = join(scratch, 'shared');
    const first = startWriter(folder, 'both', { count: 1 });
    await first.ended;
    const writers = [
      startWriter(folder, 'both', { count: ENTRIES, maxPlainBytes: 50_000 }),
      startWriter(folder, 'both', { count: ENTRIES, maxPlainBytes: 50_000 }),
    ];
    const alone = [
      startWriter(folder, 'one', { count: ENTRIES }),
      startWriter(folder, 'other', { count: ENTRIES }),
    ];
    await Promise.all([...writers, ...alone].map(({ ended }) => ended));
    const both = await read(folder, 'both');
    expect(both.damages).toEqual([]);
    expect(both.entries).toHaveLength(2 * ENTRIES + 1);
    for (const { acknowledged } of writers) {
      expect(acknowledged).toHaveLength(ENTRIES);
      expectInOrder(both.entries, acknowledged);
    }
    for (const [index, name] of ['one', 'other'].entries())
      expect((await read(folder, name)).entries.map(({ id }) => id)).toEqual(alone[index]?.acknowledged);
  },
  TIMEOUT_MS,
);

test(
  'two copies of a folder that were written to apart are merged by copying the files of both together',
  async () => {
    const folders = ['base', 'copy', 'merged'].map((name) => join(scratch, name));
    const [base = '', copy = '', merged = ''] = folders;
    const before = startWriter(base, 'both', { count: 20 });
    await before.ended;
    cpSync(base, copy, { recursive: true });
    const writers = [
      startWriter(base, 'both', { count: ENTRIES }),
      startWriter(copy, 'both', { count: ENTRIES }),
      startWriter(copy, 'new', { count: ENTRIES }),
    ];
    await Promise.all(writers.map(({ ended }) => ended));
    mkdirSync(merged);
    for (const folder of [base, copy]) cpSync(folder, merged, { recursive: true });
    const { entries: found, damages } = await read(merged, 'both');
    expect(damages).toEqual([]);
    expect(found).toHaveLength(20 + 2 * ENTRIES);
    for (const { acknowledged } of [before, ...writers.slice(0, 2)]) expectInOrder(found, acknowledged);
    expect((await read(merged, 'new')).entries).toHaveLength(ENTRIES);
  },
  TIMEOUT_MS,
);
