import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runGit } from '../../../src/workers/ignore/run-git.js';
import { GitRepository } from './git-repository.js';

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

test('git that fails says why in its own words', async () => {
  const { env } = repository;
  expect(await runGit(['rev-parse', 'HEAD:x'], repository.root, { env, timeoutMs: 30_000 })).toEqual({
    exitCode: 128,
    output: '',
    problem: expect.stringMatching(/^(?!fatal).*HEAD/s) as string,
  });
});
