import { execFile } from 'node:child_process';

/** How a run of git ended. */
export interface GitRun {
  /** `null` when it did not run, was cancelled or took too long. */
  readonly exitCode: number | null;
  readonly output: string;
  /** What git, or the system, says went wrong. */
  readonly problem: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

// The list of a million ignored tracked files has about 100 MB; a string cannot be longer than 512.
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

// git lists a million files in two seconds. Longer, and a network disk hangs: the index starts without.
const TIMEOUT_MS = 30_000;

/** Runs git in a directory. Errors: never rejects. */
export function runGit(
  args: readonly string[],
  directory: string,
  env: Environment,
  signal?: AbortSignal,
): Promise<GitRun> {
  return new Promise((done) => {
    const options = {
      cwd: directory,
      env: gitEnvironment(env),
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout: TIMEOUT_MS,
      windowsHide: true,
      ...(signal && { signal }),
    };
    execFile('git', args, options, (error, output, errors) => {
      if (error === null) return done({ exitCode: 0, output, problem: '' });
      const exitCode = typeof error.code === 'number' ? error.code : null;
      const problem = errors.replace(/^fatal: /, '').trim() || error.message;
      done({ exitCode, output: '', problem });
    });
  });
}

/** Inside a git hook these point to the hook's repository, not to the directory's own. */
const OF_ANOTHER_REPOSITORY = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_COMMON_DIR',
  'GIT_PREFIX',
]);

function gitEnvironment(env: Environment): Record<string, string | undefined> {
  const own = Object.entries(env).filter(([name]) => !OF_ANOTHER_REPOSITORY.has(name));
  // No locks: git would else refresh the index and wake our own watcher. Messages in English are told apart by text.
  return { ...Object.fromEntries(own), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
}
