import type { Argv, Sandbox } from '../../../src/host/node/sandbox/sandbox.js';
import type { LocksWorld } from './world.js';

// A line that takes more has found what makes bash take the machine's memory. Units: bytes.
const MEMORY_LIMIT = 1_500_000_000;

/**
 * A sandbox for the machine's sake, and for nobody else's: in it a line can do all the harm that it likes to the world
 * of the test, its home folder, environment and sockets, and nothing to anything else.
 */
export function createOpenSandbox({ places }: LocksWorld): Sandbox {
  return {
    state: 'sandboxed',
    wrap: (argv, cwd) => {
      const wrapped: Argv = [
        '/usr/bin/bwrap',
        ...'--die-with-parent --unshare-user --unshare-pid --unshare-ipc --unshare-uts --cap-drop ALL'.split(' '),
        ...'--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp'.split(' '),
        ...['--bind', places.base, places.base, '--chdir', cwd, '--'],
        ...['/usr/bin/prlimit', `--as=${MEMORY_LIMIT}`, '--', ...argv],
      ];
      return { argv: wrapped, isSandboxed: true };
    },
  };
}
