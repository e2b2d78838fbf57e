import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { type GitGround, NO_GROUND } from '../../../src/workers/ignore/git-facts.js';
import { readGround } from '../../../src/workers/ignore/read-ground.js';
import { GitRepository } from './git-repository.js';

let repository: GitRepository;
let home: string;

beforeEach(() => {
  repository = new GitRepository();
  home = repository.env['HOME'] ?? '';
  repository.write('.git/info/exclude', '*.info\n');
});

afterEach(() => {
  repository[Symbol.dispose]();
});

function groundOf(directory = '', env: Record<string, string> = {}): Promise<GitGround> {
  return readGround(join(repository.root, directory) as AbsPath, { env: { ...repository.env, ...env } });
}

/** That of the repository as it is when a test starts. */
function plainGround(): GitGround {
  const gitDirectory = join(repository.root, '.git') as AbsPath;
  return { ...NO_GROUND, repository: { top: repository.root, gitDirectory }, infoExclude: '*.info\n' };
}

describe('the ground', () => {
  test('holds what git adds to a root at the top of its repository', async () => {
    repository.write('../home/.config/git/ignore', '*.global\n');
    expect(await groundOf()).toEqual({ ...plainGround(), globalExcludes: '*.global\n' });
  });

  test('holds the rules above a root below the top', async () => {
    repository.write('.gitignore', '*.log\n');
    repository.write('a/b/.gitignore', '*.tmp\n');
    repository.write('a/b/c/.gitignore', '*.own\n');
    expect(await groundOf('a/b/c')).toEqual({
      ...plainGround(),
      prefix: 'a/b/c/',
      outerRuleFiles: [
        { directory: '', text: '*.log\n' },
        { directory: 'a/b/', text: '*.tmp\n' },
      ],
    });
  });

  test('knows the shared excludes file of a worktree', async () => {
    repository.git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'first',
    );
    repository.git('worktree', 'add', '-q', '../tree');
    expect(await groundOf('../tree')).toEqual({
      ...plainGround(),
      repository: {
        top: join(repository.root, '../tree'),
        gitDirectory: join(repository.root, '.git/worktrees/tree'),
      },
    });
  });

  test.each([
    ['[core]\nignorecase = yes', true],
    ['[core]\nignorecase', true],
    ['[core]\nignorecase = 02', true],
    ['[core]\nignorecase = true\nignorecase = off', false],
    ['[core]\nignorecase = 0', false],
  ])('says whether case is ignored by %j', async (text, isIgnored) => {
    appendFileSync(join(repository.root, '.git/config'), `\n${text}\n`);
    expect(repository.git('config', '--type=bool', 'core.ignorecase')).toBe(`${isIgnored}\n`);
    expect((await groundOf()).ignoreCase).toBe(isIgnored);
  });

  test('is the same through an include that holds for this repository', async () => {
    repository.write('../home/extra', '[core]\n\texcludesFile = ~/mine\n');
    repository.write('../home/mine', '*.mine');
    appendFileSync(
      join(repository.root, '.git/config'),
      `[includeIf "gitdir:${repository.root}/"]\n\tpath = ${home}/extra\n`,
    );
    expect((await groundOf()).globalExcludes).toBe('*.mine');
  });

  test('asks git where another home directory is', async () => {
    repository.git('config', 'core.excludesFile', '~root/nowhere-at-all');
    expect(await groundOf()).toEqual(plainGround());
  });

  test.each([
    ['in the home directory', '~/mine'],
    ['from the top of the repository on', '../home/mine'],
  ])('holds the excludes file that git is told of %s', async (_, path) => {
    repository.write('../home/mine', '*.mine');
    repository.write('../home/.config/git/ignore', '*.default');
    mkdirSync(join(repository.root, 'd'));
    repository.git('config', 'core.excludesFile', path);
    expect((await groundOf('d')).globalExcludes).toBe('*.mine');
  });

  test.each(['', '/nowhere/at/all'])('holds no excludes file when git is told of %j', async (path) => {
    repository.write('../home/.config/git/ignore', '*.default');
    repository.git('config', 'core.excludesFile', path);
    expect(await groundOf()).toEqual(plainGround());
  });

  test('holds the default excludes file of the home directory without XDG_CONFIG_HOME', async () => {
    repository.write('../home/.config/git/ignore', '*.default');
    expect((await groundOf('', { XDG_CONFIG_HOME: '' })).globalExcludes).toBe('*.default');
  });

  test('is that of the root, not of the repository that runs a hook', async () => {
    using other = new GitRepository();
    const hook = {
      GIT_DIR: join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: '/nowhere',
      GIT_CONFIG: join(other.root, '.git/config'),
    };
    other.git('config', 'core.excludesFile', join(home, 'excludes'));
    writeFileSync(join(home, 'excludes'), '*.other');
    expect(await groundOf('', hook)).toEqual(plainGround());
  });

  test('survives a newline in the path of the root', async () => {
    mkdirSync(join(repository.root, 'a\nb'));
    repository.git('init', '-q', 'a\nb');
    expect((await groundOf('a\nb')).repository).toEqual({
      top: join(repository.root, 'a\nb'),
      gitDirectory: join(repository.root, 'a\nb/.git'),
    });
  });

  test('warns of an excludes file that cannot be read', async () => {
    repository.git('config', 'core.excludesFile', home);
    expect(await groundOf()).toEqual({
      ...plainGround(),
      warnings: [`${home} was not read: it is a directory`],
    });
  });

  test.each([
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a device', (path: string) => symlinkSync('/dev/zero', path)],
    ['huge', (path: string) => writeFileSync(path, Buffer.alloc(17 * 1024 * 1024))],
  ])('warns of an excludes file that is %s, and does not wait for it', async (_, make) => {
    const path = join(home, 'excludes');
    make(path);
    repository.git('config', 'core.excludesFile', path);
    const { globalExcludes, warnings } = await groundOf();
    expect([globalExcludes, warnings]).toEqual([
      null,
      [expect.stringContaining(`${path} was not read: it `)],
    ]);
  });

  test('leaves out a .gitignore above the root that is a symbolic link, as git does', async () => {
    repository.write('rules', '*.log');
    symlinkSync('rules', join(repository.root, '.gitignore'));
    repository.write('d/a.log');
    const { outerRuleFiles, warnings } = await groundOf('d');
    expect([outerRuleFiles, warnings.length]).toEqual([[], 1]);
    expect(repository.visibleFiles('d')).toEqual(['a.log']);
  });
});

