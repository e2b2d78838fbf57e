import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';

/** How a run of git ended. */
export interface GitRun {
  /** `null` when it did not run, was cancelled or took too long. */
  readonly exitCode: number | null;
  readonly output: string;
  /** What git, or the system, says went wrong. */
  readonly problem: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

// The list of a million ignored tracked files has about 100 MB; a string cannot be longer than 512.
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

const execute = promisify(execFile);

// A repository may name a program here that git runs whenever it looks at its index: whoever opens a stranger's folder
// has not agreed to that.
const NO_PROGRAMS = ['-c', 'core.fsmonitor=false'];

export interface GitRunOptions {
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** What git reads on its standard input. Default: nothing. */
  readonly input?: string;
  /** How its output becomes a string; `latin1` has a character for each byte. Default: `utf8`. */
  readonly encoding?: 'utf8' | 'latin1';
}

/**
 * Runs git in a directory, and nothing that the repository there names.
 * Errors: only that there are no files or memory left to run it with.
 */
export async function runGit(
  args: readonly string[],
  directory: string,
  { env, timeoutMs, signal, input = '', encoding = 'utf8' }: GitRunOptions,
): Promise<GitRun> {
  // Node would leave its listener on the signal when a run cannot start.
  const run = new AbortController();
  const cancel = (): void => {
    run.abort();
  };
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel);
  try {
    const running = execute('git', [...NO_PROGRAMS, ...args], {
      cwd: directory,
      encoding,
      env: gitEnvironment(env),
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout: timeoutMs,
      windowsHide: true,
      signal: run.signal,
    });
    // How it ended says more than that it did not read everything.
    running.child.stdin?.on('error', () => undefined).end(input);
    return { exitCode: 0, output: (await running).stdout, problem: '' };
  } catch (error) {
    // What git knows is not to be taken for nothing.
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

/** Inside a git hook these point to the hook's repository, not to the directory's own. */
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
  // git would else refresh the index and wake our own watcher.
  GIT_OPTIONAL_LOCKS: '0',
  // A repository may lack objects that git would fetch, through whatever program its remote names.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  GIT_TERMINAL_PROMPT: '0',
  // Messages in English are told apart by their text.
  LC_ALL: 'C',
};

function gitEnvironment(env: Environment): Record<string, string | undefined> {
  const own = Object.entries(env).filter(([name]) => !OF_ANOTHER_REPOSITORY.has(name));
  return { ...Object.fromEntries(own), ...OWN_ENVIRONMENT };
}
