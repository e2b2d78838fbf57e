import { join } from 'node:path';

/** What a profile opens and closes. All paths have their links resolved. */
export interface SeatbeltPlan {
  readonly roots: readonly string[];
  readonly temporaryFolders: readonly string[];
  /** The home folder, closed but for `shown`. */
  readonly home: string;
  readonly shown: readonly string[];
  /** Closed wherever they are. */
  readonly hidden: readonly string[];
  readonly canWrite: boolean;
  readonly hasNetwork: boolean;
  readonly mayWriteRepository: boolean;
  /** Closed to writing besides what is in a `.git`. */
  readonly locked: readonly string[];
}

// Every program may need to write to these.
const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/stdout', '/dev/stderr', '/dev/dtracehelper'];
// DNS look-ups go through this socket.
const NAME_SERVER = '/private/var/run/mDNSResponder';
// What libraries of the system ask for when a program starts: users and groups, time zones, certificates, logging.
const SERVICES = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
  'com.apple.system.notification_center',
  'com.apple.system.logger',
  'com.apple.logd',
  'com.apple.SecurityServer',
  'com.apple.trustd',
  'com.apple.trustd.agent',
  'com.apple.bsd.dirhelper',
];
const NETWORK_SERVICES = [
  'com.apple.SystemConfiguration.configd',
  'com.apple.SystemConfiguration.DNSConfiguration',
  'com.apple.dnssd.service',
  'com.apple.nsurlsessiond',
];
// Whatever the workspace holds, also what is not there yet.
const GIT = '#"/\\.git(/|$)"';
const GIT_SETTINGS = '#"/\\.git/(.*/)?(config|config\\.worktree|commondir|gitdir|hooks)(/|$)"';

/**
 * The limits as a `sandbox-exec` profile, in which the last matching rule wins. What no rule allows is denied.
 * It was written by the documentation of others and has never run on a Mac: only its text is tested.
 */
export function buildSeatbeltProfile(plan: SeatbeltPlan): string {
  const { roots, temporaryFolders, home, shown, hidden, canWrite, hasNetwork, locked } = plan;
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow ipc-posix-sem ipc-posix-shm)',
    '(allow pseudo-tty)',
    '(allow file-ioctl (regex #"^/dev/(tty|pty|ptmx|fd/)"))',
    `(allow mach-lookup ${SERVICES.map((name) => `(global-name ${quote(name)})`).join(' ')})`,
    '(allow file-read*)',
    ...[home, ...(canWrite ? [] : temporaryFolders)].map((path) => `(deny file-read-data ${subpath(path)})`),
    ...shown.map((path) => `(allow file-read* ${subpath(path)})`),
    `(allow file-write* ${DEVICES.map((path) => `(literal ${quote(path)})`).join(' ')})`,
    ...(canWrite ? temporaryFolders.map((path) => `(allow file-read* file-write* ${subpath(path)})`) : []),
    ...roots.map((path) => `(allow file-read* ${canWrite ? 'file-write* ' : ''}${subpath(path)})`),
    ...(hasNetwork
      ? [
          '(allow network-outbound (remote ip))',
          '(allow network-bind network-inbound (local ip))',
          `(allow network-outbound (literal ${quote(NAME_SERVER)}))`,
          `(allow mach-lookup ${NETWORK_SERVICES.map((name) => `(global-name ${quote(name)})`).join(' ')})`,
        ]
      : []),
    // What git would later run outside of the sandbox.
    `(deny file-write* (regex ${plan.mayWriteRepository ? GIT_SETTINGS : GIT}))`,
    ...locked.map((path) => `(deny file-write* ${subpath(path)})`),
    // A root may be a home folder with secrets in it.
    ...hidden.map((path) => `(deny file-read-data file-write* ${subpath(path)})`),
    ...roots.map((path) => `(deny file-write-unlink (literal ${quote(join(path, '.git'))}))`),
  ].join('\n');
}

function subpath(path: string): string {
  return `(subpath ${quote(path)})`;
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
