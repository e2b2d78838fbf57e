/** What checkpoints around commands cost: time before and after a command, and bytes beside a shadow repository. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { CallRecording } from '../../src/actors/protocol/checkpoints.js';
import type { ThreadId } from '../../src/actors/protocol/thread.js';
import { startThread } from '../../src/actors/runtime/thread.js';
import { AroundCommands } from '../../src/host/node/checkpoints/around/around-commands.js';
import { VersionStore } from '../../src/host/node/checkpoints/version-store.js';
import type { CoverConfig, CoverProtocol } from '../../src/workers/cover/cover-protocol.js';
import { readOptions } from '../bench-options.js';
import { createRandom } from '../make-tree.js';
import { quantile } from '../quantile.js';
import { publish } from '../report.js';
import { openScratchFolder } from '../scratch-folder.js';

// As many as the workspace that the goals were set on.
const FILES = 160_000;
const ROUNDS = 40;
// The goal for bytes: turns, files that each changes, and files of the workspace.
const TURNS = 200;
const FILES_A_TURN = 5;
const FILES_OF_TURNS = 50_000;
const GOAL_RATIO = 1.2;
const FILES_A_FOLDER = 20;
const SEED = 15;
const BUDGET = { maxBytes: 1 << 30, maxFiles: 200_000 };

const random = createRandom(SEED);
const { rounds = ROUNDS, files } = readOptions(undefined, { usualFiles: FILES });
const scratch = openScratchFolder(realpathSync(tmpdir()));
const { signal } = new AbortController();

const large = makeRepository('large', files);
const baselines = join(scratch, 'baselines');
const first = openAround(large, 'large-store', baselines);
const firstMs = await timeOf(() => first.prepare());
const times = await runCommands(first, large, rounds, () => undefined);
await first[Symbol.asyncDispose]();

const turned = makeRepository('turned', FILES_OF_TURNS);
const around = openAround(turned, 'turned-store');
await around.prepare();
const shadow = join(scratch, 'shadow');
const runShadow = (): void => {
  git(turned, ['--git-dir', shadow, '--work-tree', turned, 'add', '-A']);
  git(turned, ['--git-dir', shadow, '--work-tree', turned, 'commit', '-qm', 'turn']);
};
git(turned, ['--git-dir', shadow, 'init', '-q']);
const shadowFirstMs = await timeOf(() => Promise.resolve(runShadow()));
const shadowBefore = bytesBelow(shadow);
const storedClean = bytesBelow(join(scratch, 'turned-store'));
let compressed = 0;
const shadowMs: number[] = [];
await runCommands(around, turned, TURNS, (changed) => {
  for (const path of changed) compressed += gzipSync(readFileSync(path)).length;
  const start = performance.now();
  runShadow();
  shadowMs.push(performance.now() - start);
});
const stored = bytesBelow(join(scratch, 'turned-store'));
const shadowBytes = bytesBelow(shadow);
await around[Symbol.asyncDispose]();

const p = (list: readonly number[], share: number): number => quantile(list, share);
publish({
  name: 'checkpoints',
  title: 'Checkpoints around commands',
  subject: `${files} files, ${rounds} commands that change ${FILES_A_TURN}; ${TURNS} turns of ${FILES_A_TURN} files in ${FILES_OF_TURNS}`,
  rows: [
    { label: `before the first command, ${files} files`, cells: { 'p50 ms': firstMs } },
    {
      label: 'before a later one',
      cells: { 'p50 ms': p(times.before, 0.5), 'p99 ms': p(times.before, 0.99) },
    },
    { label: 'after a command', cells: { 'p50 ms': p(times.after, 0.5), 'p99 ms': p(times.after, 0.99) } },
    {
      label: `shadow repository, first, ${FILES_OF_TURNS} files`,
      cells: { 'p50 ms': shadowFirstMs, MB: mb(shadowBefore) },
    },
    {
      label: 'shadow repository, a turn',
      cells: { 'p50 ms': p(shadowMs, 0.5), 'p99 ms': p(shadowMs, 0.99) },
    },
    { label: `shadow repository after ${TURNS} turns`, cells: { MB: mb(shadowBytes) } },
    { label: `version store after ${TURNS} turns`, cells: { MB: mb(stored) } },
    { label: 'the changed contents, each compressed by gzip', cells: { MB: mb(compressed) } },
  ],
  goals: [
    {
      what: 'stored, to the compressed changed bytes',
      measured: stored / compressed,
      unit: 'x',
      atMost: GOAL_RATIO,
    },
    { what: 'stored for clean tracked files', measured: storedClean, unit: 'bytes', atMost: 0 },
  ],
  notes: ['Bytes are the lengths of files: what blocks of the disk add is left out on both sides.'],
  samples: { ...times, shadowMs },
});

function openAround(root: string, store: string, directory?: string): AroundCommands {
  const data: CoverConfig = {
    roots: [root as CoverConfig['roots'][number]],
    ignored: BUDGET,
    loose: BUDGET,
    ...(directory === undefined ? {} : { directory }),
  };
  const entry = pathToFileURL(resolve('dist/cover.entry.js'));
  return new AroundCommands({
    store: new VersionStore({ folder: join(scratch, store) }),
    startCover: () => startThread<CoverProtocol>({ name: 'cover', entry, data }),
  });
}

/** Runs commands that each change some files. Errors: a change that was not found, or one too many. */
async function runCommands(
  cover: AroundCommands,
  root: string,
  count: number,
  onTurn: (changed: readonly string[]) => void,
): Promise<{ readonly before: readonly number[]; readonly after: readonly number[] }> {
  const before: number[] = [];
  const after: number[] = [];
  const folders = readdirSync(root).filter((name) => name !== '.git');
  for (let turn = 0; turn < count; turn++) {
    let found = 0;
    const call: CallRecording = {
      thread: 'bench' as ThreadId,
      callId: String(turn),
      onCheckpoint: () => Promise.resolve(),
      onChanged: (changes) => (found += changes.length),
      onProblem: (sentence) => {
        throw new Error(sentence);
      },
    };
    let end = (): Promise<void> => Promise.resolve();
    before.push(await timeOf(async () => (end = await cover.beforeCommand(call, signal))));
    const changed = new Set<string>();
    while (changed.size < FILES_A_TURN) {
      const folder = join(root, random.pick(folders));
      const inner = join(folder, random.pick(readdirSync(folder)));
      changed.add(join(inner, random.pick(readdirSync(inner))));
    }
    for (const path of changed) appendFileSync(path, `// Turn ${turn} was here, ${Math.imul(turn, SEED)}.\n`);
    after.push(await timeOf(end));
    if (found !== FILES_A_TURN)
      throw new Error(`Turn ${turn} changed ${FILES_A_TURN} files, found were ${found}.`);
    onTurn([...changed]);
  }
  return { before, after };
}

/** A repository whose files are all clean. */
function makeRepository(name: string, count: number): string {
  const root = join(scratch, name);
  for (let file = 0; file < count; file++) {
    const folder = Math.floor(file / FILES_A_FOLDER);
    const path = join(root, `part${folder % 100}`, `unit${Math.floor(folder / 100)}`);
    if (file % FILES_A_FOLDER === 0) mkdirSync(path, { recursive: true });
    const lines = Array.from(
      { length: 5 + (file % 40) },
      (_, line) => `export const x${line} = ${file * line};\n`,
    );
    writeFileSync(join(path, `file${file}.ts`), lines.join(''));
  }
  git(root, ['init', '-q']);
  git(root, ['add', '-A']);
  git(root, ['commit', '-qm', 'all']);
  git(root, ['repack', '-adq']);
  git(root, ['prune-packed', '-q']);
  return root;
}

function git(cwd: string, args: readonly string[]): void {
  const settings = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', '-c', 'gc.auto=0'];
  execFileSync('git', [...settings, ...args], { cwd, stdio: 'ignore' });
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** The lengths of all files below a folder; none if there is no folder. */
function bytesBelow(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return stats?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0);
}

function mb(bytes: number): number {
  return bytes / 1_000_000;
}
