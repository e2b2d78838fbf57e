/** What a library of threads costs: one of 10,000 messages, and 1,000 of 10 each, beside reading and parsing plain files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import type { EntryId, ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import { openThreadLibrary } from '../../src/host/node/threads/library/open-thread-library.js';
import { readOptions } from '../bench-options.js';
import { measure } from '../loop-delay.js';
import { runPaired } from '../paired-runs.js';
import { spread } from '../quantile.js';
import { publish } from '../report.js';
import { openScratchFolder } from '../scratch-folder.js';

// Enough for a median that does not move by more than a few percent.
const ROUNDS = 7;

// Those of the issue.
const MESSAGES = 10_000;
const THREADS = 1_000;

// As long as a paragraph of an answer. Units: UTF-16 units.
const TEXT_CHARS = 500;

// As the library.
const WRITES_AT_ONCE = 8;

const MB = 1024 * 1024;

/** A thread of messages, the word `needle` in every thousandth. */
function makeThread(messages: number, first: number): ThreadEntry[] {
  const entries: unknown[] = [{ kind: 'thread', version: 2, roots: ['/work'] }];
  for (let index = 0; index < messages; index += 1) {
    const number = first + index;
    const words = `message ${number} about the parser and its tests `.repeat(20).slice(0, TEXT_CHARS);
    const text = number % 1_000 === 0 ? `${words} needle` : words;
    entries.push({ kind: 'user_message', text, attachments: [] });
  }
  return entries.map((body, seq) => ({
    id: `e${seq}` as EntryId,
    parent: seq === 0 ? null : (`e${seq - 1}` as EntryId),
    seq,
    at: 1_000 + seq,
    ...(body as object),
  })) as ThreadEntry[];
}

const { rounds = ROUNDS } = readOptions();
const folder = openScratchFolder(tmpdir());
const library = await openThreadLibrary({
  stateDirectory: join(folder, 'state'),
  roots: [folder],
  onProblem: (sentence) => {
    throw new Error(sentence);
  },
});
// The same data as plain files of lines.
const plain = join(folder, 'plain');
mkdirSync(plain);
const store = async (id: string, entries: readonly ThreadEntry[]): Promise<void> => {
  await library.append(id as ThreadId, entries);
  await library.release(id as ThreadId);
  writeFileSync(join(plain, `${id}.jsonl`), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
};
const long = makeThread(MESSAGES, 0);
await store('long', long);
for (let thread = 0; thread < THREADS; thread += 1)
  await store(`short-${thread}`, makeThread(MESSAGES / THREADS, thread * 10));

const first = {
  list: await measure(() => library.list()),
  search: await measure(() => library.search('needle')),
};
let appended = long.length;

interface Sample {
  readonly ms: number;
  readonly holdMs: number;
  readonly delayMs: number;
}

/** Work on the event loop of this thread, with its delay. */
const timed = (label: string, work: () => Promise<unknown>) => ({
  label,
  async run(): Promise<Sample> {
    const { elapsedMs, delay, longestHoldMs } = await measure(work);
    return { ms: elapsedMs, holdMs: longestHoldMs, delayMs: delay.max };
  },
});

async function readPlain(): Promise<number> {
  let found = 0;
  for (const name of await readdir(plain))
    for (const line of (await readFile(join(plain, name), 'utf8')).split('\n'))
      if (line !== '' && JSON.stringify(JSON.parse(line)).toLowerCase().includes('needle')) found += 1;
  return found;
}

/** As many small files as a first list writes, so many at once, and nothing else: what the machine itself makes wait. */
async function writePlain(): Promise<void> {
  const target = join(folder, 'written');
  await mkdir(target, { recursive: true });
  const text = 'x'.repeat(TEXT_CHARS * (MESSAGES / THREADS));
  let next = 0;
  const write = async (): Promise<void> => {
    for (let file = next++; file < THREADS; file = next++) {
      await writeFile(join(target, `${file}.draft`), text);
      await rename(join(target, `${file}.draft`), join(target, `${file}.cache`));
    }
  };
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, write));
}

async function reopen(): Promise<typeof library> {
  return openThreadLibrary({
    stateDirectory: join(folder, 'state'),
    roots: [folder],
    onProblem: () => undefined,
  });
}

const LIST = 'list of 1,001 threads';
const LIST_NEW = 'the same in a new process, from its caches';
const SEARCH = 'search of 20,000 messages';
const READ = 'read a thread of 10,000 messages';
const APPEND = 'append an entry to it';
const PLAIN = 'read and parse plain files';
const WRITE = 'write 1,000 files of 5 kB, nothing else';
const RG = 'rg over plain files, as a process';
const samples = await runPaired<Sample>(
  [
    timed(LIST, () => library.list()),
    timed(LIST_NEW, async () => (await reopen()).list()),
    timed(SEARCH, () => library.search('NEEDLE')),
    timed(READ, async () => {
      for await (const entry of library.read('long' as ThreadId)) if (entry.seq < 0) break;
    }),
    timed(APPEND, async () => {
      const entry = {
        ...long.at(-1),
        id: `e${appended}`,
        parent: `e${appended - 1}`,
        seq: appended,
      } as ThreadEntry;
      appended += 1;
      await library.append('long' as ThreadId, [entry]);
    }),
    timed(PLAIN, readPlain),
    timed(WRITE, writePlain),
    timed(RG, () => Promise.resolve(spawnSync(rgPath, ['--no-config', '-ic', 'needle', plain]))),
  ],
  { rounds },
);
const values = (label: string, name: keyof Sample): readonly number[] =>
  (samples.get(label) ?? []).map((sample) => sample[name]);
const ours = [LIST, LIST_NEW, SEARCH, READ, APPEND];
publish({
  name: 'threads',
  title: 'Lists and searches of threads',
  subject: `10,000 messages in one thread and as many in 1,000, ${rounds} rounds, median (min to max)`,
  rows: [
    ...Object.entries(first).map(([what, { elapsedMs, delay, longestHoldMs }]) => ({
      label: `first ${what}, without a cache`,
      cells: { ms: elapsedMs, 'longest hold, ms': longestHoldMs, 'latest turn, ms': delay.max },
    })),
    ...[...samples.keys()].map((label) => ({
      label,
      cells: {
        ms: spread(values(label, 'ms')),
        'longest hold, ms': label === RG ? 'another process' : spread(values(label, 'holdMs')),
        ...(label === RG ? {} : { 'latest turn, ms': spread(values(label, 'delayMs')) }),
      },
    })),
  ],
  goals: [
    {
      what: "longest hold of the host's thread",
      measured: Math.max(
        first.list.longestHoldMs,
        first.search.longestHoldMs,
        ...ours.map((label) => spread(values(label, 'holdMs')).median),
      ),
      unit: 'ms',
      atMost: 8,
    },
    {
      what: 'a search, beside reading and parsing plain files',
      measured: spread(values(SEARCH, 'ms')).median / spread(values(PLAIN, 'ms')).median,
      unit: 'x',
      atMost: 1.5,
    },
  ],
  notes: [
    'A hold is processor time of the thread. Turns are late for more reasons, as those of plain writes are.',
    `Memory of the whole process at the end: ${Math.round(process.memoryUsage.rss() / MB)} MB.`,
  ],
  samples: Object.fromEntries(samples),
});
await library[Symbol.asyncDispose]();
