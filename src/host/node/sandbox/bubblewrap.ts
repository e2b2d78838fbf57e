import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listSockets } from './list-sockets.js';
import type { Argv, Sandbox, SandboxLimits } from './sandbox.js';

/** One place in the view of the disk that a command gets. */
interface Mount {
  readonly path: string;
  readonly args: readonly string[];
  /** A folder of its own that is closed once what is mounted in it has its place. */
  readonly isSealed?: boolean;
}

// What of /run programs need: the name server, and NixOS's programs. The rest are sockets of services that would do what
// the sandbox forbids (Docker, systemd, the desktop's bus).
const SHOWN_OF_RUN = [
  '/run/systemd/resolve',
  '/run/NetworkManager/resolv.conf',
  '/run/resolvconf',
  '/run/current-system',
];

/**
 * What bubblewrap must be able to do beside mounting: processes, IPC and a host name of its own, and no privilege, so
 * that a command run by root cannot mount what is read-only for writing.
 */
export const ISOLATION: readonly string[] = [
  '--die-with-parent --unshare-user --unshare-pid --unshare-ipc --unshare-uts --cap-drop ALL',
].flatMap((options) => options.split(' '));

/** The view that all others are laid over. */
export const BASE_MOUNTS: readonly Mount[] = [
  { path: '/', args: ['--ro-bind', '/', '/'] },
  { path: '/dev', args: ['--dev', '/dev'] },
  { path: '/proc', args: ['--proc', '/proc'] },
];

/**
 * The sandbox of Linux: a view of the disk in which only the roots and the temporary folders can be written, and secrets
 * are not there. Everything in it dies with its first process.
 */
export function createBubblewrap(bwrap: string, limits: SandboxLimits): Sandbox {
  return {
    state: 'sandboxed',
    wrap(argv, cwd, request) {
      if (request.kind === 'none') return { argv, isSandboxed: false };
      const wrapped: Argv = [
        bwrap,
        ...ISOLATION,
        ...(request.hasNetwork ? [] : ['--unshare-net']),
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

/** Outer places first, so that an inner one has the last word; at the same place, the later of these lists. */
function planMounts({ roots, temporaryFolders, secrets }: SandboxLimits): readonly Mount[] {
  // What a command makes in a root it may talk to, and what is hidden needs no hiding.
  const isLeft = (path: string): boolean =>
    ['/run', ...roots, ...secrets].some((folder) => isInside(folder, path));
  return [
    ...BASE_MOUNTS,
    { path: '/run', args: ['--tmpfs', '/run'] },
    ...SHOWN_OF_RUN.map((path) => ({ path, args: ['--ro-bind-try', path, path] })),
    ...temporaryFolders.map(writable),
    // Whoever listens outside would do for a command what it cannot do itself.
    ...listSockets()
      .filter((path) => !isLeft(path))
      .map(hiddenFile),
    // A secret that is opened as a root is none.
    ...secrets.filter((path) => exists(path) && !roots.some((root) => root === path)).map(hidden),
    ...roots.map(writable),
    ...roots.flatMap(guardGit),
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
 * What git would run later, outside of the sandbox, cannot be planted: its hooks and its settings. `.git` is a mount of
 * its own, which cannot be moved away.
 */
function guardGit(root: string): readonly Mount[] {
  const git = join(root, '.git');
  if (!isPlain(git)) return [];
  // In a linked work tree it is a file that says where the repository is.
  if (!lstatSync(git).isDirectory()) return [readOnly(git)];
  const hooks = join(git, 'hooks');
  return [
    writable(git),
    ...[join(git, 'config'), join(git, 'config.worktree')].filter(isPlain).map(readOnly),
    // git itself takes a folder without hooks for none.
    ...(exists(hooks) ? [hooks].filter(isPlain).map(readOnly) : [emptyFolder(hooks)]),
  ];
}

/** Whether it is there, and no link: what a link leads to is judged by where that is. */
function isPlain(path: string): boolean {
  return exists(path) && realpathSync(path) === path;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith('../');
}

function depth(path: string): number {
  return dirname(path) === path ? 0 : path.split('/').length;
}
