import type { Argv, Sandbox } from '../../../src/host/node/sandbox/sandbox.js';

// A line that takes more has found what makes bash take the machine's memory. Units: bytes.
const MEMORY_LIMIT = 1_500_000_000;
const NAMESPACES =
  '--die-with-parent --unshare-user --unshare-pid --unshare-ipc --unshare-uts --cap-drop ALL';
const MOUNTS = '--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp';

/**
 * A sandbox for the machine's sake, and for nobody else's: in it a line can do all the harm that it likes to the world
 * of the test, its home folder, environment and sockets, and nothing to anything else. `programs`: a folder that is seen
 * besides, wherever it is.
 */
export function createOpenSandbox(base: string, environment: NodeJS.ProcessEnv, programs = base): Sandbox {
  return {
    state: 'sandboxed',
    prepare: ({ argv, cwd }) => {
      const wrapped: Argv = [
        '/usr/bin/bwrap',
        ...`${NAMESPACES} ${MOUNTS}`.split(' '),
        '--bind',
        base,
        base,
        '--ro-bind',
        programs,
        programs,
        '--chdir',
        cwd,
        '--',
        '/usr/bin/prlimit',
        `--as=${MEMORY_LIMIT}`,
        '--',
        ...argv,
      ];
      return Promise.resolve({
        argv: wrapped,
        environment,
        isSandboxed: true,
        repair: () => Promise.resolve([]),
        release: () => undefined,
      });
    },
  };
}
