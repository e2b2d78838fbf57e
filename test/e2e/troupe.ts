import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AgentEvent } from '../../src/actors/protocol/agent.js';

const CLI = join(import.meta.dirname, '../../dist/cli.js');

/** How a run of the program ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built program under way. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with what was printed so far once it contains `text`. Default: on standard output. */
  printed(text: string, stream?: 'stdout' | 'stderr'): Promise<string>;
}

/** Starts the built program with nothing of our environment that could name a model. */
export function startTroupe(
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly input?: string;
    /** Whether standard input stays open. Default: it ends behind `input`. */
    readonly isInputOpen?: boolean;
    /** A command that starts it, such as `env -u HOME`. Default: none. */
    readonly through?: readonly string[];
  },
): Running {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:TROUPE|OPENAI|NODE_OPTIONS|FORCE_COLOR)/.test(name)),
  );
  const [program, ...words] = [...(options.through ?? []), process.execPath, CLI, ...args] as [string];
  const child = spawn(program, words, {
    cwd: options.cwd,
    // Nothing is kept from one run to the next.
    env: { ...env, TROUPE_CACHE_DIRECTORY: '', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (options.isInputOpen !== true) child.stdin.end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const look of watchers) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const look of watchers) look();
  });
  return {
    child,
    ended: once(child, 'close').then(([exitCode]) => ({
      exitCode: exitCode as number | null,
      stdout,
      stderr,
    })),
    printed: (text, stream = 'stdout') =>
      new Promise((resolve) => {
        const look = (): void => {
          const output = stream === 'stdout' ? stdout : stderr;
          if (!output.includes(text)) return;
          watchers.delete(look);
          resolve(output);
        };
        watchers.add(look);
        look();
      }),
  };
}

/** Runs the built program to its end. */
export function troupe(...parameters: Parameters<typeof startTroupe>): Promise<Ended> {
  return startTroupe(...parameters).ended;
}

/** Standard output as objects, one a line. */
export function jsonLines<T>({ stdout }: Ended): T[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** The events of a turn that was run with `--json`: what stands between its first record and its last. */
export function turnEvents(ended: Ended): AgentEvent[] {
  const [start, ...records] = jsonLines<{ readonly type: string; readonly at: string }>(ended);
  const end = records.pop();
  expect([start?.type, end?.type]).toEqual(['start', 'end']);
  return records.map(({ at: _at, ...event }) => event as unknown as AgentEvent);
}
