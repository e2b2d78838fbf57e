import { expect, test } from 'vitest';
import type { SandboxRefusal } from '../../../../src/actors/protocol/sandbox-refusal.js';
import { findRefusal } from '../../../../src/host/node/shell/find-refusal.js';

const OUTSIDE = new Set([
  '/opt/tools/deploy',
  '/home/a/.npmrc',
  '/home/a/.kube/config',
  '/srv/data/x',
  '/w/other/x',
]);
const environment = { PATH: '/usr/bin:/opt/tools:./node_modules/.bin', HOME: '/home/a' };

// Shape: exit code, output on stderr, what it means. Each line is what the program prints, word by word.
test.each<[exitCode: number | null, stderr: string, refusal: SandboxRefusal | undefined]>([
  [1, "touch: cannot touch 'a': Read-only file system", 'write'],
  [1, 'bash: line 1: a.txt: Read-only file system', 'write'],
  [128, "fatal: Unable to create '/w/.git/index.lock': Read-only file system", 'write'],
  [1, "Error: EROFS: read-only file system, open '/w/dist/a.js'", 'write'],
  [1, "OSError: [Errno 30] Read-only file system: 'a'", 'write'],
  [101, 'error: failed to write: Read-only file system (os error 30)', 'write'],
  [4, 'error: could not write config file .git/config: Device or resource busy', 'write'],
  [1, "rm: cannot remove '.envrc': Device or resource busy", 'write'],
  [1, "Error: EBUSY: resource busy or locked, rename 'a' -> '.npmrc'", 'write'],
  [0, 'cp: cannot create regular file: Read-only file system', 'write'],
  [6, 'curl: (6) Could not resolve host: example.org', 'network'],
  [7, 'curl: (7) Failed to connect to 127.0.0.1 port 80 after 0 ms: Connection refused', 'network'],
  [128, "fatal: unable to access 'https://example.org/': Could not resolve host: example.org", 'network'],
  [255, 'ssh: Could not resolve hostname example.org: Temporary failure in name resolution', 'network'],
  [1, 'connect ENETUNREACH 1.1.1.1:443 - Local (0.0.0.0:0)', 'network'],
  [1, 'npm error code EAI_AGAIN', 'network'],
  [1, 'dial tcp: lookup proxy.golang.org: no such host', 'network'],
  [1, 'bash: /dev/tcp/1.1.1.1/80: Network is unreachable', 'network'],
  [1, 'Error: connect ECONNREFUSED 127.0.0.1:5432', 'network'],
  [1, 'Error: connect EACCES /var/run/docker.sock', 'network'],
  [
    1,
    'permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock',
    'network',
  ],
  [1, 'Error: listen EACCES: permission denied /tmp/tsx-0/1.pipe', 'network'],
  [127, 'bash: line 1: deploy: command not found', 'hidden'],
  [127, "env: 'deploy': No such file or directory", 'hidden'],
  [1, 'cat: /home/a/.npmrc: No such file or directory', 'hidden'],
  [1, "Error: ENOENT: no such file or directory, open '/home/a/.kube/config'", 'hidden'],
  [1, "cat: '~/.npmrc': No such file or directory", 'hidden'],
  [1, 'cat: /srv/data/x: No such file or directory', 'hidden'],
  [1, 'cat: ../other/x: No such file or directory', 'hidden'],
  [1, 'cat: /srv/data/nothing: No such file or directory', undefined],
  [127, '/bin/sh: 1: no-such-program: not found', undefined],
  [127, "/srv/data/x: 'no-such-program': No such file or directory", undefined],
  [128, 'error: gpg failed to sign the data', 'hidden'],
  [127, 'bash: line 1: no-such-program: command not found', undefined],
  [127, 'bash: line 1: node_modules/.bin/deploy: No such file or directory', undefined],
  [1, 'cat: /home/a/nothing: No such file or directory', undefined],
  [1, 'cat: src/a.ts: No such file or directory', undefined],
  [1, 'cat: a: Permission denied', undefined],
  [2, 'a.ts(1,1): error TS2304: Cannot find name', undefined],
  [1, '', undefined],
  [null, '', undefined],
])('exit code %s with "%s" means %s', (exitCode, stderr, refusal) => {
  const exists = (path: string): boolean => OUTSIDE.has(path);
  const found = findRefusal({ exitCode, stderr, stdout: '', cwd: '/w/project', environment, exists });
  expect(found).toEqual(refusal === undefined ? undefined : { kind: refusal, line: stderr });
});

test('what a command that succeeded found in files is not believed', () => {
  const stdout = 'docs/a.md:3:touch: cannot touch: Read-only file system\n';
  expect(findRefusal({ exitCode: 0, stdout, stderr: '', environment })).toBeUndefined();
  expect(findRefusal({ exitCode: 1, stdout, stderr: '', environment })?.kind).toBe('write');
});
