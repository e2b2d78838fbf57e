import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../disk/find-program.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';

export interface GitRun {
  /** `null` when git did not run, was cancelled or took too long. */
  readonly exitCode: number | null;
  readonly output: string;
  /** The error message of git or of the system. */
  readonly problem: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

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
    return { exitCode: null, output: '', problem: `it did not answer within ${timeoutMs / 1_000} s` };
  }
  const exitCode = 'code' in error && typeof error.code === 'number' ? error.code : null;
  const complaint = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  return { exitCode, output: '', problem: complaint.replace(/^fatal: /, '').trim() || error.message };
}

/** Inside a git hook these variables point to the hook's repository instead of the directory's own. */
const OF_ANOTHER_REPOSITORY = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_CONFIG',
  'GIT_PREFIX',
]);

const OWN_ENVIRONMENT = {
  // Otherwise git would refresh the index, which our own watcher would report.
  GIT_OPTIONAL_LOCKS: '0',
  // Otherwise git would fetch missing objects by whatever program the repository's remote configures.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_TERMINAL_PROMPT: '0',
  // Callers recognize git's messages by their English text.
  LC_ALL: 'C',
};

function gitEnvironment(env: Environment): Record<string, string | undefined> {
  const own = Object.entries(env).filter(([name]) => !OF_ANOTHER_REPOSITORY.has(name));
  return { ...Object.fromEntries(own), ...OWN_ENVIRONMENT };
}
