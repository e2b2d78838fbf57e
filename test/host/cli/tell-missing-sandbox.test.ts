import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import type { SandboxState } from '../../../src/actors/protocol/shell.js';
import { notify } from '../../../src/host/cli/session.js';
import { tellMissingSandbox } from '../../../src/host/cli/tell-missing-sandbox.js';
import type { Interrupts } from '../../../src/host/cli/terminal/interrupts.js';
import { Output } from '../../../src/host/cli/terminal/output.js';
import { QuestionQueue } from '../../../src/host/cli/terminal/question-queue.js';
import { describeMissing, describeUnknown } from '../../../src/host/node/sandbox/missing-sandbox.js';

const openOutput = (): { readonly err: Output; readonly read: () => string } => {
  const stream = new PassThrough();
  return {
    err: new Output(Object.assign(stream, { isTTY: false }), { hasColor: false, isDumb: false }),
    read: () => (stream.read() as Buffer | null)?.toString() ?? '',
  };
};

const notLeft = { left: new AbortController().signal } as unknown as Interrupts;

/** What a person is told at the start. */
async function tell(state: () => Promise<SandboxState>, interrupts = notLeft): Promise<string> {
  const { err, read } = openOutput();
  await tellMissingSandbox({ err, interrupts, questions: new QuestionQueue() }, { sandboxState: state });
  return read();
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
  expect(
    await tell(() => Promise.resolve({ missing: 'it' }), { left: left.signal } as unknown as Interrupts),
  ).toBe('');
});

test('while a question is open nothing is told, and after it what had to wait', async () => {
  const { err, read } = openOutput();
  const questions = new QuestionQueue();
  const answer = deferred<void>();
  const answered = questions.ask(() => answer.promise);
  const sandboxState = (): Promise<SandboxState> => Promise.resolve({ missing: 'it' });
  const told = tellMissingSandbox({ err, interrupts: notLeft, questions }, { sandboxState });
  await new Promise(setImmediate);
  const noticed = notify({ err, questions }, 'a server has left');
  const asked = questions.ask(() => err.line('And this?'));
  await new Promise(setImmediate);
  expect(read()).toBe('');
  answer.resolve();
  await Promise.all([answered, told, noticed, asked]);
  expect(read()).toMatch(/without a sandbox.*\n.*a server has left\nAnd this\?/);
});
