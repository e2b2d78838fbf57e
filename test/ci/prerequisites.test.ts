import { execFile, execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';

test('.ci/run says what it needs before it runs anything', async () => {
  const folder = makeTempDir();
  onTestFinished(() => {
    removeTempDir(folder);
  });
  // All that it takes to find out what is missing.
  for (const name of ['bash', 'dirname', 'uname', 'node'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
  const run = promisify(execFile)(join(import.meta.dirname, '../../.ci/run'), {
    env: { PATH: folder, CHROMIUM: 'no-such-browser' },
  });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: [
      '.ci/run cannot run here. It needs',
      '- npm',
      '- git',
      '- flock',
      '- g++',
      '- make',
      '- python3',
      '- Chromium, or root and apt-get to install it',
      '0 passed, 1 failed\n',
    ].join('\n'),
    stderr: '',
  });
});
