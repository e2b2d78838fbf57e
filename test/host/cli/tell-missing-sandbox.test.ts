import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { SandboxState } from '../../../src/actors/protocol/shell.js';
import { tellMissingSandbox } from '../../../src/host/cli/tell-missing-sandbox.js';
import type { Interrupts } from '../../../src/host/cli/terminal/interrupts.js';
import { Output } from '../../../src/host/cli/terminal/output.js';
import { describeMissing, describeUnknown } from '../../../src/host/node/sandbox/missing-sandbox.js';

/** What a person is told at the start. */
async function tell(state: () => Promise<SandboxState>, left = new AbortController()): Promise<string> {
  const stream = new PassThrough();
  const err = new Output(Object.assign(stream, { isTTY: false }), { hasColor: false, isDumb: false });
  await tellMissingSandbox(
    { err, interrupts: { left: left.signal } as unknown as Interrupts },
    { sandboxState: state },
  );
  return (stream.read() as Buffer | null)?.toString() ?? '';
}

test.each([
  ['ID=ubuntu\nID_LIKE=debian', 'sudo apt install bubblewrap'],
  ['ID=fedora', 'sudo dnf install bubblewrap'],
  ['ID=alpine', 'sudo apk add bubblewrap'],
  ['ID=other', 'install the package "bubblewrap"'],
])(
  'where bubblewrap is missing, a person is told what that costs and how to get it: %s',
  async (release, how) => {
    const told = await tell(() => Promise.resolve({ missing: describeMissing(release) }));
    expect(told).toContain('seven in ten are asked about; with a sandbox it is one in twenty.');
    expect(told).toContain(how);
    expect(told.trim().split('\n')).toHaveLength(1);
  },
);

test('on Windows a person is told of WSL', async () => {
  expect(await tell(() => Promise.resolve({ missing: describeUnknown('win32') }))).toContain('in WSL');
});

test('nothing is told where there is a sandbox, where that is not known, and to nobody', async () => {
  expect(await tell(() => Promise.resolve('sandboxed'))).toBe('');
  expect(await tell(() => Promise.reject(new Error('no answer')))).toBe('');
  const left = new AbortController();
  left.abort();
  expect(await tell(() => Promise.resolve({ missing: 'it' }), left)).toBe('');
});
