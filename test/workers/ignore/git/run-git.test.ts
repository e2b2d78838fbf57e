import { execFileSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
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
    isLate: true,
  });
});

test('git that cannot run leaves nothing on the signal that would have ended it', async () => {
  const { signal } = new AbortController();
  const folder = join(repository.root, '../bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'git'), '#!/nowhere/program', { mode: 0o755 });
  const run = await runGit(['status'], repository.root, {
    env: { PATH: folder },
    timeoutMs: 30_000,
    signal,
  });
  expect(run).toMatchObject({ exitCode: null, problem: expect.stringContaining('ENOENT') as string });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a git that the repository brings is not run, however the PATH names its folder', async () => {
  const { root, env } = repository;
  const marker = join(root, 'ran');
  mkdirSync(join(root, 'bin'));
  for (const path of ['git', 'bin/git']) {
    writeFileSync(join(root, path), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  }
  for (const folder of ['.', '', 'bin', './bin', join(root, 'bin'), root]) {
    const PATH = `${folder}:${env['PATH'] ?? ''}`;
    const { exitCode } = await runGit(['status'], root, { env: { ...env, PATH }, timeoutMs: 30_000 });
    expect([folder, exitCode, existsSync(marker)]).toEqual([folder, 0, false]);
  }
  const none = await runGit(['status'], root, { env: { ...env, PATH: '.' }, timeoutMs: 30_000 });
  expect(none).toEqual({ exitCode: null, output: '', problem: 'git is not installed' });
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
