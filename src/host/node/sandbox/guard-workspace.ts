import { realpathSync } from 'node:fs';
import { toVisibleName } from '../../markdown/visible-text.js';
import { listCandidates } from './protected/list-candidates.js';
import { findPlaces } from './protected/find-places.js';
import { listProtected } from './protected/list-protected.js';
import { PlaceWatch } from './protected/place-watch.js';
import { type GuardOptions, guardRepositories } from './repository/guard-repositories.js';
import type { RepositoryLocks } from './repository/lock-repositories.js';

/** What a command of the working world cannot write to. */
interface WorkspaceLocks extends RepositoryLocks {
  /** Protected places of the roots. Shape: paths that exist, without links. */
  readonly protectedPlaces: readonly string[];
}

/** What keeps one command of the working world from leaving programs that run outside of its sandbox. */
export interface WorkspaceGuard {
  readonly locks: WorkspaceLocks;
  /**
   * Undoes what would make git run a program, and resolves to a sentence for each such thing, and for each protected place
   * that was made or changed.
   */
  repair(this: void): Promise<readonly string[]>;
  /** Called when the command has ended. */
  release(this: void): void;
}

/**
 * Locks repositories and the protected places at the top of each root, and notices new ones, wherever they are.
 * Cost: two processes before the command and one after it.
 */
export async function guardWorkspace(options: GuardOptions): Promise<WorkspaceGuard> {
  const { roots } = options;
  const listed = listCandidates(roots);
  const protectedPlaces = listProtected(roots).filter(isWithoutLink);
  const startWatch = async (): Promise<PlaceWatch> =>
    await PlaceWatch.start({ roots, locked: protectedPlaces }, await findPlaces(roots, await listed));
  const [repositories, watch] = await Promise.all([guardRepositories(options, listed), startWatch()]);
  return {
    locks: { ...repositories.locks, protectedPlaces },
    async repair() {
      const candidates = await listCandidates(roots);
      const undone = await repositories.repair(candidates);
      const reported = await watch.report(await findPlaces(roots, candidates));
      // The command chose the names of files, and a person reads them on a terminal.
      return [...undone, ...reported].map(toVisibleName);
    },
    release: repositories.release,
  };
}

/** A link cannot be a mount: `PlaceWatch` notices when it is replaced, or what it leads to is changed. */
function isWithoutLink(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch {
    return false;
  }
}
