import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { ToolExecutionError } from '../../../../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { listPrograms } from '../../../../../src/host/node/sandbox/repository/list-programs.js';
import {
  readHooksPath,
  readRepositorySettings,
  readSettingsText,
} from '../../../../../src/host/node/sandbox/repository/read-settings.js';
import { errorOf } from '../../../../doubles/error-of.js';
import { testUnless } from '../../../../doubles/run-unless.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../../doubles/temp-dir.js';
import { chmodSync } from 'node:fs';

const onUnix = testUnless(process.platform === 'win32' ? 'Windows runs no shell scripts' : undefined);

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
});
afterEach(() => {
  removeTempDir(folder);
});

/** A git of this text. */
function install(script: string): string {
  writeFiles(folder, { git: `#!/bin/sh\n${script}\n` });
  const git = join(folder, 'git');
  chmodSync(git, 0o755);
  return git;
}

const TEXT = Buffer.from('[core]\n\tfsmonitor = evil\n');
const CONFIG = {
  kind: 'settings',
  mode: 0o644,
  content: TEXT,
  stamp: '1:2',
  identity: '1',
  place: '2',
  isLinked: false,
} as const;

describe('git that is ended before it answers', () => {
  // As at the end of its time, or by the system when there is no memory.
  const KILLED = 'kill -9 $$';

  onUnix('has not said that there are no settings', async () => {
    const git = install(KILLED);
    const errors = [
      await errorOf(() => readSettingsText(git, TEXT)),
      await errorOf(() => readRepositorySettings(git, folder)),
      await errorOf(() => readHooksPath(git, folder, {})),
    ];
    expect(errors.map((error) => error instanceof ToolExecutionError)).toEqual([true, true, true]);
    expect(errors[1]).toMatchObject({
      message: `git did not say what its settings are in ${folder} (SIGKILL): try again`,
    });
  });

  onUnix('leaves settings that may run a program, and others after a change', async () => {
    const git = install(KILLED);
    const unknown = { text: 'has settings in config that git did not read in time' };
    expect(await listPrograms(git, '/work/.git/config', CONFIG, [])).toEqual([{ ...unknown, key: '1:2' }]);
    expect(await listPrograms(git, '/work/.git/config', { ...CONFIG, stamp: '1:3' }, [])).toEqual([
      { ...unknown, key: '1:3' },
    ]);
  });
});

onUnix('git that cannot read settings does not act on them', async () => {
  const git = install('exit 128');
  expect(await readSettingsText(git, TEXT)).toBeUndefined();
  expect(await listPrograms(git, '/work/.git/config', CONFIG, [])).toEqual([]);
});
