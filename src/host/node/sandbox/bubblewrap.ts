import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CommandGrants } from '../../../actors/protocol/shell.js';
import { isInside } from '../../../actors/runtime/paths/is-inside.js';
import { buildWorldEnvironment } from './environment/build-world-environment.js';
import { findProgram } from '../../../workers/disk/find-program.js';
import { withoutRetries } from './environment/without-retries.js';
import { guardWorkspace } from './guard-workspace.js';
import { listInheritedFiles } from './inherited-files.js';
import { copyGitSettings } from './mounts/git-settings.js';
import { type Mount, toArguments } from './mounts/mount.js';
import { BASE_MOUNTS, type Places, planLooking, planWorking } from './mounts/plan-mounts.js';
import { linkTemporaryFiles, shownAt, type TemporaryView } from './mounts/temporary-view.js';
import { findGitDrivers } from './repository/find-git-drivers.js';
import { findEnclosing, isAcknowledged } from './repository/git-folders.js';
import { PackageFolders } from './protected/package-folders.js';
import {
  type Argv,
  type PreparedProgram,
  prepareWithoutSandbox,
  type Sandbox,
  type SandboxedProgram,
  type SandboxLimits,
} from './sandbox.js';
import { buildSocketFilter } from './socket-filter.js';
import { openUnnamedFile } from './unnamed-file.js';

/**
 * Namespaces and limits besides the mounts: separate processes, IPC and host name, no privileges, so that a command run
 * by root cannot remount a read-only mount, and no further user namespaces.
 */
const SEPARATION: readonly string[] = [
  '--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --disable-userns --cap-drop ALL',
].flatMap((options) => options.split(' '));
const ISOLATION: readonly string[] = ['--die-with-parent', ...SEPARATION];

/**
 * What a test of bubblewrap runs. It ends by itself also when this process is killed: bubblewrap that dies with it while it
 * starts leaves a process behind, which waits for ever.
 */
export const PROBE: readonly string[] = [
  ...SEPARATION,
  '--new-session',
  '--unshare-net',
  ...toArguments(BASE_MOUNTS),
  '--',
  'true',
];

// It opens files for bubblewrap on a terminal. A fixed path, because a project could change the PATH.
const SHELL = '/bin/sh';
// The same with files above 9, which only bash can close.
const BASH_PATHS = ['/bin/bash', '/usr/bin/bash', '/run/current-system/sw/bin/bash'];
// `{1..999999999}` ends with "cannot allocate memory", `yes > file` with "File size limit exceeded", a chain of forks with
// "Resource temporarily unavailable". Memory counts what a process writes to, not what a runtime reserves. The kernel
// counts the processes of each sandbox by itself since Linux 5.14, and none of root. A machine may have lower limits.
// Units: blocks of 1024 bytes, processes.
const BOUNDS =
  '{ ulimit -d 2097152; ulimit -f 262144; ulimit -u 1024; ulimit -c 0; } 2>/dev/null\nunset BASH_ENV\n';
// bash reads it before the line, which costs a tenth of what a program that sets limits costs. Without bash, only the time
// of a harmless command is limited.
const BOUNDS_FILE = '/dev/troupe-bounds';

/** A file that only the sandbox sees. */
interface FileText {
  readonly path: string;
  readonly text: string;
}

/** The sandbox of Linux. All processes of a command die with the first one. Source: SPEC T9. */
export function createBubblewrap(bwrap: string, limits: SandboxLimits): Sandbox {
  const packageFolders = new PackageFolders();
  return {
    state: 'sandboxed',
    async prepare(program) {
      const { request } = program;
      if (request.kind === 'none') return prepareWithoutSandbox(program, limits);
      return request.kind === 'looking'
        ? await prepareLooking(bwrap, limits, program)
        : await prepareWorking({ bwrap, limits, packageFolders }, program, request);
    },
  };
}

async function prepareLooking(
  bwrap: string,
  limits: SandboxLimits,
  program: SandboxedProgram,
): Promise<PreparedProgram> {
  const drivers = await findGitDrivers(program.cwd, () =>
    findProgram('git', program.environment, limits.roots),
  );
  const mounts = planLooking(findPlaces(limits, program));
  const environment = buildWorldEnvironment(program.environment, program.request, limits, drivers);
  const bounds = { path: BOUNDS_FILE, text: BOUNDS };
  return {
    ...wrap(bwrap, mounts, [bounds, ...copySettings(limits)], program, false),
    environment: withoutRetries({ ...environment, BASH_ENV: BOUNDS_FILE }, program.request),
    isSandboxed: true,
    repair: () => Promise.resolve([]),
    release: () => undefined,
  };
}

interface Bubblewrap {
  readonly bwrap: string;
  readonly limits: SandboxLimits;
  readonly packageFolders: PackageFolders;
}

