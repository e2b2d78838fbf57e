import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { NO_GIT, readGitFacts, type GitFacts } from '../../../src/workers/ignore/git-facts.js';
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

function factsOf(directory = '', env: Record<string, string> = {}): Promise<GitFacts> {
  return readGitFacts(join(repository.root, directory) as AbsPath, { env: { ...repository.env, ...env } });
}

/** The facts of the repository as it is when a test starts. */
function plainFacts(): GitFacts {
  const gitDirectory = join(repository.root, '.git') as AbsPath;
  return { ...NO_GIT, repository: { top: repository.root, gitDirectory }, infoExclude: '*.info\n' };
}

describe('git facts', () => {
  test('hold what git adds to a root at the top of its repository', async () => {
    repository.write('.gitignore', '*.log\nbuild/\n');
    for (const path of ['a.log', 'build/x', 'é b\n.log', 'plain']) repository.write(path);
    repository.git('add', '-f', '.');
    repository.write('untracked.log');
    repository.write('../home/.config/git/ignore', '*.global\n');
    expect(await factsOf()).toEqual({
      ...plainFacts(),
      globalExcludes: '*.global\n',
      tracked: new Set(['a.log', 'build/x', 'é b\n.log']),
    });
  });

  test('hold the rules above a root below the top, and tracked files from the root on', async () => {
    repository.write('.gitignore', '*.log\n');
    repository.write('a/b/.gitignore', '*.tmp\n');
    repository.write('a/b/c/.gitignore', '*.own\n');
    repository.write('a/b/c/d/x.log');
    repository.write('a/y.log');
    repository.git('add', '-f', '.');
    expect(await factsOf('a/b/c')).toEqual({
      ...plainFacts(),
      prefix: 'a/b/c/',
      outerRuleFiles: [
        { directory: '', text: '*.log\n' },
        { directory: 'a/b/', text: '*.tmp\n' },
      ],
      tracked: new Set(['d/x.log']),
    });
  });

  test('know the shared excludes file of a worktree', async () => {
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
    expect(await factsOf('../tree')).toEqual({
      ...plainFacts(),
      repository: {
        top: join(repository.root, '../tree'),
        gitDirectory: join(repository.root, '.git/worktrees/tree'),
      },
    });
  });

  test('say whether case is ignored', async () => {
    repository.git('config', 'core.ignorecase', 'yes');
    expect((await factsOf()).ignoreCase).toBe(true);
  });

  test.each([
    ['in the home directory', '~/mine'],
    ['from the top of the repository on', '../home/mine'],
  ])('hold the excludes file that git is told of %s', async (_, path) => {
    repository.write('../home/mine', '*.mine');
    repository.write('../home/.config/git/ignore', '*.default');
    mkdirSync(join(repository.root, 'd'));
    repository.git('config', 'core.excludesFile', path);
    expect((await factsOf('d')).globalExcludes).toBe('*.mine');
  });

  test.each(['', '/nowhere/at/all'])('hold no excludes file when git is told of %j', async (path) => {
    repository.write('../home/.config/git/ignore', '*.default');
    repository.git('config', 'core.excludesFile', path);
    expect(await factsOf()).toEqual(plainFacts());
  });

  test('hold the default excludes file of the home directory without XDG_CONFIG_HOME', async () => {
    repository.write('../home/.config/git/ignore', '*.default');
    expect((await factsOf('', { XDG_CONFIG_HOME: '' })).globalExcludes).toBe('*.default');
  });

  test('are of the root, not of the repository that runs a hook', async () => {
    using other = new GitRepository();
    const hook = { GIT_DIR: join(other.root, '.git'), GIT_WORK_TREE: other.root, GIT_INDEX_FILE: '/nowhere' };
    expect(await factsOf('', hook)).toEqual(plainFacts());
  });

  test('survive a newline in the path of the root', async () => {
    mkdirSync(join(repository.root, 'a\nb'));
    repository.git('init', '-q', 'a\nb');
    expect((await factsOf('a\nb')).repository).toEqual({
      top: join(repository.root, 'a\nb'),
      gitDirectory: join(repository.root, 'a\nb/.git'),
    });
  });

  test('warn of an excludes file that cannot be read', async () => {
    repository.git('config', 'core.excludesFile', home);
    const { warnings, ...facts } = await factsOf();
    const { warnings: _, ...plain } = plainFacts();
    expect(facts).toEqual(plain);
    expect(warnings.toSorted()).toEqual([
      `${home} was not read: EISDIR: illegal operation on a directory, read`,
      `git did not list the tracked files: cannot use ${home} as an exclude file`,
    ]);
  });

  test('leave out a .gitignore above the root that is a symbolic link, as git does', async () => {
    repository.write('rules', '*.log');
    symlinkSync('rules', join(repository.root, '.gitignore'));
    repository.write('d/a.log');
    const facts = await factsOf('d');
    expect([facts.outerRuleFiles, facts.warnings.length]).toEqual([[], 1]);
    expect(repository.visibleFiles('d')).toEqual(['a.log']);
  });

  test('warn when the index is broken, and hold the rest', async () => {
    repository.write('.git/index', 'broken');
    const { warnings, ...facts } = await factsOf();
    const { warnings: _, ...plain } = plainFacts();
    expect(facts).toEqual(plain);
    expect(warnings).toEqual([expect.stringContaining('git did not list the tracked files: ')]);
  });
});

describe('without git', () => {
  test('facts are empty outside any repository', async () => {
    repository.write('../home/.config/git/ignore', '*.global\n');
    expect(await factsOf('../home')).toBe(NO_GIT);
  });

  test('facts are empty inside the directory of git itself', async () => {
    expect(await factsOf('.git')).toBe(NO_GIT);
  });

  test('are read without running a program that the repository names', async () => {
    const trace = join(home, 'was-run');
    const hook = join(home, 'hook.sh');
    writeFileSync(hook, `#!/bin/sh\ntouch '${trace}'\n`);
    chmodSync(hook, 0o755);
    repository.git('config', 'core.fsmonitor', hook);
    repository.write('.gitignore', '*.log\n');
    repository.write('a.log');
    repository.git('-c', 'core.fsmonitor=false', 'add', '-f', '.');
    expect((await factsOf()).tracked).toEqual(new Set(['a.log']));
    expect(existsSync(trace)).toBe(false);
  });

  test('facts are empty after a cancel', async () => {
    expect(await readGitFacts(repository.root, { signal: AbortSignal.abort(), env: repository.env })).toBe(
      NO_GIT,
    );
  });

  test('facts are empty with a warning when git is not installed', async () => {
    const facts = await factsOf('', { PATH: home });
    expect(facts).toEqual({
      ...NO_GIT,
      warnings: ['git could not be asked about ignored files: spawn git ENOENT'],
    });
  });

  test('facts are empty with a warning when the repository belongs to somebody else', async () => {
    const facts = await factsOf('', { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' });
    expect({ ...facts, warnings: [] }).toEqual(NO_GIT);
    expect(facts.warnings).toEqual([expect.stringContaining('detected dubious ownership in repository')]);
  });

  test('facts are empty with a warning when git fails in a way of its own', async () => {
    repository.write('../home/bin/git', '#!/bin/sh\nexit 3\n');
    chmodSync(join(home, 'bin/git'), 0o755);
    const facts = await factsOf('', { PATH: join(home, 'bin') });
    expect({ ...facts, warnings: facts.warnings.length }).toEqual({ ...NO_GIT, warnings: 1 });
  });
});
