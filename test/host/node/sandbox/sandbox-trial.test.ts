import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AskTimeoutError, ToolExecutionError } from '../../../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { type Sandbox, withoutSandbox } from '../../../../src/host/node/sandbox/sandbox.js';
import { SandboxTrial } from '../../../../src/host/node/sandbox/sandbox-trial.js';
import { errorOf } from '../../../doubles/error-of.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { testUnless } from '../../../doubles/run-unless.js';
import { until } from '../../../doubles/until.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

const MINUTE_MS = 60_000;
const NONE = withoutSandbox('There is none');

describe('the trial of a sandbox', () => {
  test('tests once for all who ask, and leaves no timer', async () => {
    const clock = new FakeClock();
    let tests = 0;
    await using trial = new SandboxTrial({
      clock,
      find: () => {
        tests += 1;
        return Promise.resolve(NONE);
      },
    });
    expect(await Promise.all([trial.get(), trial.get()])).toEqual([NONE, NONE]);
    expect(await trial.get()).toBe(NONE);
    expect([tests, clock.pending]).toEqual([1, 0]);
  });

  test('says after a minute what is waited for, and has the answer when it comes', async () => {
    const clock = new FakeClock();
    const found = deferred<Sandbox>();
    await using trial = new SandboxTrial({ clock, find: () => found.promise });
    const first = errorOf(trial.get);
    clock.advance(MINUTE_MS);
    const error = await first;
    expect(error).toBeInstanceOf(AskTimeoutError);
    expect(error).toMatchObject({
      message:
        'bubblewrap, the sandbox for commands, has not answered for 60 s, and no command runs before it has. On a busy machine it may yet: try again later. If "bwrap --ro-bind / / true" does not end in a terminal either, repair or remove bubblewrap, and start Troupe again.',
    });
    expect(await errorOf(trial.get)).toBe(error);
    found.resolve(NONE);
    expect(await trial.get()).toBe(NONE);
  });

  test('tests again after a test that failed', async () => {
    const outcomes = [Promise.reject(new Error('no memory')), Promise.resolve(NONE)];
    await using trial = new SandboxTrial({ find: () => outcomes.shift() ?? Promise.reject(new Error()) });
    expect(await errorOf(trial.get)).toEqual(new Error('no memory'));
    expect(await trial.get()).toBe(NONE);
  });
});

describe('a sandbox program', () => {
  let folder: AbsPath;
  let program: string;
  beforeEach(() => {
    folder = makeTempDir();
    program = join(folder, 'bwrap');
    execFileSync('mkfifo', [join(folder, 'started'), join(folder, 'go')]);
  });
  afterEach(() => {
    removeTempDir(folder);
  });

  const inFolder = testUnless(
    process.platform === 'linux' ? undefined : 'Only Linux has a sandbox program that is tested',
  );
  const install = (script: string): void => {
    writeFiles(folder, { bwrap: `#!/bin/sh\ncd ${folder}\n${script}\n` });
    execFileSync('chmod', ['+x', program]);
  };
  const find = (signal?: AbortSignal): Promise<Sandbox> =>
    findSandbox({ roots: [folder], programs: [program], ...(signal === undefined ? {} : { signal }) });

  inFolder('that takes longer than anybody waits is the sandbox once it has answered', async () => {
    install('echo on > started; read -r line < go');
    const clock = new FakeClock();
    let answer: Promise<Sandbox> | undefined;
    await using trial = new SandboxTrial({ clock, find: (signal) => (answer = find(signal)) });
    const first = errorOf(trial.get);
    await readFile(join(folder, 'started'));
    clock.advance(60 * MINUTE_MS);
    expect(await first).toBeInstanceOf(AskTimeoutError);
    await writeFile(join(folder, 'go'), 'on\n');
    await answer;
    expect((await trial.get()).state).toBe('sandboxed');
  });

  inFolder('that never answers is ended with the trial', async () => {
    // As bubblewrap does, it starts another process, which takes a while until it ends with the first one.
    install('sleep 1000000 & echo $$ $! > started; exec sleep 1000000');
    const trial = new SandboxTrial({ find });
    const first = errorOf(trial.get);
    const pids = (await readFile(join(folder, 'started'), 'utf8')).trim().split(' ');
    await trial[Symbol.asyncDispose]();
    expect(await first).toMatchObject({ name: 'AbortError' });
    expect(await errorOf(trial.get)).toMatchObject({ name: 'AbortError' });
    expect(pids).toHaveLength(2);
    await until(() => !pids.some(isAlive), 'both have ended');
  });

  for (const [how, script] of [
    ['', 'kill -9 $$'],
    [' while it started, and has left a process behind,', 'sleep 1000000 & kill -9 $$'],
  ] as const)
    inFolder(`that was killed${how} has not said that there is no sandbox`, async () => {
      install(script);
      const error = await errorOf(find);
      expect(error).toBeInstanceOf(ToolExecutionError);
      expect(error).toMatchObject({
        message: expect.stringContaining('no command runs before it was: try again.') as string,
      });
    });
});

/** Whether a process runs: what nobody has waited for yet, does not. */
function isAlive(pid: string): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