async function prepareWorking(
  { bwrap, limits, packageFolders }: Bubblewrap,
  program: SandboxedProgram,
  grants: CommandGrants & { readonly readOnly?: readonly string[] },
): Promise<PreparedProgram> {
  const { roots } = limits;
  const { environment, request } = program;
  const git = findProgram('git', environment, roots);
  const temporaryViews = listViews(limits);
  const temporaryFolders = limits.temporaryFolders.filter((path) =>
    temporaryViews.every((view) => view.path !== path),
  );
  const { locks, repair, release } = await guardWorkspace(
    {
      roots,
      temporaryFolders,
      ownFolders: temporaryViews.map(({ own }) => own),
      git,
      environment,
      grants,
    },
    packageFolders,
  );
  try {
    const places = { ...findPlaces(limits, program), temporaryFolders };
    const mounts = planWorking(places, { ...grants, locks, temporaryViews });
    const mounted = mounts.map(({ path }) => path);
    for (const view of temporaryViews) await linkTemporaryFiles(view, mounted);
    return {
      ...wrap(bwrap, mounts, copySettings(limits), program, grants.hasNetwork),
      environment: withoutRetries(buildWorldEnvironment(environment, request, limits), request),
      isSandboxed: true,
      repair,
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** The temporary folders that commands have of their own: all but those in a root, which are part of the workspace. */
function listViews({ roots, temporaryFolders, ownTemporaryFolder }: SandboxLimits): readonly TemporaryView[] {
  if (ownTemporaryFolder === undefined) return [];
  return temporaryFolders.flatMap((path, index) => {
    if (roots.some((root) => isInside(root, path))) return [];
    const own = ownTemporaryFolder(index);
    return own === undefined ? [] : [{ path, own, shown: shownAt(index) }];
  });
}

function wrap(
  bwrap: string,
  mounts: readonly Mount[],
  texts: readonly FileText[],
  { argv, cwd, hasTerminal = false }: SandboxedProgram,
  hasNetwork: boolean,
): Pick<PreparedProgram, 'argv' | 'files'> {
  const filter = buildSocketFilter();
  const files: string[] = [];
  const open = (content: Buffer): string => {
    files.push(openUnnamedFile(content));
    // The first three are those of the command.
    return String(files.length + 2);
  };
  const filterArgs = filter === undefined ? [] : ['--seccomp', open(filter)];
  const copies = texts.map(({ path, text }): Mount => ({
    path,
    args: ['--ro-bind-data', open(Buffer.from(text)), path],
  }));
  const direct: Argv = [
    bwrap,
    ...ISOLATION,
    // A terminal is the command's own, and must stay its controlling terminal for Ctrl+C to work.
    ...(hasTerminal ? [] : ['--new-session']),
    ...(hasNetwork ? [] : ['--unshare-net']),
    ...toArguments([...mounts, ...copies]),
    ...filterArgs,
    '--chdir',
    cwd,
    '--',
    ...argv,
  ];
  const inherited = listInheritedFiles();
  if (hasTerminal) return { argv: openWithShell(direct, files, inherited) };
  // Node closes nothing that it has inherited, and puts other files in its place.
  const closed = inherited.map((fd) => [fd, '/dev/null'] as const);
  return { argv: direct, files: new Map([...closed, ...files.map((file, at) => [at + 3, file] as const)]) };
}

/** Opens files from 3 on for a program, and closes those that this process has inherited: a terminal passes on no files. */
function openWithShell(argv: Argv, files: readonly string[], inherited: readonly number[]): Argv {
  const bash = BASH_PATHS.find((path) => existsSync(path));
  const closed = inherited.filter((fd) => bash !== undefined || fd < 10);
  const redirections = [
    ...closed.map((fd) => `${fd}>&-`),
    ...files.map((file, index) => `${index + 3}<${file}`),
  ].join(' ');
  const shell = closed.some((fd) => fd > 9) ? (bash ?? SHELL) : SHELL;
  return [shell, '-c', `exec "$@" ${redirections}`, 'sh', ...argv];
}

function copySettings({ home, roots }: SandboxLimits): readonly FileText[] {
  return copyGitSettings(home).filter(({ path }) => !roots.some((root) => root === path));
}

function findPlaces(limits: SandboxLimits, { environment }: SandboxedProgram): Places {
  return { ...limits, environment, gitFolders: findGitFolders(limits) };
}

/** The folders that git needs for a root and that lie outside of it: the work tree around it, a repository elsewhere. */
function findGitFolders({ roots, home }: SandboxLimits): readonly string[] {
  const folders = roots.flatMap((root) => {
    const repository = findEnclosing(root);
    if (repository === undefined) return [];
    const tree = dirname(repository.marker);
    // A home folder that is a repository, for instance of dotfiles, is not shown for that.
    const around = tree !== root && !isInside(tree, home) ? [tree] : [];
    const elsewhere = isAcknowledged(repository, tree) ? [repository.gitFolder, repository.commonFolder] : [];
    return [...around, ...elsewhere];
  });
  return [...new Set(folders)].filter((folder) => !roots.some((root) => isInside(root, folder)));
}
