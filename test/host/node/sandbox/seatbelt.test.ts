import { expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { createSeatbelt } from '../../../../src/host/node/sandbox/seatbelt.js';
import {
  buildSeatbeltProfile,
  type SeatbeltPlan,
} from '../../../../src/host/node/sandbox/seatbelt-profile.js';
import { request } from '../../../doubles/shell-world.js';

// Only the text of the profiles is tried: they have never run on a Mac.
const plan: SeatbeltPlan = {
  roots: ['/Users/a/app'],
  temporaryFolders: ['/private/tmp'],
  home: '/Users/a',
  shown: ['/Users/a/.nvm'],
  hidden: ['/etc/"key"'],
  canWrite: false,
  hasNetwork: false,
  mayWriteRepository: false,
  locked: [],
};
const linesOf = (more: Partial<SeatbeltPlan>): readonly string[] =>
  buildSeatbeltProfile({ ...plan, ...more }).split('\n');

test('a profile denies what it does not list, in both worlds', () => {
  for (const canWrite of [false, true]) {
    expect(linesOf({ canWrite }).slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
    expect(linesOf({ canWrite }).filter((line) => line.includes('network'))).toEqual([]);
  }
});

test('looking writes to devices only', () => {
  expect(linesOf({}).filter((line) => line.startsWith('(allow') && line.includes('file-write'))).toEqual([
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/stdout") (literal "/dev/stderr") (literal "/dev/dtracehelper"))',
  ]);
});

test('the home folder is closed but for tool chains and the workspace, and git is locked last', () => {
  const lines = linesOf({ canWrite: true, locked: ['/Users/a/app/.husky'] });
  expect(lines.slice(lines.indexOf('(allow file-read*)') + 1)).toEqual([
    '(deny file-read-data (subpath "/Users/a"))',
    '(allow file-read* (subpath "/Users/a/.nvm"))',
    expect.stringContaining('(allow file-write* (literal "/dev/null")'),
    '(allow file-read* file-write* (subpath "/private/tmp"))',
    '(allow file-read* file-write* (subpath "/Users/a/app"))',
    '(deny file-write* (regex #"/\\.git(/|$)"))',
    '(deny file-write* (subpath "/Users/a/app/.husky"))',
    '(deny file-read-data file-write* (subpath "/etc/\\"key\\""))',
    '(deny file-write-unlink (literal "/Users/a/app/.git"))',
  ]);
});

test('leave to write to a repository leaves its settings and hooks locked', () => {
  expect(linesOf({ canWrite: true, mayWriteRepository: true })).toContain(
    '(deny file-write* (regex #"/\\.git/(.*/)?(config|config\\.worktree|commondir|gitdir|hooks)(/|$)"))',
  );
});

test('the network is open but for sockets of services when it is allowed', () => {
  expect(linesOf({ hasNetwork: true }).filter((line) => line.includes('network'))).toEqual([
    '(allow network-outbound (remote ip))',
    '(allow network-bind network-inbound (local ip))',
    '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
  ]);
});

test('a command is wrapped when a sandbox is asked for', async () => {
  const sandbox = createSeatbelt('/usr/bin/sandbox-exec', {
    roots: ['/no/such/root' as AbsPath],
    temporaryFolders: ['/private/tmp'],
    home: '/no/such/home',
    keyFiles: [],
    variables: [],
  });
  const program = {
    argv: ['true'],
    cwd: '/no/such/root' as AbsPath,
    environment: { NPM_TOKEN: 'x' },
  } as const;
  const free = await sandbox.prepare({ ...program, request: request('none') });
  const caged = await sandbox.prepare({ ...program, request: request('working') });
  expect([free.argv, free.isSandboxed]).toEqual([['true'], false]);
  expect([caged.argv.slice(0, 2), caged.argv.at(-1), caged.isSandboxed]).toEqual([
    ['/usr/bin/sandbox-exec', '-p'],
    'true',
    true,
  ]);
  // Without the network package managers do not try again, and there is nothing else.
  expect(Object.keys(caged.environment).toSorted()).toEqual([
    'CARGO_NET_RETRY',
    'PIP_RETRIES',
    'UV_HTTP_RETRIES',
    'YARN_HTTP_RETRY',
    'npm_config_fetch_retries',
  ]);
});
