import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileNotFoundError, ToolExecutionError } from '../../../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { type Sandbox, withoutSandbox } from '../../../../src/host/node/sandbox/sandbox.js';
import { LocalShell } from '../../../../src/host/node/shell/local-shell.js';
import { errorOf } from '../../../doubles/error-of.js';
import { settle } from '../../../doubles/settle.js';
import { makeShellWorld, type ShellWorld } from '../../../doubles/shell-world.js';
import { writeFiles } from '../../../doubles/temp-dir.js';

// As many as two cores take.
const AT_ONCE = 8;

let world: ShellWorld;
beforeAll(async () => {
  world = await makeShellWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('every exit code from 0 to 255 is reported', async () => {
  const codes = Array.from({ length: 256 }, (_, code) => code);
  const got: (number | null)[] = [];
  const next = codes.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const code of next) got[code] = (await world.run(`exit ${code}`, 'none')).exitCode;
    }),
  );
  expect(got).toEqual(codes);
});

test('a command waits until its sandbox was tried out', async () => {
  const trial = deferred<Sandbox>();
  await using shell = new LocalShell({ sandbox: () => trial.promise });
  let isTried = false;
  const command = { command: 'echo ran', cwd: world.cwd, sandbox: { kind: 'none' } } as const;
  const running = shell
    .run({ ...command, idleTimeoutMs: 30_000, signal: new AbortController().signal })
    .then(({ stdout }) => ({ stdout, isTried }));
  await settle();
  isTried = true;
  trial.resolve(withoutSandbox('There is none'));
  expect(await running).toEqual({ stdout: 'ran\n', isTried: true });
  expect(await shell.sandboxState).toEqual({ missing: 'There is none' });
});

test('a command that waits for its sandbox can be cancelled', async () => {
  await using shell = new LocalShell({ sandbox: () => new Promise(() => undefined) });
  const cancel = new AbortController();
  const command = { command: 'echo ran', cwd: world.cwd, sandbox: { kind: 'none' } } as const;
  const running = errorOf(() => shell.run({ ...command, idleTimeoutMs: 30_000, signal: cancel.signal }));
  cancel.abort('stop');
  expect(await running).toBe('stop');
});

test('output is passed on while the command runs', async () => {
  const cancel = new AbortController();
  const chunks: unknown[] = [];
  const result = await world.run(`echo out; ${world.sleep}`, 'none', {
    signal: cancel.signal,
    onOutput: (chunk) => {
      chunks.push(chunk);
      cancel.abort();
    },
  });
  expect([chunks, result.endedBy]).toEqual([[{ stream: 'stdout', text: 'out\n' }], 'cancel']);
});

test('no more than a million characters of a stream are passed on live', async () => {
  let chars = 0;
  let last = '';
  await world.run("head -c 5000000 /dev/zero | tr '\\0' x", 'none', {
    onOutput: ({ text }) => {
      chars += text.length;
      last = text;
    },
  });
  expect(chars).toBeLessThan(1_100_000);
  expect(last).toBe('\n[... the rest is not shown live ...]\n');
});

test('what a command leaves in the background is counted', async () => {
  const { leftRunning } = await world.run(`${world.sleep} & ${world.sleep} & echo`, 'none');
  expect([leftRunning, world.left()]).toEqual([2, []]);
});

test('a command that was cancelled before it began is not started', async () => {
  const reason = new Error('cancelled');
  expect(await errorOf(() => world.run('touch started', 'none', { signal: AbortSignal.abort(reason) }))).toBe(
    reason,
  );
  expect((await world.run('ls', 'none')).stdout).toBe('');
});

test('a directory that is not there is named', async () => {
  const cwd = join(world.cwd, 'missing') as AbsPath;
  for (const cage of ['none', 'working'] as const) {
    const error = await errorOf(() => world.run('echo', cage, { cwd }));
    expect(error).toBeInstanceOf(FileNotFoundError);
    expect(String(error)).toContain(cwd);
  }
});

test('a file is no directory to run in', async () => {
  writeFiles(world.cwd, { file: '' });
  const error = await errorOf(() => world.run('echo', 'none', { cwd: join(world.cwd, 'file') as AbsPath }));
  expect(String(error)).toBe(
    `ToolExecutionError: The command cannot be started: ${world.cwd}/file is not a directory.`,
  );
});

test.each([
  ['with a NUL', 'echo a\0b', 'null bytes'],
  ['longer than the system takes', `: ${'x'.repeat(140_000)}`, 'it is too long (140002 characters'],
])('a command %s is refused', async (_, command, problem) => {
  const error = await errorOf(() => world.run(command, 'none'));
  expect(error).toBeInstanceOf(ToolExecutionError);
  expect(String(error)).toContain(problem);
});

test('what runs ends with the shell', async () => {
  const shell = new LocalShell({
    sandbox: () => Promise.resolve(withoutSandbox('a test')),
    environment: world.environment,
  });
  let disposal: Promise<void> | undefined;
  const result = await shell.run({
    command: `echo on; setsid ${world.sleep} & ${world.sleep}`,
    cwd: world.cwd,
    idleTimeoutMs: 60_000,
    signal: new AbortController().signal,
    sandbox: { kind: 'none' },
    onOutput: () => {
      disposal = shell[Symbol.asyncDispose]();
    },
  });
  await disposal;
  expect([result.endedBy, world.left()]).toEqual(['cancel', []]);
});
