import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Child } from './child.js';
import type { AgentPeer } from './peers/agents.js';
import type { Play, Played, PlayedCall } from './played-turns.js';
import { MostMemory } from './most-memory.js';
import { openScratchFolder } from './scratch-folder.js';

const DELTAS = 20_000;
const SLOW_WORDS = 40;
const PAUSE_MS = 100;
const CALLS = 10;
// A file of the usual length, and a directory of the usual size.
const LINES_A_FILE = 120;
const FILES_A_DIRECTORY = 20;
const MS_PER_S = 1_000;
// A run that takes longer hangs. Units: milliseconds.
const TIMEOUT_MS = 120_000;

/** What a model does in the runs that are measured. */
export type Plays = Readonly<
  Record<'a one-word answer' | 'ten tool calls' | 'an answer of 4 s' | '20,000 deltas', Play>
>;

/** Puts what the calls read and list below `root`; it is gone when the process ends. */
export function preparePlays(root: string): Plays {
  const answer = { calls: [], words: 1, pauseMs: 0 };
  return {
    'a one-word answer': answer,
    'ten tool calls': { ...answer, calls: prepareCalls(root) },
    'an answer of 4 s': { ...answer, words: SLOW_WORDS, pauseMs: PAUSE_MS },
    '20,000 deltas': { ...answer, words: DELTAS },
  };
}

/** Reads and listings by turns, each of another path: an agent may stop a model that asks the same again. */
function prepareCalls(root: string): readonly PlayedCall[] {
  const folder = openScratchFolder(root);
  return Array.from({ length: CALLS }, (_, at): PlayedCall => {
    const proof = `proof${at}x${process.pid}`;
    const path = join(folder, `part-${at}`);
    if (at % 2 === 0) {
      const lines = Array.from(
        { length: LINES_A_FILE },
        (_line, line) => `export const value${line} = ${line};`,
      );
      writeFileSync(path, `${lines.join('\n')}\n// ${proof}\n`);
      return { kind: 'read', path: relative(root, path), proof };
    }
    mkdirSync(path);
    writeFileSync(join(path, `${proof}.ts`), '');
    for (let file = 1; file < FILES_A_DIRECTORY; file += 1) writeFileSync(join(path, `name-${file}.ts`), '');
    return { kind: 'list', path: relative(root, path), proof };
  });
}

/** One run. Units: milliseconds; bytes. */
export interface Run {
  readonly wallMs: number;
  /** Of all threads, and of the processes that it waited for. */
  readonly cpuMs: number;
  readonly firstRequestMs: number;
  /** From the first request to the end of the process. */
  readonly afterRequestMs: number;
  /** Where it was asked for, and the system tells. */
  readonly memoryBytes?: number;
}

/** An agent's run in `root`, against the server `model-server` at `url`. Errors: it failed, or a call of it did. */
export async function runAgent(
  agent: AgentPeer,
  play: Play,
  {
    server,
    url,
    root,
    isMemoryWatched = false,
  }: {
    readonly server: Child;
    readonly url: string;
    readonly root: string;
    readonly isMemoryWatched?: boolean;
  },
): Promise<Run> {
  await server.ask<'ready'>(play);
  const argv = agent.argv(url, 'Do what is to be done.');
  const env = { ...process.env, ...agent.env(url) };
  const startMs = Date.now();
  const { cpuMs, memoryBytes } = await spend(argv, { cwd: root, env, isMemoryWatched });
  const endMs = Date.now();
  const { requests, results, firstRequestAtMs } = await server.ask<Played>({ type: 'what was asked' });
  const { length } = play.calls;
  if (firstRequestAtMs === undefined || requests !== length + 1 || results !== length)
    throw new Error(`${agent.label} sent ${requests} requests and ${results} results of ${length} calls`);
  return {
    wallMs: endMs - startMs,
    cpuMs,
    firstRequestMs: firstRequestAtMs - startMs,
    afterRequestMs: endMs - firstRequestAtMs,
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  };
}

/** Deltas a second of a run of `20,000 deltas`, by what they added to a one-word answer. */
export function deltasASecond(all: Run, oneWord: Run): number {
  return (DELTAS / (all.afterRequestMs - oneWord.afterRequestMs)) * MS_PER_S;
}

/** Runs a program to its end, and reads what it prints as whoever started it would. */
async function spend(
  [program = '', ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly isMemoryWatched: boolean },
): Promise<{ readonly cpuMs: number; readonly memoryBytes?: number | undefined }> {
  const script = '"$@" < /dev/null; status=$?; times >&3; exit $status';
  const child = spawn('bash', ['-c', script, 'bash', program, ...args], {
    ...options,
    timeout: TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const memory = options.isMemoryWatched ? new MostMemory(child.pid) : undefined;
  const [, stdout, stderr, times] = child.stdio as unknown as readonly NodeJS.ReadableStream[];
  stdout?.resume();
  const [errors, used, [status]] = await Promise.all([
    readAll(stderr),
    readAll(times),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const memoryBytes = memory?.stop();
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${errors}`);
  // The second line is about the children: `0m1.234s 0m0.123s`.
  const parts = [...(used.trim().split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = parts.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { cpuMs: seconds * MS_PER_S, memoryBytes };
}

async function readAll(stream: NodeJS.ReadableStream | undefined): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}
