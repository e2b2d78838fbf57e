import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../disk/find-program.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import { type Environment, gitEnvironment } from './git-environment.js';

export interface GitRun {
  /** `null` when git did not run, was cancelled or took too long. */
  readonly exitCode: number | null;
  readonly output: string;
  /** The error message of git or of the system. */
  readonly problem: string;
  /** Set when git took too long: its answer is unknown. */
  readonly isLate?: true;
}

// The list of a million ignored tracked files takes about 100 MB; the longest string has 512 MB.
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

const execute = promisify(execFile);

// A repository can configure a program here that git runs whenever it reads the index, and opening an untrusted
// folder must not run its programs.
const NO_PROGRAMS = ['-c', 'core.fsmonitor=false'];

export interface GitRunOptions {
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Input for git's standard input. Default: none. */
  readonly input?: string;
  /** How the output is decoded; `latin1` keeps one character for each byte. Default: `utf8`. */
  readonly encoding?: 'utf8' | 'latin1';
}

/**
 * Runs git in a directory, but no program that the repository configures.
 * Errors: only shortages of files or memory; every other failure is part of the result.
 */
export async function runGit(
  args: readonly string[],
  directory: string,
  { env, timeoutMs, signal, input = '', encoding = 'utf8' }: GitRunOptions,
): Promise<GitRun> {
  // Node would leave its listener on the caller's signal when the process cannot start.
  const run = new AbortController();
  const cancel = (): void => {
    run.abort();
  };
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel);
  try {
    const git = findProgram('git', env, [directory]);
    if (git === undefined) throw new Error('git is not installed');
    const running = execute(git, [...NO_PROGRAMS, ...args], {
      cwd: directory,
      encoding,
      env: gitEnvironment(env),
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout: timeoutMs,
      windowsHide: true,
      signal: run.signal,
    });
    // The exit status says more than an error of writing the input (EPIPE).
    running.child.stdin?.on('error', () => undefined).end(input);
    return { exitCode: 0, output: (await running).stdout, problem: '' };
  } catch (error) {
    // A shortage must not look like an answer of git.
    if (isResourceShortage(error)) throw error;
    return failedRun(error, timeoutMs);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

function failedRun(error: unknown, timeoutMs: number): GitRun {
  if (!(error instanceof Error)) return { exitCode: null, output: '', problem: String(error) };
  if ('killed' in error && error.killed === true) {
    return {
      exitCode: null,
      output: '',
      problem: `it did not answer within ${timeoutMs / 1_000} s`,
      isLate: true,
    };
  }
  const exitCode = 'code' in error && typeof error.code === 'number' ? error.code : null;
  const complaint = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  return { exitCode, output: '', problem: complaint.replace(/^fatal: /, '').trim() || error.message };
}
