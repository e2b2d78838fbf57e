import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ToolExecutionError } from '../../../../src/actors/protocol/errors.js';
import { findGitPlaces } from '../../../../src/host/node/protected/find-git-places.js';
import { errorOf } from '../../../doubles/error-of.js';
import { testUnless } from '../../../doubles/run-unless.js';
import { GitRepository } from '../../../workers/ignore/git-repository.js';

const onUnix = testUnless(process.platform === 'win32' ? 'Windows has no named pipes in folders' : undefined);

onUnix('git that does not answer has not said that nothing but its own folder is protected', async () => {
  using repository = new GitRepository();
  const { root, env } = repository;
  execFileSync('mkfifo', [join(root, 'pipe')]);
  repository.git('config', 'include.path', '../pipe');
  const error = await errorOf(() => findGitPlaces(root, { ...env }, 100));
  expect(error).toBeInstanceOf(ToolExecutionError);
  expect(error).toMatchObject({
    message: `git was asked what is protected in ${root}, and it did not answer within 0.1 s: try again.`,
  });
});
