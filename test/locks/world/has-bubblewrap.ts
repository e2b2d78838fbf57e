import { spawnSync } from 'node:child_process';

/** Why the tests of this folder cannot run here; `undefined` when they can. */
export const MISSING: string | undefined = findProblem();

function findProblem(): string | undefined {
  if (process.platform !== 'linux') return 'The locks are tested with bubblewrap, on Linux only.';
  const { status, stderr } = spawnSync('/usr/bin/bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true'], {
    encoding: 'utf8',
  });
  if (status === 0) return undefined;
  return `The locks are tested with bubblewrap, which does not work here: ${stderr || 'it is not installed'}`;
}
