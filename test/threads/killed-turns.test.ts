import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import type { ThreadDamage } from '../../src/actors/protocol/thread-store.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { checkEntries } from '../../src/actors/threads/check-entries.js';
import { replayThread } from '../../src/host/replay-thread.js';
import type { Thread } from '../../src/host/engine/thread.js';
import { FileThreadStore } from '../../src/host/node/threads/file-thread-store.js';
import { makeEngine } from '../doubles/make-engine.js';
import { settle } from '../doubles/settle.js';
import { simpleTool } from '../doubles/simple-tool.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { createRandom, type Random } from '../../bench/make-tree.js';
import { killLater } from '../doubles/later.js';
import { SEED } from '../doubles/seed.js';
import { startStopwatch } from '../doubles/stopwatch.js';

// `TROUPE_TURN_KILLS=1000` is the whole campaign; each kill is a process of its own with a host in it.
const KILLS = Number(process.env['TROUPE_TURN_KILLS'] ?? 4);
const KILLS_PER_WORLD = 20;
const AT_ONCE = 2;
const CONVERSATIONS = 3;

// A process lives as long as two turns at most, from its first entry on. Units: milliseconds.
const MAX_LIFE_MS = 700;
const TIMEOUT_MS = 7_200_000;

const API = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;
const TOOLS = ['read_file', 'edit_file', 'run_command', 'ask_person'];

let entries: BuiltEntries;
let scratch: AbsPath;
beforeAll(async () => {
  entries = await buildEntries({ 'busy-turns.entry': 'test/threads/entries/busy-turns.entry.ts' });
  scratch = makeTempDir();
});
afterAll(() => {
  entries.remove();
  removeTempDir(scratch);
});

/** A workspace with a file for each conversation, and the folder in which all is stored. */
class World {
  readonly folder: string;
  readonly root: string;
  /** The entries that subscribers have got, by conversation, in their order. */
  readonly acknowledged = new Map<string, string[]>();
  readonly #random: Random;

  constructor(name: string, random: Random) {
    this.#random = random;
    this.folder = join(scratch, name);
    this.root = join(this.folder, 'root');
    mkdirSync(this.root, { recursive: true });
    for (let index = 0; index < CONVERSATIONS; index += 1)
      writeFileSync(join(this.root, `own-${index}.txt`), 'count 0\n');
  }

  get threads(): string {
    return join(this.folder, 'stored/threads');
  }

  /** Runs a process until it ends; it is killed `lifeMs` after its first entry. Default: never. */
  async run(lifeMs?: number): Promise<number | null> {
    const script = fileURLToPath(entries.url('busy-turns.entry'));
    const mode = lifeMs === undefined ? ['once'] : [];
    const seed = this.#random.below(2 ** 31);
    const child = spawn(
      process.execPath,
      [script, API, this.root, join(this.folder, 'stored'), String(CONVERSATIONS), String(seed), ...mode],
      { stdio: ['ignore', 'pipe', 'inherit'], cwd: this.root },
    );
    const lines = createInterface({ input: child.stdout });
    if (lifeMs !== undefined)
      lines.once('line', () => {
        killLater(child, lifeMs);
      });
    lines.on('line', (line) => {
      const [thread = '', id = ''] = line.split(' ');
      this.acknowledged.set(thread, [...(this.acknowledged.get(thread) ?? []), id]);
    });
    const [[code]] = (await Promise.all([once(child, 'exit'), once(lines, 'close')])) as [
      [number | null],
      unknown,
    ];
    return code;
  }

  /** What is in the workspace besides the files of conversations and an empty place of a mount. */
  listRest(): readonly string[] {
    const isPlace = (name: string): boolean =>
      name === '.git' && readdirSync(join(this.root, name)).length === 0;
    return readdirSync(this.root).filter((name) => !/^own-\d\.txt(?:\.log)?$/.test(name) && !isPlace(name));
  }

