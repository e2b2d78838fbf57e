import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import {
  type IndexFacts,
  NO_INDEX_FACTS,
  readIndexFacts,
} from '../../../../src/workers/ignore/git/read-index-facts.js';
import { GitRepository } from '../git-repository.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

let repository: GitRepository;

beforeEach(() => {
  repository = new GitRepository();
});

afterEach(() => {
  repository[Symbol.dispose]();
});

function factsOf(prefix = '', env: Record<string, string> = {}): Promise<IndexFacts> {
  const directory = join(repository.root, prefix) as AbsPath;
  const gitDirectory = join(repository.root, '.git');
  return readIndexFacts({ directory, gitDirectory, prefix }, { env: { ...repository.env, ...env } });
}

function addSubmodule(path: string): void {
  repository.git('update-index', '--add', '--cacheinfo', `160000,${COMMIT},${path}`);
}

function addSkipped(path: string, text: string): void {
  repository.write(path, text);
  repository.git('add', '-f', path);
  repository.git('update-index', '--skip-worktree', path);
}

// Each is another way to write the same down.
const FORMATS: readonly (readonly [what: string, ...args: string[]])[] = [
  ['plain'],
  ['of version 4', '--index-version', '4'],
  ['split', '--split-index'],
];

describe.each(FORMATS)('an index that is %s', (_, ...args) => {
  test('names the places of submodules, from the directory on that was asked', async () => {
    for (const path of ['a/x', 'a.txt', 'z']) repository.write(path);
    repository.git('add', '.');
    for (const path of ['a/sub', 'é b\n']) addSubmodule(path);
    if (args.length > 0) repository.git('update-index', ...args);
    expect(await factsOf()).toEqual({ ...NO_INDEX_FACTS, submodules: ['a/sub', 'é b\n'] });
    expect(await factsOf('a/')).toEqual({ ...NO_INDEX_FACTS, submodules: ['sub'] });
  });

  test('holds the rules of files that are not to be checked out', async () => {
    addSkipped('.gitignore', 'é\n');
    addSkipped('a/b/.gitignore', '*.log\n');
    addSkipped('a/b/c/.gitignore', '');
    addSkipped('a/c/.gitignore', 'é\n');
    addSkipped('a/no.gitignore', '*.no\n');
    for (const path of ['d/.gitignore', 'x']) repository.write(path, '*.out\n');
    repository.git('add', '.');
    if (args.length > 0) repository.git('update-index', ...args);
    expect(await factsOf()).toEqual({
      ...NO_INDEX_FACTS,
      absentRules: [
        ['', 'é\n'],
        ['a/b', '*.log\n'],
        ['a/b/c', ''],
        ['a/c', 'é\n'],
      ],
    });
    expect(await factsOf('a/b/')).toEqual({
      ...NO_INDEX_FACTS,
      absentRules: [
        ['', '*.log\n'],
        ['c', ''],
      ],
      outerAbsentRules: [{ directory: '', text: 'é\n' }],
    });
  });
});

test('git is not asked about an index that has nothing of the kind, or that is not there', async () => {
  // What cannot be started cannot answer.
  const noGit = { PATH: '/nowhere' };
  expect(await factsOf('', noGit)).toEqual(NO_INDEX_FACTS);
  for (const path of ['.gitignore', 'a/x']) repository.write(path, '*.log\n');
  repository.git('add', '.');
  expect(await factsOf('', noGit)).toEqual(NO_INDEX_FACTS);
  addSubmodule('sub');
  expect(await factsOf('', noGit)).toEqual({
    ...NO_INDEX_FACTS,
    problem: 'git is not installed',
  });
});

test('a sparse checkout has the rules of what is left out', async () => {
  for (const path of ['.gitignore', 'in/.gitignore', 'out/.gitignore', 'out/deep/.gitignore']) {
    repository.write(path, `/${path}.rule\n`);
  }
  repository.git('add', '-f', '.');
  repository.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first');
  repository.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
  expect((await factsOf()).absentRules).toEqual([
    ['out', '/out/.gitignore.rule\n'],
    ['out/deep', '/out/deep/.gitignore.rule\n'],
  ]);
});

test('rules whose object is missing do not count, and that is said', async () => {
  addSkipped('a/.gitignore', '*.log\n');
  addSkipped('b/.gitignore', '*.tmp\n');
  const id = repository.git('hash-object', 'a/.gitignore').trim();
  rmSync(join(repository.root, '.git/objects', id.slice(0, 2), id.slice(2)));
  expect(readdirSync(join(repository.root, '.git/objects')).length).toBeGreaterThan(0);
  expect(await factsOf()).toEqual({
    ...NO_INDEX_FACTS,
    absentRules: [['b', '*.tmp\n']],
    problem: 'rule files that are not checked out are missing from its objects (1)',
  });
});
