import { execFileSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runGit } from '../../../../src/workers/ignore/git/run-git.js';
import { GitRepository } from '../git-repository.js';

let repository: GitRepository;
beforeEach(() => {
  repository = new GitRepository();
});
afterEach(() => {
  repository[Symbol.dispose]();
});

test('git that waits for a pipe is ended, and says so', async () => {
  execFileSync('mkfifo', [join(repository.root, 'pipe')]);
  repository.git('config', 'include.path', '../pipe');
  const { env } = repository;
  expect(await runGit(['config', '--list'], repository.root, { env, timeoutMs: 100 })).toEqual({
    exitCode: null,
    output: '',
    problem: 'it did not answer within 0.1 s',
  });
});

test('git that cannot run leaves nothing on the signal that would have ended it', async () => {
  const { signal } = new AbortController();
  const run = await runGit(['status'], repository.root, {
    env: { PATH: '/nowhere' },
    timeoutMs: 30_000,
    signal,
  });
  expect(run).toMatchObject({ exitCode: null, problem: expect.stringContaining('ENOENT') as string });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('git is ended when the signal aborts, before it runs or while it does', async () => {
  execFileSync('mkfifo', [join(repository.root, 'pipe')]);
  repository.git('config', 'include.path', '../pipe');
  const controller = new AbortController();
  const options = { env: repository.env, timeoutMs: 30_000, signal: controller.signal };
  const running = runGit(['config', '--list'], repository.root, options);
  controller.abort();
  const cancelled = { exitCode: null, output: '', problem: 'The operation was aborted' };
  expect(await running).toEqual(cancelled);
  expect(await runGit(['config', '--list'], repository.root, options)).toEqual(cancelled);
});

test('git that fails says why in its own words', async () => {
  const { env } = repository;
  expect(await runGit(['rev-parse', 'HEAD:x'], repository.root, { env, timeoutMs: 30_000 })).toEqual({
    exitCode: 128,
    output: '',
    problem: expect.stringMatching(/^(?!fatal).*HEAD/s) as string,
  });
});