  /** Tears the newest record of some file off, as a process does that is killed while it writes one. */
  tear(): void {
    if (this.acknowledged.size === 0) return;
    const thread = this.#random.pick([...this.acknowledged.keys()]);
    const folder = join(this.threads, thread);
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
    if (logs.length === 0) return;
    const path = join(folder, this.#random.pick(logs));
    const bytes = readFileSync(path);
    const start = bytes.lastIndexOf('\nTR1') + 1;
    // Behind a torn record nobody writes: each process has a file of its own.
    if (start === 0 || bytes.at(-1) !== 0x0a) return;
    // All of the record but its end: a whole one would be there twice.
    const length = 1 + this.#random.below(bytes.length - start - 2);
    appendFileSync(path, bytes.subarray(start, start + length));
  }
}

const openStore = (folder: string): FileThreadStore =>
  new FileThreadStore({ folder, onProblem: () => undefined });

const idsOf = (all: readonly ThreadEntry[], kind: ThreadEntry['kind']): readonly string[] =>
  all.flatMap((entry) => (entry.kind === kind && 'callId' in entry ? [entry.callId] : []));

/** What the last turn of a thread was doing. */
function findLastTurn(all: readonly ThreadEntry[]): {
  readonly asked: readonly string[];
  readonly begun: readonly string[];
} {
  const turn = all.slice(all.findLastIndex(({ kind }) => kind === 'turn_began'));
  if (turn.some(({ kind }) => kind === 'turn_ended')) return { asked: [], begun: [] };
  const observed = new Set(idsOf(turn, 'observation'));
  const answered = new Set(idsOf(turn, 'approval_answered'));
  const open = (id: string): boolean => !observed.has(id);
  return {
    asked: idsOf(turn, 'approval_asked').filter((id) => open(id) && !answered.has(id)),
    begun: idsOf(turn, 'call_began').filter(open),
  };
}

/** Opens a copy of a thread, and checks that its states are right, and that it goes on. */
async function checkStates(folder: string, id: ThreadId, all: readonly ThreadEntry[]): Promise<number> {
  const { asked, begun } = findLastTurn(all);
  await using store = openStore(folder);
  const { engine } = makeEngine(
    [],
    TOOLS.map((name) =>
      name === 'ask_person'
        ? simpleTool(name, { category: 'MCP tools', isReadOnly: false })
        : simpleTool(name, { isReadOnly: name === 'read_file' }),
    ),
    { store, approvals: { 'File edits': 'auto' } },
  );
  const thread: Thread = await engine.openThread(id);
  const steps = thread.turns.at(-1)?.steps ?? [];
  for (const callId of begun)
    expect(steps.find((step) => step.kind === 'call' && step.callId === callId)).toMatchObject({
      state: 'stopped',
    });
  thread.resume();
  await settle();
  if (asked.length > 0) expect(thread.state).toMatchObject({ status: 'awaiting approval', callId: asked[0] });
  for (const callId of begun)
    expect(
      thread.entries.find((entry) => entry.kind === 'observation' && entry.callId === callId),
    ).toMatchObject({
      result: { outcome: 'rejected', output: expect.stringContaining('interrupted while it ran') },
    });
  await engine.closeThread(id);
  return asked.length;
}

/** The number that a conversation's file has, and the one that its observed edits have made of it. */
function checkFiles(world: World, thread: readonly ThreadEntry[]): void {
  const message = thread.find((entry) => entry.kind === 'user_message');
  const own = message?.kind === 'user_message' ? message.text : '';
  if (own === '') return;
  const succeeded = new Set(
    thread.flatMap((entry) => (entry.kind === 'observation' && entry.result.success ? [entry.callId] : [])),
  );
  const begun = idsOf(thread, 'call_began');
  const calls = thread.flatMap((entry) => (entry.kind === 'call' ? [entry] : []));
  const edits = calls.filter(({ tool }) => tool === 'edit_file').map(({ callId }) => callId);
  const least = edits.filter((id) => succeeded.has(id)).length;
  const ended = new Set(
    thread.flatMap((entry) =>
      entry.kind === 'observation' && !entry.result.output.includes('interrupted while it ran')
        ? [entry.callId]
        : [],
    ),
  );
  // An edit that had begun and was interrupted may have been made.
  const unknown = edits.filter((id) => begun.includes(id) && !ended.has(id)).length;
  const content = readFileSync(join(world.root, own), 'utf8');
  expect(content).toMatch(/^count \d+\n$/);
  const counted = Number(content.slice('count '.length));
  expect(counted).toBeGreaterThanOrEqual(least);
  expect(counted).toBeLessThanOrEqual(least + unknown);
  const log = join(world.root, `${own}.log`);
  const written = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  expect(new Set(written).size).toBe(written.length);
  for (const call of calls) {
    const { command } = call.params as { readonly command?: string };
    const word = /^echo (own-\S+) >>/.exec(command ?? '')?.[1];
    if (word !== undefined && succeeded.has(call.callId)) expect(written).toContain(word);
  }
}

test(
  'turns that are killed at any moment lose nothing acknowledged, make no call twice, and go on',
  async () => {
    const counts = { kills: 0, acknowledged: 0, torn: 0, begun: 0, asked: 0, resumed: 0, slowestOpenMs: 0 };
    const check = async (world: World, copy: string): Promise<void> => {
      cpSync(world.threads, copy, { recursive: true });
      for (const [thread, acknowledged] of world.acknowledged) {
        const id = thread as ThreadId;
        const damages: ThreadDamage[] = [];
        const all: ThreadEntry[] = [];
        const stopwatch = startStopwatch();
        await using store = openStore(world.threads);
        for await (const entry of store.read(id, (damage) => damages.push(damage))) all.push(entry);
        counts.slowestOpenMs = Math.max(counts.slowestOpenMs, Math.round(stopwatch()));
        expect(damages.filter(({ kind }) => kind !== 'torn')).toEqual([]);
        checkEntries(id, all);
        const stored = all.map((entry) => entry.id as string);
        const known = new Set(acknowledged);
        expect(stored.filter((entry) => known.has(entry))).toEqual(acknowledged);
        checkFiles(world, all);
        for await (const step of replayThread(all)) {
          // The same follows from what the model, the tools and the person said, in however many pieces.
          expect(step.type).not.toBe('different');
          counts.resumed += step.type === 'resumed' ? 1 : 0;
        }
        counts.torn += damages.length;
        counts.begun += findLastTurn(all).begun.length;
        counts.asked += await checkStates(copy, id, all);
      }
      removeTempDir(copy as AbsPath);
    };
    const runWorld = async (number: number, kills: number): Promise<void> => {
      const name = `world-${number}`;
      const random = createRandom(SEED + number);
      const world = new World(name, random);
      for (let kill = 0; kill < kills; kill += 1) {
        await world.run(random.below(MAX_LIFE_MS));
        if (kill % 3 === 2) world.tear();
        await check(world, join(scratch, `${name}-copy`));
        counts.kills += 1;
      }
      // All turns go on to their end, and nothing lies about then. Without a command nobody removes the place of a mount.
      expect(await world.run()).toBe(0);
      await check(world, join(scratch, `${name}-copy`));
      expect(world.listRest()).toEqual([]);
      counts.acknowledged += [...world.acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0);
      removeTempDir(world.folder as AbsPath);
    };
    const waiting = Array.from({ length: Math.ceil(KILLS / KILLS_PER_WORLD) }, (_, number) => number);
    const work = async (): Promise<void> => {
      for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
        await runWorld(number, Math.min(KILLS, KILLS_PER_WORLD));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (KILLS > 100) console.log(JSON.stringify(counts));
  },
  TIMEOUT_MS,
);
