import { join } from 'node:path';
import type { SandboxRequest } from '../../../actors/protocol/shell.js';
import { buildWorldEnvironment } from './environment/build-world-environment.js';
import { findProgram } from '../../../workers/disk/find-program.js';
import { withoutRetries } from './environment/without-retries.js';
import { guardWorkspace, type WorkspaceGuard } from './guard-workspace.js';
import { findSecretPlaces } from './mounts/secret-places.js';
import { findToolChains } from './mounts/tool-chains.js';
import { findGitDrivers } from './repository/find-git-drivers.js';
import { PackageFolders } from './protected/package-folders.js';
import { prepareWithoutSandbox, type Sandbox, type SandboxedProgram, type SandboxLimits } from './sandbox.js';
import { buildSeatbeltProfile, type SeatbeltPlan } from './seatbelt-profile.js';

const UNGUARDED: WorkspaceGuard = {
  locks: { writable: [], readOnly: [], protectedPlaces: [] },
  repair: () => Promise.resolve([]),
  release: () => undefined,
};

/** The sandbox of macOS: the same limits as a profile for `sandbox-exec`. Untested: nothing of it has run on a Mac. */
export function createSeatbelt(sandboxExec: string, limits: SandboxLimits): Sandbox {
  const { roots } = limits;
  const packageFolders = new PackageFolders();
  return {
    state: 'sandboxed',
    async prepare(program) {
      const { argv, cwd, request, environment } = program;
      if (request.kind === 'none') return prepareWithoutSandbox(program, limits);
      const git = findProgram('git', environment, roots);
      const guard =
        request.kind === 'looking'
          ? UNGUARDED
          : await guardWorkspace(
              { roots, temporaryFolders: limits.temporaryFolders, git, environment, grants: request },
              packageFolders,
            );
      const drivers = request.kind === 'looking' ? await findGitDrivers(cwd, () => git) : [];
      const profile = buildSeatbeltProfile(planProfile(limits, program, request, guard));
      return {
        argv: [sandboxExec, '-p', profile, ...argv],
        environment: withoutRetries(buildWorldEnvironment(environment, request, limits, drivers), request),
        isSandboxed: true,
        repair: guard.repair,
        release: guard.release,
      };
    },
  };
}

function planProfile(
  { roots, temporaryFolders, home, keyFiles }: SandboxLimits,
  { environment }: SandboxedProgram,
  request: Exclude<SandboxRequest, { readonly kind: 'none' }>,
  { locks }: WorkspaceGuard,
): SeatbeltPlan {
  const reveals = request.kind === 'working' ? request.reveals : [];
  const revealed = reveals.filter((path) => path.startsWith('~/')).map((path) => join(home, path.slice(2)));
  const { programs, caches } = findToolChains(home, environment);
  const hasNetwork = request.kind === 'working' && request.hasNetwork;
  const gitSettings = ['.gitconfig', '.config/git'].map((path) => join(home, path));
  return {
    roots,
    temporaryFolders,
    home,
    shown: [...programs, ...(hasNetwork ? [] : caches), ...gitSettings, ...revealed],
    hidden: [
      ...findSecretPlaces(home).filter(
        (path) => !roots.some((root) => root === path) && !revealed.includes(path),
      ),
      ...keyFiles,
    ],
    canWrite: request.kind === 'working',
    hasNetwork,
    mayWriteRepository: request.kind === 'working' && request.mayWriteRepository,
    // With the grant, a repository is open but for what decides which programs git runs.
    locked: [
      ...locks.readOnly,
      ...locks.protectedPlaces,
      ...(request.kind === 'working' ? (request.readOnly ?? []) : []),
    ],
  };
}
