import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { type GitContext, NO_GIT_CONTEXT } from '../../../../src/workers/ignore/git/git-facts.js';
import { readGitContext } from '../../../../src/workers/ignore/git/read-git-context.js';
import { GitRepository } from '../git-repository.js';

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

type Context = Omit<GitContext, 'sourceFiles'>;

async function contextOf(directory = '', env: Record<string, string> = {}): Promise<Context> {
  const options = { env: { ...repository.env, ...env } };
  const { sourceFiles: _, ...context } = await readGitContext(
    join(repository.root, directory) as AbsPath,
    options,
  );
  return context;
}

const { sourceFiles: _, ...NO_CONTEXT } = NO_GIT_CONTEXT;

/** That of the repository as it is when a test starts. */
function plainContext(): Context {
  const gitDirectory = join(repository.root, '.git') as AbsPath;
  return { ...NO_CONTEXT, repository: { top: repository.root, gitDirectory }, infoExclude: '*.info\n' };
}

describe('the context', () => {
  test('holds what git adds to a root at the top of its repository', async () => {
    repository.write('../home/.config/git/ignore', '*.global\n');
    expect(await contextOf()).toEqual({
      ...plainContext(),
      globalExcludes: '*.global\n',
      nestedExcludes: '*.global\n',
    });
  });

  test('holds the rules above a root below the top', async () => {
    repository.write('.gitignore', '*.log\n');
    repository.write('a/b/.gitignore', '*.tmp\n');
    repository.write('a/b/c/.gitignore', '*.own\n');
    expect(await contextOf('a/b/c')).toEqual({
      ...plainContext(),
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
    expect(await contextOf('../tree')).toEqual({
      ...plainContext(),
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
    expect((await contextOf()).ignoreCase).toBe(isIgnored);
  });

  test('is the same through an include that holds for this repository', async () => {
    repository.write('../home/extra', '[core]\n\texcludesFile = ~/mine\n');
    repository.write('../home/mine', '*.mine');
    appendFileSync(
      join(repository.root, '.git/config'),
      `[includeIf "gitdir:${repository.root}/"]\n\tpath = ${home}/extra\n`,
    );
    expect((await contextOf()).globalExcludes).toBe('*.mine');
  });

  test('holds for repositories below the root what the person says, not what the repository says of itself', async () => {
    repository.write('../home/mine', '*.mine');
    repository.write('../home/own', '*.own');
    repository.write('../home/included', '[core]\n\texcludesFile = ~/own\n');
    repository.git('config', '--global', 'core.excludesFile', '~/mine');
    expect(await contextOf()).toMatchObject({ globalExcludes: '*.mine', nestedExcludes: '*.mine' });
    repository.git('config', 'include.path', '../../home/included');
    expect(await contextOf()).toMatchObject({ globalExcludes: '*.own', nestedExcludes: '*.mine' });
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.excludesFile', GIT_CONFIG_VALUE_0: '' };
    expect(await contextOf('', env)).toMatchObject({ globalExcludes: null, nestedExcludes: null });
  });

  test('asks git where another home directory is', async () => {
    repository.git('config', 'core.excludesFile', '~root/nowhere-at-all');
    const { warnings, ...context } = await contextOf();
    const { warnings: _none, ...plain } = plainContext();
    expect(context).toEqual(plain);
    // Who is not root may not look into that folder.
    for (const warning of warnings) expect(warning).toContain('/nowhere-at-all was not read: EACCES');
  });

  test.each([
    ['in the home directory', '~/mine'],
    ['from the top of the repository on', '../home/mine'],
  ])('holds the excludes file that git is told of %s', async (_, path) => {
    repository.write('../home/mine', '*.mine');
    repository.write('../home/.config/git/ignore', '*.default');
    mkdirSync(join(repository.root, 'd'));
    repository.git('config', 'core.excludesFile', path);
    expect((await contextOf('d')).globalExcludes).toBe('*.mine');
  });

  test.each(['', '/nowhere/at/all'])('holds no excludes file when git is told of %j', async (path) => {
    repository.write('../home/.config/git/ignore', '*.default');
    repository.git('config', 'core.excludesFile', path);
    expect(await contextOf()).toEqual({ ...plainContext(), nestedExcludes: '*.default' });
  });

  test('holds the default excludes file of the home directory without XDG_CONFIG_HOME', async () => {
    repository.write('../home/.config/git/ignore', '*.default');
    expect((await contextOf('', { XDG_CONFIG_HOME: '' })).globalExcludes).toBe('*.default');
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
    expect(await contextOf('', hook)).toEqual(plainContext());
  });

  test('survives a newline in the path of the root', async () => {
    mkdirSync(join(repository.root, 'a\nb'));
    repository.git('init', '-q', 'a\nb');
    expect((await contextOf('a\nb')).repository).toEqual({
      top: join(repository.root, 'a\nb'),
      gitDirectory: join(repository.root, 'a\nb/.git'),
    });
  });

  test('warns of an excludes file that cannot be read', async () => {
    repository.git('config', 'core.excludesFile', home);
    expect(await contextOf()).toEqual({
      ...plainContext(),
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
    const { globalExcludes, warnings } = await contextOf();
    expect([globalExcludes, warnings]).toEqual([
      null,
      [expect.stringContaining(`${path} was not read: it `)],
    ]);
  });

  test('leaves out a .gitignore above the root that is a symbolic link, as git does', async () => {
    repository.write('rules', '*.log');
    symlinkSync('rules', join(repository.root, '.gitignore'));
    repository.write('d/a.log');
    const { outerRuleFiles, warnings } = await contextOf('d');
    expect([outerRuleFiles, warnings.length]).toEqual([[], 1]);
    expect(repository.visibleFiles('d')).toEqual(['a.log']);
  });
});

describe('the files that decide', () => {
  async function sourcesOf(directory = '', env: Record<string, string> = {}): Promise<string[]> {
    const options = { env: { ...repository.env, ...env } };
    const { sourceFiles } = await readGitContext(join(repository.root, directory) as AbsPath, options);
    return sourceFiles.map((path) => relative(repository.root, path)).sort();
  }
  const OF_THE_REPOSITORY = [
    '.git/HEAD',
    '.git/commondir',
    '.git/config',
    '.git/config.worktree',
    '.git/info/exclude',
    '.git/objects',
    '.git/refs',
  ];

  test('are those of the repository and of the person, whether or not they are there', async () => {
    expect(await sourcesOf()).toEqual([
      '../home/.config/git/ignore',
      '../home/gitconfig',
      ...OF_THE_REPOSITORY,
    ]);
    const { GIT_CONFIG_GLOBAL: _, ...env } = repository.env;
    const { sourceFiles } = await readGitContext(repository.root, { env });
    expect(sourceFiles).toEqual(
      expect.arrayContaining(['.gitconfig', '.config/git/config'].map((path) => join(home, path))),
    );
  });

  test('are the excludes file that is named, and rule files above the root', async () => {
    mkdirSync(join(repository.root, 'a/b'), { recursive: true });
    repository.git('config', 'core.excludesFile', '~/mine');
    const sources = await sourcesOf('a/b');
    expect(sources).toEqual([
      '../home/.config/git/ignore',
      '../home/gitconfig',
      '../home/mine',
      ...OF_THE_REPOSITORY,
      '.gitignore',
      'a/.gitignore',
    ]);
  });

  test('are the files that configurations include, in one another too, whatever their conditions', async () => {
    repository.write(
      '../home/gitconfig',
      '[include]\n\tpath = one\n[includeIf "onbranch:x"]\n\tpath = ~/two\n',
    );
    repository.write('../home/one', '[include]\n\tpath = deep/three\n[core]\n\texcludesFile\n');
    repository.git('config', 'include.path', 'four');
    const sources = await sourcesOf();
    expect(sources.filter((path) => /(?:one|two|three|four)$/.test(path))).toEqual([
      '../home/deep/three',
      '../home/one',
      '../home/two',
      '.git/four',
    ]);
  });

  test('are what a repository would be made of where there is none, up to the top of the disk', async () => {
    const above = ['../home/.git', '../.git', relative(repository.root, '/.git')];
    expect(await sourcesOf('../home')).toEqual(expect.arrayContaining(above));
    mkdirSync(join(home, '.git'));
    const names = ['HEAD', 'config', 'objects', 'refs'].map((name) => `../home/.git/${name}`);
    expect(await sourcesOf('../home')).toEqual(expect.arrayContaining([...above, ...names]));
  });

  test('are known where git fails, so that it is asked again when they change', async () => {
    repository.write('.git/config', '[broken\n');
    const { sourceFiles, warnings } = await readGitContext(repository.root, { env: repository.env });
    expect([warnings.length, sourceFiles]).toEqual([
      1,
      expect.arrayContaining([join(repository.root, '.git/config'), join(home, 'gitconfig')]),
    ]);
  });

  test('of a worktree are its own, those that it shares, and the file that leads to them', async () => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    repository.git(...author, 'commit', '-q', '--allow-empty', '-m', 'first');
    repository.git('worktree', 'add', '-q', '../tree');
    const sources = await sourcesOf('../tree');
    expect(sources).toEqual(
      expect.arrayContaining([
        '../tree/.git',
        '.git/config',
        '.git/info/exclude',
        '.git/worktrees/tree/HEAD',
        '.git/worktrees/tree/config.worktree',
      ]),
    );
  });
});

describe('without git', () => {
  test('the context has what holds in repositories below the root when that is in none', async () => {
    repository.write('../home/.config/git/ignore', '*.global\n');
    expect(await contextOf('../home')).toEqual({ ...NO_CONTEXT, nestedExcludes: '*.global\n' });
  });

  test('the context has no rules of its own inside the directory of git itself', async () => {
    expect(await contextOf('.git')).toEqual(NO_CONTEXT);
  });

  test('the context is empty after a cancel', async () => {
    expect(await readGitContext(repository.root, { signal: AbortSignal.abort(), env: repository.env })).toBe(
      NO_GIT_CONTEXT,
    );
  });

  test('the context is empty with a warning when git is not installed', async () => {
    const context = await contextOf('', { PATH: home });
    expect(context).toEqual({
      ...NO_CONTEXT,
      warnings: ['git could not be asked about ignored files: git is not installed'],
    });
  });

  test('the context is empty with a warning when the repository belongs to somebody else', async () => {
    const context = await contextOf('', { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' });
    expect({ ...context, warnings: [] }).toEqual(NO_CONTEXT);
    expect(context.warnings).toEqual([expect.stringContaining('detected dubious ownership in repository')]);
  });

  test('the context is empty with a warning when git fails in a way of its own', async () => {
    repository.write('../home/bin/git', '#!/bin/sh\nexit 3\n');
    chmodSync(join(home, 'bin/git'), 0o755);
    const context = await contextOf('', { PATH: join(home, 'bin') });
    expect({ ...context, warnings: context.warnings.length }).toEqual({ ...NO_CONTEXT, warnings: 1 });
  });
});
