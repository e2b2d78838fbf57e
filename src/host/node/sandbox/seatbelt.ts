import { join } from 'node:path';
import type { Argv, Sandbox, SandboxLimits } from './sandbox.js';

// Every program may need to write to these.
const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/stdout', '/dev/stderr', '/dev/dtracehelper'];
// DNS look-ups go through this socket.
const NAME_SERVER = '/private/var/run/mDNSResponder';

/** The sandbox of macOS: the same limits as a profile for `sandbox-exec`. */
export function createSeatbelt(sandboxExec: string, limits: SandboxLimits): Sandbox {
  return {
    state: 'sandboxed',
    wrap(argv, _cwd, request) {
      if (request.kind === 'none') return { argv, isSandboxed: false };
      const wrapped: Argv = [
        sandboxExec,
        '-p',
        buildSeatbeltProfile(limits, request.kind === 'working' && request.hasNetwork),
        ...argv,
      ];
      return { argv: wrapped, isSandboxed: true };
    },
  };
}

/** The limits as a `sandbox-exec` profile, in which the last matching rule wins. */
export function buildSeatbeltProfile(limits: SandboxLimits, hasNetwork: boolean): string {
  const { roots, temporaryFolders, secrets } = limits;
  return [
    '(version 1)',
    '(allow default)',
    // Other programs could do for the command what the sandbox forbids.
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
    // What git would later run outside the sandbox.
    ...roots.flatMap((root) => [
      `(deny file-write* (literal ${quote(join(root, '.git'))}))`,
      `(deny file-write* (subpath ${quote(join(root, '.git/hooks'))}))`,
      `(deny file-write* (literal ${quote(join(root, '.git/config'))}))`,
      `(deny file-write* (literal ${quote(join(root, '.git/config.worktree'))}))`,
    ]),
    // A root may be a home folder with secrets in it.
    ...secrets
      .filter((path) => roots.some((root) => path.startsWith(`${root}/`)))
      .map((path) => `(deny file-read* file-write* (subpath ${quote(path)}))`),
  ].join('\n');
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
