import { join } from 'node:path';
import type { Argv, Sandbox, SandboxLimits } from './sandbox.js';

// Programs write to these whatever they do.
const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/stdout', '/dev/stderr', '/dev/dtracehelper'];
// Names are looked up through it.
const NAME_SERVER = '/private/var/run/mDNSResponder';

/** The sandbox of macOS: the same limits as a profile of its kernel. */
export function createSeatbelt(sandboxExec: string, limits: SandboxLimits): Sandbox {
  return {
    state: 'sandboxed',
    wrap(argv, _cwd, request) {
      if (request.kind === 'none') return { argv, isSandboxed: false };
      const wrapped: Argv = [sandboxExec, '-p', seatbeltProfile(limits, request.hasNetwork), ...argv];
      return { argv: wrapped, isSandboxed: true };
    },
  };
}

/** The limits in the language of `sandbox-exec`: of all rules that fit, the last one counts. */
export function seatbeltProfile(limits: SandboxLimits, hasNetwork: boolean): string {
  const { roots, temporaryFolders, secrets } = limits;
  return [
    '(version 1)',
    '(allow default)',
    // Other programs would do for the command what it cannot do itself.
    '(deny lsopen)',
    '(deny appleevent-send)',
    ...(hasNetwork
      ? [
          '(deny network-outbound (remote unix-socket))',
          `(allow network-outbound (literal ${quote(NAME_SERVER)}))`,
        ]
      : ['(deny network*)']),
    '(deny file-write*)',
    `(allow file-write* ${DEVICES.map((path) => `(literal ${quote(path)})`).join(' ')})`,
    ...temporaryFolders.map((path) => `(allow file-write* (subpath ${quote(path)}))`),
    ...secrets.map((path) => `(deny file-read* file-write* (subpath ${quote(path)}))`),
    ...roots.map((path) => `(allow file-read* file-write* (subpath ${quote(path)}))`),
    // What git would run later, outside of the sandbox.
    ...roots.flatMap((root) => [
      `(deny file-write* (literal ${quote(join(root, '.git'))}))`,
      `(deny file-write* (subpath ${quote(join(root, '.git/hooks'))}))`,
      `(deny file-write* (literal ${quote(join(root, '.git/config'))}))`,
      `(deny file-write* (literal ${quote(join(root, '.git/config.worktree'))}))`,
    ]),
    // A root may be a home folder, with its secrets in it.
    ...secrets
      .filter((path) => roots.some((root) => path.startsWith(`${root}/`)))
      .map((path) => `(deny file-read* file-write* (subpath ${quote(path)}))`),
  ].join('\n');
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
