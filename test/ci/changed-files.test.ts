import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { startProgram } from './planted-project.js';

test('changed files are those that were committed, staged, edited or made since the branch began', async () => {
  const folder = makeTempDir();
  onTestFinished(() => {
    removeTempDir(folder);
  });
  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
    execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' });
  };
  const names = ['same', 'committed', 'staged', 'edited', 'removed', 'old name'];
  git('init', '-q', '-b', 'main');
  writeFiles(folder, Object.fromEntries(names.map((name) => [`test/${name}.test.ts`, `${name}\n`])));
  writeFiles(folder, { '.gitignore': 'ignored*\n' });
  git('add', '-A');
  git('commit', '-qm', 'first');
  git('switch', '-qc', 'change');
  writeFiles(folder, { 'test/committed.test.ts': 'other\n', 'test/added.test.ts': 'new\n' });
  renameSync(join(folder, 'test/old name.test.ts'), join(folder, 'test/new name.test.ts'));
  git('add', '-A');
  git('commit', '-qm', 'change');
  // What came to main since is no part of the change.
  git('switch', '-q', 'main');
  writeFiles(folder, { 'test/of main.test.ts': 'new\n' });
  git('add', '-A');
  git('commit', '-qm', 'second');
  git('switch', '-q', 'change');
  writeFiles(folder, { 'test/staged.test.ts': 'other\n' });
  git('add', '-A');
  writeFiles(folder, { 'test/edited.test.ts': 'other\n', 'new.test.ts': '', 'ignored.test.ts': '' });
  rmSync(join(folder, 'test/removed.test.ts'));

  const { ended } = startProgram(
    folder,
    `const { listChangedFiles } = await from('repeat/changed-files.mjs');
     console.log(listChangedFiles(process.cwd(), 'main').join('\\n'));`,
  );
  expect(await ended).toEqual({
    code: 0,
    lines: [
      'new.test.ts',
      'test/added.test.ts',
      'test/committed.test.ts',
      'test/edited.test.ts',
      'test/new name.test.ts',
      'test/staged.test.ts',
    ],
  });
});

test('each file of tests is run by its own suite, and other files by none', async () => {
  const folder = makeTempDir();
  onTestFinished(() => {
    removeTempDir(folder);
  });
  const files = [
    'src/host/api.ts',
    'test/doubles/temp-dir.ts',
    'test/ci/judge.test.ts',
    'test/host/vscode/webview/view.e2e.ts',
    'test/vscode/mentions.test.ts',
  ];
  const { ended } = startProgram(
    folder,
    `const { sortIntoSuites } = await from('repeat/suites.mjs');
     for (const { name, files } of sortIntoSuites(${JSON.stringify(files)})) console.log(name, ...files);`,
  );
  expect(await ended).toEqual({
    code: 0,
    lines: [
      'vscode test/vscode/mentions.test.ts',
      'view test/host/vscode/webview/view.e2e.ts',
      'tests test/ci/judge.test.ts',
    ],
  });
});
