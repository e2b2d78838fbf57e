import { join } from 'node:path';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { NO_GIT } from '../../../../src/workers/ignore/git/git-facts.js';
import {
  compileNestedRules,
  type NestedRules,
  readNestedRepository,
} from '../../../../src/workers/ignore/git/nested-rules.js';
import { GitWatches } from '../../../../src/workers/index/root/git-watches.js';
import { GitRepository } from '../../ignore/git-repository.js';
import { until } from '../../../doubles/until.js';
import { untilEqual } from '../../../doubles/until-equal.js';

let repository: GitRepository;
let watches: GitWatches;
let told: string[];

beforeEach(() => {
  repository = new GitRepository();
  for (const path of ['one', 'deep/two']) {
    repository.git('init', '-q', path);
    repository.write(`${path}/a`);
  }
  told = [];
  const takeGitChange = (path: RelPath): void => {
    told.push(path);
  };
  watches = new GitWatches({ config: { path: repository.root }, takeGitChange }, systemClock);
});

afterEach(() => {
  watches.close();
  repository[Symbol.dispose]();
});

function follow(...paths: string[]): void {
  const nested = paths.map((path): [RelPath, NestedRules] => {
    const read = readNestedRepository(join(repository.root, path), false);
    if (read === null) throw new Error(`${path} is no repository.`);
    return [path as RelPath, compileNestedRules(read, false)];
  });
  watches.follow({ git: NO_GIT, repositories: new Map(nested) });
}

/** Resolves once a repository is told of, and no other is; forgets what was told. */
async function isTold(path: string): Promise<void> {
  await until(() => told.includes(path), `“${path}” is told of`);
  expect(new Set(told)).toEqual(new Set([path]));
  told = [];
}

test('tells of a repository below the root whose index or excludes have changed, and of no other', async () => {
  follow('one', 'deep/two');
  // All are watched now, and git is to be asked what it says of them.
  await isTold('');
  repository.gitIn('deep/two', 'add', 'a');
  await isTold('deep/two');
  repository.write('one/.git/info/exclude', 'a\n');
  await isTold('one');
  repository.gitIn('deep/two', 'rm', '-q', '--cached', 'a');
  await isTold('deep/two');
});

test('tells of a repository by where it is now, whose git directory stays when it is moved', async () => {
  repository.git('init', '-q', '--separate-git-dir=kept.git', 'three');
  follow('three');
  await isTold('');
  renameSync(join(repository.root, 'three'), join(repository.root, 'four'));
  follow('four', 'one');
  await isTold('');
  repository.write('kept.git/info/exclude', 'a\n');
  await isTold('four');
});

test('tells of what was written after it was read and before it was watched', async () => {
  const nested = (): NestedRules => {
    const read = readNestedRepository(join(repository.root, 'one'), false);
    if (read === null) throw new Error('There is no repository.');
    return compileNestedRules(read, false);
  };
  const repositories = new Map([['one' as RelPath, nested()]]);
  repository.write('one/.git/info/exclude', 'a\n');
  watches.follow({ git: NO_GIT, repositories });
  await untilEqual(() => told, ['one', ''], 'both were told of');
});

test('tells when what is named .git becomes a repository, and when it is none any more', async () => {
  repository.write('half/.git/HEAD', 'ref: refs/heads/main\n');
  mkdirSync(join(repository.root, 'half/.git/refs'));
  follow('half');
  await isTold('');
  mkdirSync(join(repository.root, 'half/.git/objects'));
  await isTold('half');
  rmSync(join(repository.root, 'half/.git/HEAD'));
  await isTold('half');
});

test('tells of the files that decide about the root, wherever they are now', async () => {
  const [first, second] = ['../home/one', '../home/two'].map((path) => join(repository.root, path));
  watches.follow({ git: { ...NO_GIT, sourceFiles: [first!] }, repositories: new Map() });
  await isTold('');
  repository.write('../home/one', 'a');
  await isTold('');
  watches.follow({ git: { ...NO_GIT, sourceFiles: [second!] }, repositories: new Map() });
  await isTold('');
  repository.write('../home/two', 'a');
  await isTold('');
});

test('watches those that come, and lets those go that are gone', async () => {
  follow('one');
  await isTold('');
  follow('deep/two');
  await isTold('');
  rmSync(join(repository.root, 'one'), { recursive: true });
  repository.gitIn('deep/two', 'add', 'a');
  await isTold('deep/two');
  follow();
  follow('deep/two');
  await isTold('');
  repository.gitIn('deep/two', 'rm', '-q', '--cached', 'a');
  await isTold('deep/two');
});
