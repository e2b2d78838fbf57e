import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTree } from '../../bench/make-tree.js';

const repository = join(import.meta.dirname, '../..');
const cli = join(repository, 'dist/cli.js');

// Left over from 24,000 when the generated rules have taken their part, junk aside.
const FILES = 24_000;
const AT_LEAST = 20_000;
// Made in 2 s; a disk that was just told to delete as many files can take thirty.
const SETUP_TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

let scratch: string;
let globalConfig: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'troupe-oracle-'));
  // What the person who runs this has in their own configuration decides nothing here.
  globalConfig = join(scratch, 'gitconfig');
  const excludes = join(scratch, 'global-excludes');
  writeFileSync(excludes, '*.map\n!important-*.map\n/global-only/\n');
  writeFileSync(
    globalConfig,
    `[core]\n\texcludesFile = ${excludes}\n[user]\n\tname = T\n\temail = t@example.org\n`,
  );
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
}, SETUP_TIMEOUT_MS);

function run(command: string, args: readonly string[], cwd: string, input?: string): string[] {
  const output = execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    env: { ...process.env, GIT_CONFIG_GLOBAL: globalConfig, GIT_CONFIG_NOSYSTEM: '1' },
    ...(input === undefined ? {} : { input }),
  });
  return output.split('\0').slice(0, -1);
}

const filesOfTroupe = (root: string): string[] =>
  run(process.execPath, [cli, 'files', '-0', '--root', root], scratch);

const git = (root: string, ...args: string[]): string[] => run('git', args, root);

const filesOfGit = (root: string): string[] => git(root, 'ls-files', '-co', '--exclude-standard', '-z');

const addToGit = (root: string, paths: readonly string[]): void => {
  run('git', ['add', '-f', '--pathspec-from-file=-', '--pathspec-file-nul'], root, paths.join('\0'));
};

/** Where the two lists differ, short enough to read. */
function difference(ours: readonly string[], judge: readonly string[]): object {
  const [has, shouldHave] = [new Set(ours), new Set(judge)];
  return {
    missing: judge.filter((path) => !has.has(path)).slice(0, 20),
    extra: ours.filter((path) => !shouldHave.has(path)).slice(0, 20),
    twice: ours.length - has.size,
  };
}

const SAME = { missing: [], extra: [], twice: 0 };

function makeRepository(name: string, seed: number): string {
  const root = join(scratch, name);
  mkdirSync(root);
  makeTree(root, { seed, files: FILES });
  git(root, 'init', '--quiet');
  return root;
}

describe('troupe files', () => {
  test(
    'lists what git lists when nothing is tracked',
    () => {
      const root = makeRepository('untracked', 1);
      const judge = filesOfGit(root);
      expect(judge.length).toBeGreaterThanOrEqual(AT_LEAST);
      expect(difference(filesOfTroupe(root), judge)).toEqual(SAME);
    },
    SETUP_TIMEOUT_MS,
  );

  test(
    'lists what git lists when half is tracked, ignored files among it, and excludes files have a say',
    () => {
      const root = makeRepository('tracked', 2);
      appendFileSync(join(root, '.git/info/exclude'), '*.java\n!widget-*.java\n/excluded-only/\n');
      const visible = filesOfGit(root);
      const ignored = git(root, 'ls-files', '-oi', '--exclude-standard', '-z');
      const tracked = [
        ...visible.filter((_, index) => index % 2 === 0),
        ...ignored.filter((_, index) => index % 20 === 0),
      ];
      addToGit(root, tracked);
      git(root, 'commit', '--quiet', '-m', 'Half of it');

      const judge = filesOfGit(root);
      expect(judge.length).toBeGreaterThanOrEqual(AT_LEAST);
      expect(judge.length).toBeGreaterThan(visible.length);
      expect(difference(filesOfTroupe(root), judge)).toEqual(SAME);
    },
    SETUP_TIMEOUT_MS,
  );

  test('lists what git lists of a submodule, a worktree and a clone within a repository, each by itself', () => {
    const library = join(scratch, 'library');
    mkdirSync(join(library, 'out'), { recursive: true });
    for (const path of ['.gitignore', 'a.ts', 'out/tracked.js']) {
      writeFileSync(join(library, path), path === '.gitignore' ? 'out/\n' : '');
    }
    git(library, 'init', '--quiet');
    addToGit(library, ['.gitignore', 'a.ts', 'out/tracked.js']);
    git(library, 'commit', '--quiet', '-m', 'All of it');
    const root = join(scratch, 'superproject');
    git(scratch, 'clone', '--quiet', library, root);
    git(root, 'clone', '--quiet', library, 'cloned');
    const submodule = ['submodule', '--quiet', 'add', library, 'submodule'];
    git(root, '-c', 'protocol.file.allow=always', ...submodule);
    git(root, 'worktree', 'add', '--quiet', '--detach', 'worktree');
    appendFileSync(join(root, '.git/info/exclude'), '*.own\n');
    for (const directory of ['', 'cloned', 'submodule', 'worktree']) {
      for (const path of ['out/made.js', 'x.own', 'x.map']) writeFileSync(join(root, directory, path), '');
    }
    const judge = [
      ...filesOfGit(root).filter((path) => !/^(?:cloned|submodule|worktree)/.test(path)),
      ...['cloned', 'submodule', 'worktree'].flatMap((directory) =>
        filesOfGit(join(root, directory)).map((path) => `${directory}/${path}`),
      ),
    ];
    expect(judge).toContain('worktree/out/tracked.js');
    expect(judge.filter((path) => path.endsWith('.own'))).toEqual(['cloned/x.own', 'submodule/x.own']);
    expect(difference(filesOfTroupe(root), judge)).toEqual(SAME);
  });

  test('lists what git lists in the repository of Troupe itself', () => {
    const deleted = new Set(git(repository, 'ls-files', '-d', '-z'));
    const judge = filesOfGit(repository).filter((path) => !deleted.has(path));
    expect(judge).toContain('src/host/api.ts');
    expect(difference(filesOfTroupe(repository), judge)).toEqual(SAME);
  });
});
