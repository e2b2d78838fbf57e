import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../../../actors/runtime/clock.js';

/** Paths whose names may be those of repositories and of protected places. */
export interface Candidates {
  /** Shape: absolute; the folders themselves may be among them. */
  readonly paths: readonly string[];
  /** Why some may be missing, as a clause; `undefined` when all within the bounds were found. */
  readonly gap?: string;
}

const FIND = ['/usr/bin/find', '/bin/find', '/run/current-system/sw/bin/find'];
// Deeper down nobody opens a repository. Units: folders.
const MAX_DEPTH = 12;
// 40,000 names. Units: bytes.
const MAX_BYTES = 4_000_000;
// For a disk that does not answer. `find` reads a million entries a second, and on a slow machine from a cold disk a
// hundredth of that: what it finds decides what is undone, so that it has the time to find all. Units: milliseconds.
const HANG_MS = 60_000;
// Most names are compared with this pattern only, which is quicker than comparing each with those of git. Protected files
// whose names begin otherwise are looked for at the top of a root only.
const BEGINNINGS = '[.nACGHJT]*';
const CAPITAL_NAMES = ['AGENT*.md', 'CLAUDE*.md', 'GEMINI.md', 'TROUPE.md', 'Jenkinsfile*'];

interface ListOptions {
  /** Where to look for `find`. Default: the system's usual places. */
  readonly programs?: readonly string[];
  readonly clock?: Clock;
}

/**
 * Lists whatever in some folders has a name with a dot in front, is called HEAD as in a bare repository, or has a name of
 * protected files with a capital in front. Bounds: 12 folders deep, not in `node_modules` and `.git`, 4 MB; a minute,
 * for a disk that hangs.
 * Cost: a process; 15 ms for 10,000 folders.
 */
export function listCandidates(
  folders: readonly string[],
  { programs = FIND, clock = systemClock }: ListOptions = {},
): Promise<Candidates> {
  const find = programs.find((path) => existsSync(path));
  if (find === undefined || folders.length === 0) {
    return Promise.resolve({
      paths: folders.map((folder) => join(folder, '.git')),
      ...(folders.length === 0 ? {} : { gap: 'there is no find(1) here' }),
    });
  }
  const where = folders.join(', ');
  return new Promise((resolve) => {
    let isLate = false;
    const options = { maxBuffer: MAX_BYTES, killSignal: 'SIGKILL', env: {} } as const;
    const child = execFile(find, ['-P', ...folders, ...EXPRESSION], options, (error, stdout) => {
      cancelTimer();
      const paths = stdout.split('\0').slice(0, -1);
      // Folders that cannot be read make it fail as well, after everything else was listed.
      if (error === null || (error.code === 1 && !isLate)) resolve({ paths });
      else if (isLate) resolve({ paths, gap: `listing ${where} took over ${HANG_MS / 1_000} s` });
      else if (stdout.length >= MAX_BYTES) resolve({ paths, gap: `too much in ${where} has such a name` });
      else resolve({ paths, gap: `listing ${where} failed (${error.code ?? error.signal})` });
    });
    const cancelTimer = clock.after(HANG_MS, () => {
      isLate = true;
      child.kill('SIGKILL');
    });
  });
}

const EXPRESSION: readonly string[] = [
  `-xdev -maxdepth ${MAX_DEPTH} -name ${BEGINNINGS} ( -name node_modules -prune`,
  '-o -name .* -print0 -name .git -prune',
  `-o -name [!.n]* ( -name HEAD ${CAPITAL_NAMES.map((name) => `-o -iname ${name}`).join(' ')} ) -print0 )`,
].flatMap((part) => part.split(' '));
