import { resolve } from 'node:path';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { lstatIfReadable } from '../disk/lstat-if-readable.js';
import { runGit } from '../ignore/git/run-git.js';

/** The files of the commit that is checked out in a folder, below that folder. */
export interface CommittedFiles {
  /** Changes with each commit and checkout. */
  readonly commit: string;
  readonly format: 'sha1' | 'sha256';
  /** Objects by path. */
  readonly objects: ReadonlyMap<RelPath, string>;
}

/** What git's index says about a file that it has seen unchanged. */
export interface IndexedFile {
  readonly object: string;
  readonly size: number;
  /** Units: milliseconds since 1970, with a fraction. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** The lower 32 bits. */
  readonly ino: number;
}

// A tree of a million files takes some seconds from a cold disk.
const TIMEOUT_MS = 60_000;

/** The commit that is checked out in a folder; `undefined` outside of a repository, and before the first commit. */
export async function readHead(folder: AbsPath, signal: AbortSignal): Promise<string | undefined> {
  const { exitCode, output } = await git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD'], signal);
  return exitCode === 0 ? output.trim() : undefined;
}

/** The files of a commit below a folder. Errors: those of `runGit`; the files are none when git fails. */
export async function readCommit(
  folder: AbsPath,
  commit: string,
  signal: AbortSignal,
): Promise<CommittedFiles> {
  const { output } = await git(folder, ['ls-tree', '-r', '-z', commit], signal);
  const objects = new Map<RelPath, string>();
  for (const line of output.split('\0')) {
    const tab = line.indexOf('\t');
    const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
    // Links are read, and submodules are folders.
    if (mode.startsWith('100')) objects.set(line.slice(tab + 1) as RelPath, object);
  }
  return { commit, format: commit.length === 64 ? 'sha256' : 'sha1', objects };
}

/**
 * The files of which git's index says that they have the bytes of the commit, as far as a stat of the file agrees. Files
 * that git converts, for instance their line ends, have another size than their object, and are left out.
 * Cost: two processes; it is linear in the number of tracked files.
 */
export async function readIndexed(
  folder: AbsPath,
  { commit, objects }: CommittedFiles,
  signal: AbortSignal,
): Promise<ReadonlyMap<RelPath, IndexedFile>> {
  const place = await git(folder, ['rev-parse', '--git-path', 'index'], signal);
  const indexAtMs = lstatIfReadable(resolve(folder, place.output.trim()))?.mtimeMs ?? 0;
  const [sizes, index] = await Promise.all([
    git(folder, ['ls-tree', '-r', '-l', '-z', commit], signal),
    git(folder, ['ls-files', '-s', '--debug', '-z'], signal),
  ]);
  const sizeOf = new Map<string, number>();
  for (const line of sizes.output.split('\0')) {
    const [, , object = '', size = ''] = line.slice(0, line.indexOf('\t')).split(/ +/);
    sizeOf.set(object, Number(size));
  }
  const indexed = new Map<RelPath, IndexedFile>();
  // An entry is `mode object stage TAB path NUL`, followed by indented lines.
  const pattern =
    /(\d{6}) ([0-9a-f]+) 0\t([^\0]+)\0 {2}ctime: (\d+:\d+)\n {2}mtime: (\d+:\d+)\n {2}dev: \d+\tino: (\d+)\n.*\n {2}size: (\d+)/g;
  for (const match of index.output.matchAll(pattern)) {
    const [, , object = '', name = '', ctime = '', mtime = '', ino = '', text = ''] = match;
    const path = name as RelPath;
    const size = Number(text);
    const mtimeMs = toMs(mtime);
    // A file as young as the index may have changed since git read it. Source: https://git-scm.com/docs/racy-git
    if (objects.get(path) === object && sizeOf.get(object) === size && mtimeMs < indexAtMs)
      indexed.set(path, { object, size, mtimeMs, ctimeMs: toMs(ctime), ino: Number(ino) });
  }
  return indexed;
}

/** The number that Node makes of `seconds:nanoseconds`. */
function toMs(time: string): number {
  const [seconds = '', nanoseconds = ''] = time.split(':');
  return Number(seconds) * 1000 + Number(nanoseconds) / 1_000_000;
}

async function git(
  folder: AbsPath,
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  return runGit(args, folder, { env: process.env, timeoutMs: TIMEOUT_MS, signal });
}