describe('without git', () => {
  test('the ground has what holds in repositories below the root when that is in none', async () => {
    repository.write('../home/.config/git/ignore', '*.global\n');
    expect(await groundOf('../home')).toEqual({ ...NO_GROUND, globalExcludes: '*.global\n' });
  });

  test('the ground has no rules of its own inside the directory of git itself', async () => {
    expect(await groundOf('.git')).toEqual(NO_GROUND);
  });

  test('the ground is empty after a cancel', async () => {
    expect(await readGround(repository.root, { signal: AbortSignal.abort(), env: repository.env })).toBe(
      NO_GROUND,
    );
  });

  test('the ground is empty with a warning when git is not installed', async () => {
    const ground = await groundOf('', { PATH: home });
    expect(ground).toEqual({
      ...NO_GROUND,
      warnings: ['git could not be asked about ignored files: spawn git ENOENT'],
    });
  });

  test('the ground is empty with a warning when the repository belongs to somebody else', async () => {
    const ground = await groundOf('', { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' });
    expect({ ...ground, warnings: [] }).toEqual(NO_GROUND);
    expect(ground.warnings).toEqual([expect.stringContaining('detected dubious ownership in repository')]);
  });

  test('the ground is empty with a warning when git fails in a way of its own', async () => {
    repository.write('../home/bin/git', '#!/bin/sh\nexit 3\n');
    chmodSync(join(home, 'bin/git'), 0o755);
    const ground = await groundOf('', { PATH: join(home, 'bin') });
    expect({ ...ground, warnings: ground.warnings.length }).toEqual({ ...NO_GROUND, warnings: 1 });
  });
});
