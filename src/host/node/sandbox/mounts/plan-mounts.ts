import { dirname, join, relative } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { isThereSync } from '../../../../workers/disk/is-there.js';
import { lstatIfReadable } from '../../../../workers/disk/lstat-if-readable.js';
import {
  emptyFolder,
  folder,
  hidden,
  type Mount,
  readOnly,
  readOnlyTarget,
  scratchFolder,
  writable,
} from './mount.js';
import { findSecretPlaces } from './secret-places.js';
import { findInstallations, listSystemFolders, planSystem } from './system-folders.js';
import type { TemporaryView } from './temporary-view.js';
import { findToolChains, listNamedFolders } from './tool-chains.js';

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
interface WorkingPlaces {
  /** Paths in the home folder that begin with `~/`, and names of variables. */
  readonly reveals: readonly string[];
  readonly hasNetwork: boolean;
  /** The temporary folders that the command has of its own. Default: it has those of the system. */
  readonly temporaryViews?: readonly TemporaryView[];
  /** Places of the roots that nobody could restore. Default: none. */
  readonly readOnly?: readonly string[];
  readonly locks: Readonly<Record<'writable' | 'readOnly' | 'protectedPlaces', readonly string[]>>;
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
// Caches that tools keep in a folder of packages, and make again when they are gone.
const DISPOSABLE = ['.cache', '.vite', '.vitest', '.vite-temp'];
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
 * The file system of a command that looks: the folders of the system, the roots and tool chains, all of them read-only,
 * and an empty temporary folder. Whatever else there is on this machine is not there.
 */
export function planLooking(places: Places): readonly Mount[] {
  const { roots, temporaryFolders, home, gitFolders } = places;
  const isOpen = (path: string): boolean => roots.some((root) => isInside(root, path));
  const systemFolders = listSystemFolders();
  const shown = [...listShown(places, true), ...listInstallations(places, systemFolders)];
  const visible = [...systemFolders, ...roots, ...shown, ...gitFolders];
  const emptied = temporaryFolders.filter((path) => !isOpen(path));
  return [
    { path: '/', args: [], isSealed: true },
    ...planSystem(systemFolders),
    ...BASE_MOUNTS.slice(1),
    scratchFolder('/dev/shm', LOOKING_SHARED_BYTES),
    ...['/var/tmp', home].filter((path) => !visible.some((other) => isInside(other, path))).map(folder),
    ...emptied.map((path) => scratchFolder(path, LOOKING_SCRATCH_BYTES)),
    ...(isOpen('/run') ? [emptyFolder('/run')] : []),
    ...planRest(places, shown, []),
    ...roots.map(readOnly),
    ...listHidden(places, shown, [], visible).map((path) => hidden(path)),
  ];
}

/**
 * The file system of a command that works: roots and temporary folders are writable, repositories and protected places are
 * locked, and of the home folder it sees tool chains, and what a person revealed. What it writes elsewhere in its home is gone at its end.
 */
export function planWorking(
  places: Places,
  { reveals, hasNetwork, locks, temporaryViews = [], readOnly: unrestorable = [] }: WorkingPlaces,
): readonly Mount[] {
  const { roots, temporaryFolders, home } = places;
  const revealed = reveals
    .filter((reveal) => reveal.startsWith('~/'))
    .map((reveal) => join(home, reveal.slice(2)))
    .filter((path) => isThereSync(path) && !roots.some((root) => isInside(root, path)));
  const shown = [...listShown(places, !hasNetwork), ...revealed];
  const concealed = listHidden(places, shown, revealed);
  return [
    ...BASE_MOUNTS,
    scratchFolder('/dev/shm'),
    ...temporaryFolders.map(writable),
    ...temporaryViews.flatMap((view) => planView(view, concealed)),
    ...listHomes(places).map((path) => (path === home ? scratchFolder(path) : emptyFolder(path))),
    emptyFolder('/run'),
    ...planRest(places, shown, locks.writable),
    ...roots.map(writable),
    ...planUnrestorable(unrestorable),
    // A secret among them stays hidden: at the same path, the later mount wins.
    ...locks.protectedPlaces.map(readOnly),
    ...concealed.map((path) => hidden(path)),
    ...revealed.map(readOnlyTarget),
    ...locks.writable.map(writable),
    ...locks.readOnly.map(readOnly),
  ];
}

/** The own folder in place of that of the system, and that one to read, but for what is hidden. */
function planView({ path, own, shown }: TemporaryView, concealed: readonly string[]): readonly Mount[] {
  return [
    { path, args: ['--bind', own, path] },
    { path: shown, args: ['--ro-bind', path, shown] },
    ...concealed
      .filter((secret) => isInside(path, secret))
      .map((secret) => hidden(secret, join(shown, relative(path, secret)))),
  ];
}

/** A link has no content of its own, and cannot be a mount. What is gone needs no protection. */
function planUnrestorable(paths: readonly string[]): readonly Mount[] {
  return paths.filter(isNoLink).flatMap((path) => [
    readOnly(path),
    ...DISPOSABLE.map((name) => join(path, name))
      .filter(isNoLink)
      .map(writable),
  ]);
}

function isNoLink(path: string): boolean {
  return lstatIfReadable(path)?.isSymbolicLink() === false;
}

function planRest(
  { gitFolders }: Places,
  shown: readonly string[],
  writableGit: readonly string[],
): readonly Mount[] {
  return [
    ...VISIBLE_IN_RUN.filter(isThereSync).map((path): Mount => ({
      path,
      args: ['--ro-bind-try', path, path],
    })),
    ...shown.map(readOnlyTarget),
    ...gitFolders.filter((folder) => !writableGit.includes(folder)).map(readOnly),
  ];
}

/** The home folders to hide: all but those that contain a workspace as a whole, or are in one. */
function listHomes({ roots, home }: Places): readonly string[] {
  return [...new Set([...HOMES, home])].filter(
    (folder) =>
      isThereSync(folder) &&
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
  return isThereSync(LINUXBREW) ? [...shown, LINUXBREW] : shown;
}

/** Installations outside of the home folder and of the folders of the system. */
function listInstallations(
  { roots, home, temporaryFolders, environment }: Places,
  systemFolders: readonly string[],
): readonly string[] {
  const withRules = [...roots, ...temporaryFolders, ...HOMES, home, '/run', '/proc', '/dev'];
  return findInstallations(listNamedFolders(environment), systemFolders, withRules);
}

/**
 * The secrets that would be seen in what is shown. One that is opened as a root, or revealed, is not hidden. `visible`:
 * what is seen at all. Default: everything but homes, and what is shown of them.
 */
function listHidden(
  places: Places,
  shown: readonly string[],
  revealed: readonly string[],
  visible?: readonly string[],
): readonly string[] {
  const { roots, home, keyFiles, gitFolders } = places;
  const homes = visible === undefined ? listHomes(places) : ['/'];
  const seen = visible ?? [...roots, ...shown, ...gitFolders];
  const isVisible = (path: string): boolean =>
    !homes.some((hiding) => isInside(hiding, path)) || seen.some((other) => isInside(other, path));
  const isOpened = (path: string): boolean =>
    roots.includes(path) || shown.includes(path) || revealed.some((folder) => isInside(folder, path));
  return [...findSecretPlaces(home, (path) => isVisible(path) && !isOpened(path)), ...keyFiles].filter(
    (path) =>
      isThereSync(path) && isThereSync(dirname(path)) && (keyFiles.includes(path) ? isVisible(path) : true),
  );
}
