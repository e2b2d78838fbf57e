import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRepository } from '../../../../src/workers/ignore/git/find-repository.js';
import { GitRepository } from '../git-repository.js';

const repository = new GitRepository();
const at = (path: string): string => join(repository.root, path);

beforeAll(() => {
  repository.git('init', '-q', 'clone');
  repository.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'first');
  repository.git('worktree', 'add', '-q', '--detach', 'worktree');
  repository.git('init', '-q', '--separate-git-dir', '../elsewhere', 'separate');
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', './', 'submodule');
});

afterAll(() => {
  repository[Symbol.dispose]();
});

test.each([
  ['clone', 'clone/.git', 'clone/.git'],
  ['worktree', '.git/worktrees/worktree', '.git'],
  ['separate', '../elsewhere', '../elsewhere'],
  ['submodule', '.git/modules/submodule', '.git/modules/submodule'],
])('a repository of the kind %s is found where git finds it', (path, gitDirectory, commonDirectory) => {
  const place = { gitDirectory: at(gitDirectory), commonDirectory: at(commonDirectory) };
  expect(findRepository(at(path))?.place).toEqual(place);
  const asked = repository.gitIn(
    path,
    'rev-parse',
    '--path-format=absolute',
    '--git-dir',
    '--git-common-dir',
  );
  expect(asked.trim().split('\n')).toEqual([place.gitDirectory, place.commonDirectory]);
});

const FORGERIES: readonly (readonly [what: string, make: (path: string) => void])[] = [
  ['an empty directory', (path) => mkdirSync(at(`${path}/.git`))],
  ['a file of something else', (path) => repository.write(`${path}/.git`, 'hello')],
  ['a file that leads nowhere', (path) => repository.write(`${path}/.git`, 'gitdir: ../nowhere\n')],
  ['a file that leads to no repository', (path) => repository.write(`${path}/.git`, 'gitdir: ..\n')],
  ['a file that leads to itself', (path) => repository.write(`${path}/.git`, 'gitdir: .git\n')],
  ['a file without an end of line', (path) => repository.write(`${path}/.git`, 'gitdir: ../clone/.git')],
  ['a file with many', (path) => repository.write(`${path}/.git`, 'gitdir: ../clone/.git\r\n\r\n\n')],
  ['a file with a space too many', (path) => repository.write(`${path}/.git`, 'gitdir:  ../clone/.git\n')],
  [
    'a file with an absolute path',
    (path) => repository.write(`${path}/.git`, `gitdir: ${at('clone/.git')}\n`),
  ],
  ['a link to a repository', (path) => symlinkSync('../clone/.git', at(`${path}/.git`))],
  ['a link to nothing', (path) => symlinkSync('../nowhere', at(`${path}/.git`))],
  ['a link in a circle', (path) => symlinkSync('.git', at(`${path}/.git`))],
  ['a pipe', (path) => execFileSync('mkfifo', [at(`${path}/.git`)])],
  ...[
    'ref: refs/heads/x',
    'ref:\trefs/x',
    'ref: elsewhere',
    'x',
    '',
    `${'0a'.repeat(20)}\n`,
    '0'.repeat(39),
  ].map(
    (head) =>
      [
        `a repository whose HEAD is ${JSON.stringify(head)}`,
        (path: string) => {
          repository.git('init', '-q', path);
          repository.write(`${path}/.git/HEAD`, head);
        },
      ] as const,
  ),
  ...['HEAD', 'objects', 'refs'].map(
    (name) =>
      [
        `a repository without ${name}`,
        (path: string) => {
          repository.git('init', '-q', path);
          rmSync(at(`${path}/.git/${name}`), { recursive: true });
        },
      ] as const,
  ),
  ...['refs/heads/x', '../nowhere'].map(
    (target) =>
      [
        `a repository whose HEAD is a link to ${target}`,
        (path: string) => {
          repository.git('init', '-q', path);
          rmSync(at(`${path}/.git/HEAD`));
          symlinkSync(target, at(`${path}/.git/HEAD`));
        },
      ] as const,
  ),
];

test.each(FORGERIES.map(([what, make], id) => [what, make, `forgery-${id}`] as const))(
  '.git as %s is what it is to git',
  (_, make, path) => {
    mkdirSync(at(path));
    make(path);
    repository.write(`${path}/file`);
    // git names a repository, and lists the files of any other directory.
    const isOne = repository.visibleFiles().includes(`${path}/`);
    expect((findRepository(at(path))?.place ?? null) !== null).toBe(isOne);
    rmSync(at(path), { recursive: true });
  },
);
