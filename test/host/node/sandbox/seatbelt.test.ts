import { expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { createSeatbelt, buildSeatbeltProfile } from '../../../../src/host/node/sandbox/seatbelt.js';

const limits = {
  roots: ['/Users/a/app', '/Users/a'] as AbsPath[],
  temporaryFolders: ['/private/tmp'],
  secrets: ['/Users/a/.ssh', '/etc/"key"'],
};

test('a profile opens what the limits open, and its last lines close what is secret', () => {
  expect(buildSeatbeltProfile(limits, false)).toBe(
    [
      '(version 1)',
      '(allow default)',
      '(deny lsopen)',
      '(deny appleevent-send)',
      '(deny network*)',
      '(deny file-write*)',
      '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/stdout") (literal "/dev/stderr") (literal "/dev/dtracehelper"))',
      '(allow file-write* (subpath "/private/tmp"))',
      '(deny file-read* file-write* (subpath "/Users/a/.ssh"))',
      '(deny file-read* file-write* (subpath "/etc/\\"key\\""))',
      '(allow file-read* file-write* (subpath "/Users/a/app"))',
      '(allow file-read* file-write* (subpath "/Users/a"))',
      '(deny file-write* (literal "/Users/a/app/.git"))',
      '(deny file-write* (subpath "/Users/a/app/.git/hooks"))',
      '(deny file-write* (literal "/Users/a/app/.git/config"))',
      '(deny file-write* (literal "/Users/a/app/.git/config.worktree"))',
      '(deny file-write* (literal "/Users/a/.git"))',
      '(deny file-write* (subpath "/Users/a/.git/hooks"))',
      '(deny file-write* (literal "/Users/a/.git/config"))',
      '(deny file-write* (literal "/Users/a/.git/config.worktree"))',
      '(deny file-read* file-write* (subpath "/Users/a/.ssh"))',
    ].join('\n'),
  );
});

test('the network is open but for sockets of services when it is allowed', () => {
  const lines = buildSeatbeltProfile(limits, true).split('\n');
  expect(lines.filter((line) => line.includes('network'))).toEqual([
    '(deny network-outbound (remote unix-socket))',
    '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
  ]);
});

test('a command is wrapped when a sandbox is asked for', () => {
  const sandbox = createSeatbelt('/usr/bin/sandbox-exec', limits);
  const cwd = '/Users/a/app' as AbsPath;
  expect(sandbox.wrap(['true'], cwd, { kind: 'none' })).toEqual({ argv: ['true'], isSandboxed: false });
  expect(sandbox.wrap(['true'], cwd, { kind: 'workspace', hasNetwork: false })).toEqual({
    argv: ['/usr/bin/sandbox-exec', '-p', buildSeatbeltProfile(limits, false), 'true'],
    isSandboxed: true,
  });
});
