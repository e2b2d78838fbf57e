import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import type { AskGitOptions } from './read-git-context.js';
import { runGit } from './run-git.js';

/** What git says about a repository's tracked files. */
export interface TrackedFilesReading {
  /** Tracked files that an ignore rule matches: git shows them. Shape: relative to the given directory. */
  readonly tracked: ReadonlySet<RelPath>;
  /** Why git did not answer; absent when it did. */
  readonly problem?: string;
}

// git lists a million files in two seconds; a much longer run means a hanging disk, and the index goes without.
const TIMEOUT_MS = 30_000;

/**
 * Asks git which tracked files below a directory an ignore rule matches.
 * Errors: those of `runGit`.
 * Cost: one process; 0.1 s of it in a repository of 100,000 files.
 * Source: SPEC W3.
 */
export async function readTracked(
  directory: AbsPath,
  { signal, env = process.env }: AskGitOptions = {},
): Promise<TrackedFilesReading> {
  const args = ['ls-files', '-z', '-ci', '--exclude-standard'];
  const { exitCode, output, problem } = await runGit(args, directory, {
    env,
    timeoutMs: TIMEOUT_MS,
    ...(signal && { signal }),
  });
  const tracked = new Set(output.split('\0').filter((path) => path !== '') as RelPath[]);
  return exitCode === 0 ? { tracked } : { tracked, problem };
}
