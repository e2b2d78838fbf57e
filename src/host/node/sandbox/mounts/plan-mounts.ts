import { dirname, join } from 'node:path';
import { isInside } from '../../../../actors/tools/gate/is-inside.js';
import {
  emptyFolder,
  exists,
  hidden,
  type Mount,
  readOnly,
  readOnlyTarget,
  scratchFolder,
  writable,
} from './mount.js';
import { findSecrets } from './secret-places.js';
import { findToolChains } from './tool-chains.js';

/** The places of a machine that matter to a sandbox. All paths have their links resolved. */
export interface Places {
  readonly roots: readonly string[];
  readonly temporaryFolders: readonly string[];
  readonly home: string;
  /** Files that no command reads. */
  readonly keyFiles: readonly string[];
  /** Folders outside of the roots that git needs for them: the work tree around a root, a repository elsewhere. */
  readonly gitFolders: readonly string[];
  /** For the places of tool chains. */
  readonly environment: NodeJS.ProcessEnv;
}

/** What a command of the working world gets beyond the roots. */
export interface WorkingPlaces {
  /** Paths in the home folder that begin with `~/`, and names of variables. */
  readonly reveals: readonly string[];
  readonly hasNetwork: boolean;
  readonly locks: { readonly writable: readonly string[]; readonly readOnly: readonly string[] };
}

// The parts of /run that programs need: DNS, and the programs of NixOS. The rest belongs to services.
const VISIBLE_IN_RUN = [
  '/run/systemd/resolve',
  '/run/NetworkManager/resolv.conf',
  '/run/resolvconf',
  '/run/current-system',
];
// Where the homes of people are: those of others are hidden as well.
const HOMES = ['/home', '/var/home', '/root', '/Users'];
const LINUXBREW = '/home/linuxbrew/.linuxbrew';
// A home in one of these is no folder of a person.
const OF_THE_SYSTEM = ['/', '/usr', '/bin', '/lib', '/etc', '/dev', '/proc', '/sys'];
// A harmless command writes a here-document, no more. It is memory. Units: bytes.
const LOOKING_SCRATCH_BYTES = 268_435_456;
const LOOKING_SHARED_BYTES = 67_108_864;

/** The mounts below all others. */
export const BASE_MOUNTS: readonly Mount[] = [
  { path: '/', args: ['--ro-bind', '/', '/'] },
  { path: '/dev', args: ['--dev', '/dev'], isSealed: true },
  // Root owns the settings of the kernel below it, and needs no privilege to write them.
  { path: '/proc', args: ['--proc', '/proc'], isSealed: true },
];

/**
 * The file system of a command that looks: everything is read-only but an empty temporary folder, and of the home folder
 * it sees tool chains.
 */
export function planLooking(places: Places): readonly Mount[] {
  const { roots, temporaryFolders } = places;
  const shown = listShown(places, true);
  const covers = [...temporaryFolders, ...listHomes(places), '/run', '/dev'];
  return [
    ...BASE_MOUNTS,
    scratchFolder('/dev/shm', LOOKING_SHARED_BYTES),
    ...temporaryFolders
      .filter((folder) => !roots.some((root) => isInside(root, folder)))
      .map((folder) => scratchFolder(folder, LOOKING_SCRATCH_BYTES)),
    ...listHomes(places).map(emptyFolder),
    ...planRest(places, shown, []),
    // A root that lies in none of the new folders is read-only already, like everything else. A mount takes 0.2 ms.
    ...roots.filter((root) => covers.some((folder) => isInside(folder, root))).map(readOnly),
    ...listHidden(places, shown, []).map(hidden),
  ];
}

/**
 * The file system of a command that works: roots and temporary folders are writable, repositories are locked, and of the
 * home folder it sees tool chains, and what a person revealed. What it writes elsewhere in its home is gone at its end.
 */
export function planWorking(places: Places, { reveals, hasNetwork, locks }: WorkingPlaces): readonly Mount[] {
  const { roots, temporaryFolders, home } = places;
  const revealed = reveals
    .filter((reveal) => reveal.startsWith('~/'))
    .map((reveal) => join(home, reveal.slice(2)))
    .filter((path) => exists(path) && !roots.some((root) => isInside(root, path)));
  const shown = [...listShown(places, !hasNetwork), ...revealed];
  return [
    ...BASE_MOUNTS,
    scratchFolder('/dev/shm'),
    ...temporaryFolders.map(writable),
    ...listHomes(places).map((folder) => (folder === home ? scratchFolder(folder) : emptyFolder(folder))),
    ...planRest(places, shown, locks.writable),
    ...roots.map(writable),
    ...listHidden(places, shown, revealed).map(hidden),
    ...revealed.map(readOnlyTarget),
    ...locks.writable.map(writable),
    ...locks.readOnly.map(readOnly),
  ];
}

function planRest(
  { gitFolders }: Places,
  shown: readonly string[],
  writableGit: readonly string[],
): readonly Mount[] {
  return [
    emptyFolder('/run'),
    ...VISIBLE_IN_RUN.map((path): Mount => ({ path, args: ['--ro-bind-try', path, path] })),
    ...shown.map(readOnlyTarget),
    ...gitFolders.filter((folder) => !writableGit.includes(folder)).map(readOnly),
  ];
}

/** The home folders to hide: all but those that contain a workspace as a whole, or are in one. */
function listHomes({ roots, home }: Places): readonly string[] {
  return [...new Set([...HOMES, home])].filter(
    (folder) =>
      exists(folder) &&
      !OF_THE_SYSTEM.some((system) => isInside(folder, system)) &&
      !roots.some((root) => isInside(root, folder)),
  );
}

/** What is shown of the home folder. In a root everything is shown anyway. */
function listShown({ roots, home, environment }: Places, hasCaches: boolean): readonly string[] {
  const { programs, caches } = findToolChains(home, environment);
  const shown = [...programs, ...(hasCaches ? caches : [])].filter(
    (path) => !roots.some((root) => isInside(root, path)),
  );
  return exists(LINUXBREW) ? [...shown, LINUXBREW] : shown;
}

/** The secrets that would be seen in what is shown. One that is opened as a root, or revealed, is not hidden. */
function listHidden(
  { roots, home, keyFiles, gitFolders }: Places,
  shown: readonly string[],
  revealed: readonly string[],
): readonly string[] {
  const homes = listHomes({ roots, home } as Places);
  const visible = [...roots, ...shown, ...gitFolders];
  const isVisible = (path: string): boolean =>
    !homes.some((folder) => isInside(folder, path)) || visible.some((folder) => isInside(folder, path));
  const isOpened = (path: string): boolean =>
    roots.includes(path) || shown.includes(path) || revealed.some((folder) => isInside(folder, path));
  return [...findSecrets(home).filter((path) => isVisible(path) && !isOpened(path)), ...keyFiles].filter(
    (path) => exists(path) && exists(dirname(path)) && (keyFiles.includes(path) ? isVisible(path) : true),
  );
}
