import { describe, expect, test } from 'vitest';
import type { LineUses } from '../../../src/actors/approvals/verdict.js';
import { judgeLine } from './judge-line.js';

function usesOf(line: string): LineUses | undefined {
  const verdict = judgeLine(line);
  return verdict.kind === 'deny' ? undefined : verdict.uses;
}

describe('a line is seen to use the network', () => {
  test.each([
    'npm install',
    'npm ci',
    'npm publish',
    'npm outdated',
    'npm view react',
    'pnpm add x',
    'yarn',
    'yarn add x',
    'npx -y create-x',
    'pip install x',
    'uv sync',
    'poetry install',
    'cargo fetch',
    'cargo install x',
    'go get x',
    'go mod download',
    'git fetch',
    'git pull',
    'git push',
    'git clone x',
    'git ls-remote',
    'git submodule update --init',
    'git -C sub fetch',
    'curl https://x.example',
    'wget x',
    'ssh host ls',
    'scp a host:b',
    'rsync -a a host:b',
    'apt install x',
    'docker pull x',
    'gh pr list',
    'cd sub && npm ci',
    'timeout 60 npm install',
    'sudo apt-get update',
    'CI=1 npm ci',
    "bash -c 'npm ci'",
    'ls | xargs curl',
    'if ls; then git fetch; fi',
    'echo $(curl x)',
  ])('%s', (line) => {
    expect(usesOf(line)).toMatchObject({ usesNetwork: true });
  });

  test.each([
    'npm test',
    'npm ls',
    'npx vitest',
    'rsync -a a b',
    'git log',
    'echo curl',
    'grep curl a',
    'curl --version',
  ])('but not by %s', (line) => {
    expect(usesOf(line)).toMatchObject({ usesNetwork: false });
  });
});

describe('a line is seen to write to the repository', () => {
  test.each([
    'git add .',
    'git commit -m x',
    'git checkout main',
    'git switch main',
    'git branch new',
    'git branch -D old',
    'git stash',
    'git stash push',
    'git stash pop',
    'git stash drop',
    'git rebase main',
    'git merge main',
    'git reset --hard',
    'git tag v1',
    'git cherry-pick a',
    'git restore --staged a',
    'git rm a',
    'git mv a b',
    'git gc',
    'git fetch',
    'git pull',
    'git worktree add x',
    'git -C sub commit -m x',
    'git -c color.ui=never commit -m x',
    'timeout 5 git commit -m x',
    'cd x && git add .',
    "bash -c 'git add .'",
    'ls | xargs git add',
    'env git commit',
  ])('%s', (line) => {
    expect(usesOf(line)).toMatchObject({ writesRepository: true });
  });

  test.each([
    'git status',
    'git stash list',
    'git branch',
    'git branch --list x',
    'git tag -l',
    'git worktree list',
    // No grant lifts the lock of its settings.
    'git config user.name me',
    'git remote add a b',
    'echo git add',
  ])('but not by %s', (line) => {
    expect(usesOf(line)).toMatchObject({ writesRepository: false });
  });
});
