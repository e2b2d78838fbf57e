import { realpathSync } from 'node:fs';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { toVisibleName } from '../../markdown/visible-text.js';
import { type Clock, systemClock } from '../../../actors/runtime/clock.js';
import { Slots } from '../../../actors/runtime/slots.js';
import { type Candidates, listCandidates } from './protected/list-candidates.js';
import { findProtectedPlaces } from './protected/find-protected-places.js';
import { listProtected } from './protected/list-protected.js';
import { listMountsInside } from './protected/list-mounts-inside.js';
import { openClosed } from './protected/open-closed.js';
import type { PackageFolders } from './protected/package-folders.js';
import { PlaceWatch } from './protected/place-watch.js';
import { changedSince, isChanged } from './repository/changed-since.js';
import { type GuardOptions, guardRepositories } from './repository/guard-repositories.js';
import type { RepositoryLocks } from './repository/lock-repositories.js';
import { UndecodableWatch } from './repository/undecodable-watch.js';

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
   * that was made or changed, since the last time.
   */
  repair(this: void): Promise<readonly string[]>;
  /** Called when the command has ended. */
  release(this: void): void;
}

// An editor that is open looks into a new repository by itself, so that a long command is not looked at only at its end.
// Units: milliseconds.
const LOOK_AGAIN_MS = 2000;
// Nobody closes a folder in a folder that often without meaning to hide something. Units: folders.
const MAX_CLOSED_DEPTH = 50;
// What a person did that long before a command may count as the command's: clocks are not that exact. Units: milliseconds.
const MARGIN_MS = 1000;
// Looking takes at most this part of the time.
const MAX_SHARE = 0.05;

/**
 * Locks repositories and the protected places at the top of each root, and notices new ones, wherever they are: repositories
 * also while the command runs. In folders of packages it notices whatever was changed since then; they are kept for the next
 * command. Cost: two processes before the command, two after it, and two every two seconds.
 */
export async function guardWorkspace(
  options: GuardOptions,
  packageFolders: PackageFolders,
  clock: Clock = systemClock,
): Promise<WorkspaceGuard> {
  const { roots, ownFolders = [] } = options;
  const sinceMs = Date.now() - MARGIN_MS;
  // A link in the workspace may lead to a temporary folder.
  const folders = [...roots, ...ownFolders, ...listMountsInside(roots)];
  const listed = listCandidates(folders);
  // Beside the command, whose end then waits for what it has changed alone.
  void listed.then(({ unread = [] }) => packageFolders.prepare(unread)).catch(() => undefined);
  const protectedPlaces = listProtected(roots).filter(isWithoutLink);
  const startWatch = async (): Promise<PlaceWatch> =>
    await PlaceWatch.start(
      { roots, locked: protectedPlaces },
      await findProtectedPlaces(roots, await listed),
    );
  const [repositories, watch] = await Promise.all([guardRepositories(options, listed), startWatch()]);
  const looks = new Slots(1);
  const undone: string[] = [];
  const { closed: closedBefore = [], undecodable: oddBefore } = await listed;
  const oddNames = await UndecodableWatch.start(oddBefore);
  const list = async (): Promise<Listing> => {
    for (let depth = 0; ; depth += 1) {
      const workspace = await listCandidates(folders);
      const packages = await keepChanged(await packageFolders.list(workspace.unread ?? []), sinceMs);
      const closed = (workspace.closed ?? []).filter((folder) => !closedBefore.includes(folder));
      const all = [...closed, ...packages.closed];
      // In one that was opened there may be others.
      if (all.length === 0) return { workspace, packages };
      if (depth === MAX_CLOSED_DEPTH)
        return { workspace: { ...workspace, gap: `${all.join(', ')} cannot be listed` }, packages };
      undone.push(...(await openClosed(all)));
    }
  };
  const look = async (): Promise<Candidates> => {
    const { workspace, packages } = await list();
    const { gap = packages.gap } = workspace;
    const paths = [...workspace.paths, ...packages.paths];
    undone.push(
      ...(await repositories.repair({ paths, ...omitUndefined({ gap }) })),
      ...(await oddNames.repair([...(workspace.undecodable ?? []), ...packages.undecodable])),
    );
    return workspace;
  };
  const stop = repeat(clock, () => looks.run(look));
  return {
    locks: { ...repositories.locks, protectedPlaces },
    repair: () =>
      looks.run(async () => {
        const candidates = await look();
        const reported = await watch.report(await findProtectedPlaces(roots, candidates));
        // The command chose the names of files, and a person reads them on a terminal.
        return [...undone.splice(0), ...reported].map(toVisibleName);
      }),
    release: stop,
  };
}

interface Listing {
  readonly workspace: Candidates;
  readonly packages: ChangedPackages;
}

type ChangedPackages = Candidates & Required<Pick<Candidates, 'closed' | 'undecodable'>>;

/** What was made or changed since then. */
async function keepChanged(
  { paths, closed = [], undecodable = [], gap }: Candidates,
  sinceMs: number,
): Promise<ChangedPackages> {
  const [markers, closedSince, oddSince] = await Promise.all([
    changedSince(paths, sinceMs),
    Promise.all(closed.map((path) => isChanged(path, sinceMs))),
    Promise.all(undecodable.map((path) => isChanged(path, sinceMs))),
  ]);
  return {
    paths: markers,
    closed: closed.filter((_, index) => closedSince[index]),
    undecodable: undecodable.filter((_, index) => oddSince[index]),
    ...omitUndefined({ gap }),
  };
}

/** Does something again and again, with pauses, until the returned function is called. An error leaves it to the next time. */
function repeat(clock: Clock, work: () => Promise<unknown>): () => void {
  let isOver = false;
  let cancel = (): void => undefined;
  const wait = (ms: number): void => {
    cancel = clock.after(ms, () => {
      const startedMs = clock.now();
      void work()
        .catch(() => undefined)
        .then(() => {
          if (!isOver) wait(Math.max(LOOK_AGAIN_MS, (clock.now() - startedMs) / MAX_SHARE));
        });
    });
  };
  wait(LOOK_AGAIN_MS);
  return () => {
    isOver = true;
    cancel();
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
