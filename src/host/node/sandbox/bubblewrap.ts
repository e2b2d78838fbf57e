import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside } from '../../../actors/tools/gate/is-inside.js';
import { listSockets } from './list-sockets.js';
import type { Argv, Sandbox, SandboxLimits } from './sandbox.js';

/** One mount in the file system that a command sees. */
interface Mount {
  readonly path: string;
  readonly args: readonly string[];
  /** A new folder that becomes read-only once other mounts have their place in it. */
  readonly isSealed?: boolean;
}

// The parts of /run that programs need: DNS, and the programs of NixOS. The rest are sockets of services that would
// do what the sandbox forbids (Docker, systemd, the desktop's bus).
const VISIBLE_IN_RUN = [
  '/run/systemd/resolve',
  '/run/NetworkManager/resolv.conf',
  '/run/resolvconf',
  '/run/current-system',
];

/**
 * Namespaces and limits besides the mounts: separate processes, IPC and host name, and no privileges, so that a command
 * run by root cannot remount a read-only mount.
 */
export const ISOLATION: readonly string[] = [
  '--die-with-parent --unshare-user --unshare-pid --unshare-ipc --unshare-uts --cap-drop ALL',
].flatMap((options) => options.split(' '));

/** The mounts below all others. */
export const BASE_MOUNTS: readonly Mount[] = [
  { path: '/', args: ['--ro-bind', '/', '/'] },
  { path: '/dev', args: ['--dev', '/dev'] },
  { path: '/proc', args: ['--proc', '/proc'] },
];

/**
 * The sandbox of Linux: a file system in which only the roots and the temporary folders are writable, and secrets do
 * not exist. All its processes die with the first one.
 */
export function createBubblewrap(bwrap: string, limits: SandboxLimits): Sandbox {
  return {
    state: 'sandboxed',
    wrap(argv, cwd, request) {
      if (request.kind === 'none') return { argv, isSandboxed: false };
      const wrapped: Argv = [
        bwrap,
        ...ISOLATION,
        ...(request.kind === 'working' && request.hasNetwork ? [] : ['--unshare-net']),
        ...mountArgs(planMounts(limits)),
        '--chdir',
        cwd,
        '--',
        ...argv,
      ];
      return { argv: wrapped, isSandboxed: true };
    },
  };
}

function mountArgs(mounts: readonly Mount[]): readonly string[] {
  const sealed = mounts.filter(({ isSealed }) => isSealed === true);
  return [...mounts.flatMap(({ args }) => args), ...sealed.flatMap(({ path }) => ['--remount-ro', path])];
}

/** Outer paths come first, so that inner mounts cover them; at the same path, the later of these lists wins. */
function planMounts({ roots, temporaryFolders, secrets }: SandboxLimits): readonly Mount[] {
  // Sockets inside roots stay usable, because commands may create them, and those below a hidden folder are hidden
  // anyway.
  const isExcluded = (path: string): boolean =>
    ['/run', ...roots, ...secrets].some((folder) => isInside(folder, path));
  return [
    ...BASE_MOUNTS,
    { path: '/run', args: ['--tmpfs', '/run'] },
    ...VISIBLE_IN_RUN.map((path) => ({ path, args: ['--ro-bind-try', path, path] })),
    ...temporaryFolders.map(writable),
    // A service that listens on a socket could do for a command what the sandbox forbids.
    ...listSockets()
      .filter((path) => !isExcluded(path))
      .map(hiddenFile),
    // A secret folder that the person opened as a root is not hidden.
    ...secrets.filter((path) => exists(path) && !roots.some((root) => root === path)).map(hidden),
    ...roots.map(writable),
    ...roots.flatMap(protectGit),
  ].sort((a, b) => depth(a.path) - depth(b.path));
}

function writable(path: string): Mount {
  return { path, args: ['--bind', path, path] };
}

function readOnly(path: string): Mount {
  return { path, args: ['--ro-bind', path, path] };
}

function hidden(path: string): Mount {
  return lstatSync(path).isDirectory() ? emptyFolder(path) : hiddenFile(path);
}

function hiddenFile(path: string): Mount {
  return { path, args: ['--ro-bind', '/dev/null', path] };
}

function emptyFolder(path: string): Mount {
  return { path, args: ['--tmpfs', path], isSealed: true };
}

/**
 * Keeps commands from planting what git would later run outside the sandbox: hooks and settings. `.git` is a mount of
 * its own, so that it cannot be moved away.
 */
function protectGit(root: string): readonly Mount[] {
  const git = join(root, '.git');
  if (!isPlain(git)) return [];
  // In a linked work tree `.git` is a file that names the repository.
  if (!lstatSync(git).isDirectory()) return [readOnly(git)];
  const hooks = join(git, 'hooks');
  return [
    writable(git),
    ...[join(git, 'config'), join(git, 'config.worktree')].filter(isPlain).map(readOnly),
    // git treats an empty hooks folder like a missing one.
    ...(exists(hooks) ? [hooks].filter(isPlain).map(readOnly) : [emptyFolder(hooks)]),
  ];
}

/** Whether the path exists and is not a link: the target of a link is protected by its own path. */
function isPlain(path: string): boolean {
  return exists(path) && realpathSync(path) === path;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function depth(path: string): number {
  return dirname(path) === path ? 0 : path.split('/').length;
}
