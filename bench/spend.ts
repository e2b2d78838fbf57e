import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { MostMemory } from './most-memory.js';

const MS_PER_S = 1_000;
// A program that takes longer hangs. Units: milliseconds.
const TIMEOUT_MS = 120_000;

/** What running a program took. */
export interface Spent {
  readonly wallMs: number;
  /** Of all its threads, and of the processes that it waited for. */
  readonly cpuMs: number;
  /** The most that it and its descendants had at once, where that was asked for and the system tells. */
  readonly memoryBytes?: number;
}

/** Runs a program to its end, and reads what it prints as whoever started it would. Errors: it failed. */
export async function spend(
  [program = '', ...args]: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly isMemoryWatched?: boolean },
): Promise<Spent> {
  const script = '"$@" < /dev/null; status=$?; times >&3; exit $status';
  const start = performance.now();
  const child = spawn('bash', ['-c', script, 'bash', program, ...args], {
    cwd: options.cwd,
    env: options.env,
    timeout: TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const memory = options.isMemoryWatched === true ? new MostMemory(child.pid) : undefined;
  const [, stdout, stderr, times] = child.stdio as unknown as readonly NodeJS.ReadableStream[];
  stdout?.resume();
  const [errors, used, [status]] = await Promise.all([
    readAll(stderr),
    readAll(times),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const wallMs = performance.now() - start;
  const memoryBytes = memory?.stop();
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${errors}`);
  // The second line is about the children: `0m1.234s 0m0.123s`.
  const parts = [...(used.trim().split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = parts.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { wallMs, cpuMs: seconds * MS_PER_S, ...(memoryBytes === undefined ? {} : { memoryBytes }) };
}

async function readAll(stream: NodeJS.ReadableStream | undefined): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}
