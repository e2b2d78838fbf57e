import { expect, test } from 'vitest';
import type { SandboxRefusal } from '../../../../src/actors/protocol/sandbox-refusal.js';
import type { SandboxRequest } from '../../../../src/actors/protocol/shell.js';
import {
  describeMissingNetwork,
  describeRefusal,
} from '../../../../src/actors/tools/shell/describe-refusal.js';

const NOTHING = { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] } as const;
const GIT: SandboxRequest = { ...NOTHING, mayWriteRepository: true };
const NETWORK: SandboxRequest = { ...NOTHING, hasNetwork: true };
const LOOKING: SandboxRequest = { kind: 'looking' };

// Shape: what the command could access, what was refused and the line that says so, what the model reads.
test.each<[access: SandboxRequest, kind: SandboxRefusal, line: string, hint: string]>([
  [NOTHING, 'write', "fatal: Unable to create '/w/.git/index.lock': Read-only file system", 'needs ["git"]'],
  [
    NOTHING,
    'write',
    'error: could not lock config file .git/config: Read-only file system',
    'no value of needs',
  ],
  [
    GIT,
    'write',
    'error: could not write config file .git/config: Device or resource busy',
    'git -c NAME=VALUE',
  ],
  [GIT, 'write', "cp: cannot create regular file '.git/hooks/x': Read-only file system", 'leave the command'],
  [GIT, 'write', "fatal: Unable to create '/x/.git/index.lock': Read-only file system", 'stays locked'],
  [NETWORK, 'write', "rm: cannot remove '.envrc': Device or resource busy", 'with the tools for files'],
  [NETWORK, 'write', "touch: cannot touch '/usr/x': Read-only file system", 'outside of the workspace'],
  [NOTHING, 'network', 'npm error code EAI_AGAIN', 'needs ["network"]'],
  [LOOKING, 'network', 'npm error code EAI_AGAIN', 'needs ["network"]'],
  [NOTHING, 'network', 'Error: listen EACCES: permission denied 0.0.0.0:80', 'needs ["network"]'],
  [NETWORK, 'network', 'curl: (6) Could not resolve host: example.org', 'the sandbox is not the reason'],
  [NETWORK, 'network', 'Error: connect EACCES /var/run/docker.sock', 'No command in the sandbox gets one'],
  [NOTHING, 'hidden', 'cat: /home/a/.npmrc: No such file or directory', 'with its name in needs'],
])('with %j a refusal (%s) in "%s" is explained', (access, refusal, refusalLine, hint) => {
  expect(describeRefusal({ refusal, refusalLine }, access)).toContain(hint);
});

test('a question follows where a command only looked, and no hint where nothing was refused', () => {
  expect([
    describeRefusal({ refusal: 'write', refusalLine: 'touch: Read-only file system' }, LOOKING),
    describeRefusal({}, NOTHING),
  ]).toEqual([undefined, undefined]);
});

test('only where there was no network a silent command is told to have waited for it', () => {
  expect([LOOKING, NOTHING, NETWORK, { kind: 'none' } as const].map(describeMissingNetwork)).toEqual([
    expect.stringContaining('needs ["network"]'),
    expect.stringContaining('needs ["network"]'),
    undefined,
    undefined,
  ]);
});
