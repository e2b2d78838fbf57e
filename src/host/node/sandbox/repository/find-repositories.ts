import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findEnclosing, readRepository, type Repository } from './git-folders.js';
import { lstatIfReadable } from '../../../../workers/disk/lstat-if-readable.js';

/** The repositories of a workspace, as far as they were looked for. */
export interface FoundRepositories {
  readonly repositories: readonly Repository[];
  /** Why some may be missing, as a clause; `undefined` when all within the bounds were found. */
  readonly gap?: string;
}

const FIND = ['/usr/bin/find', '/bin/find', '/run/current-system/sw/bin/find'];
// `find` reads a million entries a second. Deeper down nobody opens a repository. Units: folders, milliseconds, bytes.
const MAX_DEPTH = 12;
const TIMEOUT_MS = 3000;
const MAX_BYTES = 4_000_000;
/** More than this many repositories in a workspace are counted and not watched. */
const MAX_REPOSITORIES = 500;

/**
 * The repositories in some folders and the ones around them: whatever is called `.git`, and folders that look like a
 * bare repository. Bounds: 12 folders deep, not in `node_modules`, 500 repositories, 3 s.
 * Cost: a process; 15 ms for 10,000 folders.
 */
export async function findRepositories(folders: readonly string[]): Promise<FoundRepositories> {
  const around = folders.map((folder) => findEnclosing(folder)).filter((found) => found !== undefined);
  const { paths, gap } = await listCandidates(folders.filter((folder) => existsSync(folder)));
  const inside = paths
    .map((path) => (basename(path) === '.git' ? path : dirname(path)))
    .filter((path) => basename(path) === '.git' || looksBare(path))
    .map(readRepository)
    .filter((found) => found !== undefined);
  const all = [...new Map([...around, ...inside].map((found) => [found.marker, found])).values()];
  const problem =
    all.length > MAX_REPOSITORIES ? `there are more than ${MAX_REPOSITORIES} repositories` : gap;
  return {
    repositories: all.slice(0, MAX_REPOSITORIES),
    ...(problem === undefined ? {} : { gap: problem }),
  };
}

/** Whether git would take a folder with a HEAD for a repository. */
function looksBare(folder: string): boolean {
  const has = (name: string): boolean => lstatIfReadable(join(folder, name)) !== undefined;
  return has('commondir') || (has('objects') && has('refs'));
}

function listCandidates(folders: readonly string[]): Promise<{ paths: readonly string[]; gap?: string }> {
  const find = FIND.find((path) => existsSync(path));
  if (find === undefined || folders.length === 0) {
    return Promise.resolve({
      paths: folders.map((folder) => join(folder, '.git')),
      ...(folders.length === 0 ? {} : { gap: 'there is no find(1) here' }),
    });
  }
  const expression =
    `-xdev -maxdepth ${MAX_DEPTH} ( -name node_modules -prune ) -o ( -name .git -prune -print0 ) -o ( -name HEAD -print0 )`.split(
      ' ',
    );
  const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, killSignal: 'SIGKILL', env: {} } as const;
  return new Promise((resolve) => {
    execFile(find, ['-P', ...folders, ...expression], options, (error, stdout) => {
      const paths = stdout.split('\0').slice(0, -1);
      // Folders that cannot be read make it fail as well, after everything else was listed.
      const isCut = error !== null && error.code !== 1;
      resolve({ paths, ...(isCut ? { gap: `listing ${folders.join(', ')} took too long` } : {}) });
    });
  });
}
