import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { findEnclosing } from '../../../../../src/host/node/sandbox/repository/git-folders.js';
import { RepositoryWatch } from '../../../../../src/host/node/sandbox/repository/repository-watch.js';
import { describeUnless } from '../../../../doubles/run-unless.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../../doubles/temp-dir.js';

let base: AbsPath;
let root: string;
let hook: string;

beforeEach(() => {
  base = makeTempDir();
  root = join(base, 'root');
  hook = join(root, '.git/hooks/pre-commit');
  execFileSync('git', ['init', '-q', '--template=', root]);
});
afterEach(() => {
  removeTempDir(base);
});

const find = () => ({ repositories: [findEnclosing(root)!] });

async function startWatch(git = 'git'): Promise<RepositoryWatch> {
  return await RepositoryWatch.start(
    { git, roots: [root], hookFolders: [], settingsFiles: [], programs: [], locked: [] },
    find(),
  );
}

function writeProgram(path: string, text: string, mode = 0o755): void {
  writeFiles('/', { [path]: text });
  chmodSync(path, mode);
}

describeUnless(process.platform === 'win32' ? 'Windows has no executable bits.' : undefined)(
  'RepositoryWatch',
  () => {
    test('undoes at the next look what a job makes while an earlier change is undone', async () => {
      const config = join(root, '.git/config');
      const before = readFileSync(config, 'utf8');
      const git = join(base, 'git');
      writeProgram(
        git,
        `#!/bin/sh\n[ -e ${hook} ] || { mkdir ${root}/.git/hooks; cp ${git} ${hook}; }\nexec git "$@"\n`,
      );
      const watch = await startWatch(git);
      writeFiles(root, { '.git/config': `${before}[core]\n\tfsmonitor = evil\n` });

      expect(await watch.repair(find())).toEqual([
        `The command changed ${config}, with which git may run a program because of its setting core.fsmonitor = evil: it was put back as it was.`,
      ]);
      expect(readFileSync(config, 'utf8')).toBe(before);
      expect(await watch.repair(find())).toEqual([
        `The command changed ${hook}, with which git runs the hook pre-commit: it was renamed to ${hook}.disabled.`,
      ]);
      expect(existsSync(hook)).toBe(false);
      expect(await watch.repair(find())).toEqual([]);
    });

    test('puts a hook back with its mode, and says so once', async () => {
      writeProgram(hook, '#!/bin/sh\n', 0o775);
      const watch = await startWatch();
      writeProgram(hook, '#!/bin/sh\nevil\n');

      expect(await watch.repair(find())).toEqual([
        `The command changed ${hook}, with which git runs the hook pre-commit: it was put back as it was.`,
      ]);
      expect(readFileSync(hook, 'utf8')).toBe('#!/bin/sh\n');
      expect(statSync(hook).mode & 0o777).toBe(0o775);
      expect(await watch.repair(find())).toEqual([]);
    });
  },
);
