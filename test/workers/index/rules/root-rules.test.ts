import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { RootRules } from '../../../../src/workers/index/rules/root-rules.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { GitRepository } from '../../ignore/git-repository.js';
import { filesOf, readParts, scanAlone } from '../../walk/scanned-tree.js';

const NEVER = new AbortController().signal;
const PATTERNS = { corePatterns: [], ignorePatterns: [], useGitignore: true };

let repository: GitRepository;
let rules: RootRules;
let journal: string;

/** Puts a git first in the way that keeps a journal. */
function watchGit(): void {
  const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const bin = join(repository.root, '../bin');
  journal = join(bin, 'journal');
  mkdirSync(bin);
  const script = `#!/bin/sh
echo "start $PWD $3" >> '${journal}'
'${realGit}' "$@"
code=$?
echo end >> '${journal}'
exit $code
`;
  writeFileSync(join(bin, 'git'), script);
  chmodSync(join(bin, 'git'), 0o755);
  vi.stubEnv('PATH', `${bin}:${process.env['PATH'] ?? ''}`);
}

/** The directories that git was asked in about tracked files since the last call. */
function askedIn(): string[] {
  const lines = readFileSync(journal, { encoding: 'utf8', flag: 'a+' }).split('\n');
  rmSync(journal);
  return lines
    .flatMap((line) => /^start (.*) ls-files$/.exec(line)?.[1] ?? [])
    .map((directory) => directory.slice(repository.root.length + 1))
    .sort();
}

/** What was to be asked of git is on its way. */
const asked = (): Promise<void> => setImmediate();

beforeEach(() => {
  repository = new GitRepository();
  rmSync(join(repository.root, '.git/info/exclude'), { force: true });
  for (const [name, value] of Object.entries(repository.env)) vi.stubEnv(name, value);
  rules = new RootRules({ ...PATTERNS, path: repository.root });
});

afterEach(() => {
  vi.unstubAllEnvs();
  repository[Symbol.dispose]();
});

/** Scans a directory, and returns the files that are visible in it. */
function scan(under = ''): string[] {
  const parts = scanAlone(repository.root, { patterns: PATTERNS, git: rules.git }, under);
  rules.mergeScan(parts, under as RelPath);
  return filesOf(readParts(parts)).sort();
}

/** The paths that are to be looked at again because of what git tracks. */
async function refreshTracked(of = rules): Promise<readonly RelPath[]> {
  return (await of.refreshTracked(NEVER)).paths;
}

function makeNested(path: string, files: Readonly<Record<string, string>>): void {
  repository.git('init', '-q', path);
  rmSync(join(repository.root, path, '.git/info/exclude'), { force: true });
  for (const [name, text] of Object.entries(files)) repository.write(join(path, name), text);
  repository.gitIn(path, 'add', '-f', '.');
}

test('tracked files that rules match come into sight in each repository, without a question too many', async () => {
  repository.write('.gitignore', '*.log\n/one\n');
  repository.write('a.log');
  repository.git('add', '-f', '.');
  makeNested('free', { 'a.log': '' });
  makeNested('ruled', { '.gitignore': '*.tmp\n', 'x.tmp': '', 'x.log': '' });
  makeNested('one', { '.gitignore': '*.tmp\n', 'x.tmp': '' });
  watchGit();

  await rules.refreshGitContext(NEVER);
  expect(scan()).toEqual(['.gitignore', 'free/a.log', 'ruled/.gitignore', 'ruled/x.log']);
  rules.askTracked(NEVER);
  expect(await refreshTracked()).toEqual(['a.log', 'ruled/x.tmp']);
  expect(askedIn()).toEqual(['', 'ruled']);
  const all = ['.gitignore', 'a.log', 'free/a.log', 'ruled/.gitignore', 'ruled/x.log', 'ruled/x.tmp'];
  expect(scan()).toEqual(all);
  expect([await refreshTracked(), askedIn()]).toEqual([[], []]);
});

test('a tracked file stays in sight when a new rule matches it', async () => {
  repository.write('a.txt');
  repository.git('add', '.');
  watchGit();
  await rules.refreshGitContext(NEVER);
  scan();
  expect([await refreshTracked(), askedIn()]).toEqual([[], []]);
  repository.write('.gitignore', '*.txt\n');
  scan();
  expect([await refreshTracked(), askedIn()]).toEqual([['a.txt'], ['']]);
  expect(scan()).toEqual(['.gitignore', 'a.txt']);
});

test('a directory comes into sight though what is tracked in it is gone', async () => {
  repository.write('.gitignore', 'out\n');
  repository.write('out/deep/a');
  repository.git('add', '-f', '.');
  rmSync(join(repository.root, 'out/deep'), { recursive: true });
  await rules.refreshGitContext(NEVER);
  scan();
  expect(await refreshTracked()).toEqual(['out']);
});

test('only the repository whose index changed is asked again, and the outermost directory that comes or goes is named', async () => {
  for (const path of ['one', 'two']) {
    makeNested(path, { '.gitignore': 'out\n', 'out/deep/a': '', 'out/deep/b': '' });
  }
  watchGit();
  await rules.refreshGitContext(NEVER);
  scan();
  const outOf = (path: string): string[] => ['a', 'b'].map((name) => `${path}/out/deep/${name}`);
  const shown = await refreshTracked();
  expect(shown.toSorted()).toEqual(['one/out', 'two/out']);
  expect(askedIn()).toEqual(['one', 'two']);
  repository.gitIn('one', 'rm', '-q', '--cached', '-r', 'out');
  askedIn();
  expect([await refreshTracked(), askedIn()]).toEqual([['one/out'], ['one']]);
  expect(scan()).toEqual(['one/.gitignore', 'two/.gitignore', ...outOf('two')]);
});

describe('a repository that nobody has written to for long', () => {
  beforeEach(() => {
    repository.write('.gitignore', '*.log\n');
    repository.write('sub/.gitignore', '!kept.log\n');
    for (const path of ['a.log', 'sub/kept.log']) repository.write(path);
    repository.git('add', '-f', '.');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    watchGit();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is asked about while its rules are looked for, whether or not any are known', async () => {
    await rules.refreshGitContext(NEVER);
    rules.askTracked(NEVER);
    await asked();
    scan();
    expect([await refreshTracked(), askedIn()]).toEqual([['a.log'], ['']]);
    expect(rules.saved.answers).toMatchObject([{ path: '', tracked: ['a.log'] }]);
  });

  test('is asked about once when some of its rules are known at first, and git has read the others', async () => {
    repository.write('.git/info/exclude', '*.tmp\n');
    await rules.refreshGitContext(NEVER);
    rules.askTracked(NEVER);
    await asked();
    scan();
    expect(await refreshTracked()).toEqual(['a.log']);
    expect([await refreshTracked(), askedIn()]).toEqual([[], ['']]);
  });

  test('is asked about again when old rules come in later, and when rules go', async () => {
    repository.write('.git/info/exclude', '*.tmp\n');
    renameSync(join(repository.root, 'sub'), join(repository.root, '../away'));
    await rules.refreshGitContext(NEVER);
    rules.askTracked(NEVER);
    await asked();
    scan();
    await refreshTracked();
    askedIn();
    renameSync(join(repository.root, '../away'), join(repository.root, 'sub'));
    scan();
    expect([await refreshTracked(), askedIn()]).toEqual([['sub/kept.log'], ['']]);
    rmSync(join(repository.root, 'sub/.gitignore'));
    scan();
    expect([await refreshTracked(), askedIn()]).toEqual([['sub/kept.log'], ['']]);
    expect(scan()).toEqual(['.gitignore', 'a.log', 'sub/kept.log']);
  });
});

test('at most four processes ask at a time', async () => {
  for (let id = 0; id < 12; id++) makeNested(`n${id}`, { '.gitignore': 'x\n', x: '' });
  watchGit();
  await rules.refreshGitContext(NEVER);
  scan();
  rmSync(journal);
  expect(await refreshTracked()).toHaveLength(12);
  let running = 0;
  const counts = readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (running += line === 'end' ? -1 : 1));
  expect([counts.length, Math.max(...counts) <= 4]).toEqual([24, true]);
});

test('excludes files count in the repositories of a folder that is in none', async () => {
  rmSync(join(repository.root, '.git'), { recursive: true });
  repository.write('../home/.config/git/ignore', '*.global\n');
  for (const path of ['plain/a.global', 'plain/a.own']) repository.write(path);
  makeNested('n', { 'a.global': '', 'a.own': '', b: '' });
  repository.gitIn('n', 'rm', '-q', '--cached', 'a.own');
  repository.write('n/.git/info/exclude', '*.own\n');
  await rules.refreshGitContext(NEVER);
  expect(scan()).toEqual(['n/b', 'plain/a.global', 'plain/a.own']);
  expect(await refreshTracked()).toEqual(['n/a.global']);
  expect(scan()).toEqual(['n/a.global', 'n/b', 'plain/a.global', 'plain/a.own']);
  expect(rules.current.decide('n/a.own' as RelPath, false).indexed).toBe(false);
});

test('what cannot be found out of a repository is a warning', async () => {
  makeNested('n', { '.gitignore': 'x\n', x: '' });
  repository.write('n/.git/index', 'broken');
  mkdirSync(join(repository.root, 'n/.git/info'), { recursive: true });
  mkdirSync(join(repository.root, 'n/.git/info/exclude'));
  await rules.refreshGitContext(NEVER);
  expect(scan()).toEqual(['n/.gitignore']);
  expect(await refreshTracked()).toEqual([]);
  expect(rules.git.warnings).toEqual([
    'The info/exclude of n was not read: it is a directory',
    expect.stringContaining('git did not list the tracked files of n: '),
  ]);
});

test('rules of an info/exclude below the root are other rules when it changes', async () => {
  makeNested('n', {});
  repository.write('n/a');
  await rules.refreshGitContext(NEVER);
  expect(scan()).toEqual(['n/a']);
  repository.write('n/.git/info/exclude', 'a\n');
  const parts = scanAlone(repository.root, { patterns: PATTERNS, git: rules.git });
  expect(rules.mergeScan(parts, '' as RelPath)).toEqual({ hasChanged: true, conflicting: [] });
  expect(rules.current.decide('n/a' as RelPath, false).indexed).toBe(false);
});

test('a repository that a new rule ignores goes with all that it tracks, at once', async () => {
  makeNested('n', { '.gitignore': 'x\n', x: '', y: '' });
  await rules.refreshGitContext(NEVER);
  scan();
  await refreshTracked();
  expect(scan()).toEqual(['n/.gitignore', 'n/x', 'n/y']);
  repository.write('.gitignore', '/n\n');
  expect(scan()).toEqual(['.gitignore']);
  const decided = ['n', 'n/x', 'n/y'].map(
    (path) => rules.current.decide(path as RelPath, path === 'n').indexed,
  );
  expect(decided).toEqual([false, false, false]);
});

test('nothing is asked where rules of git do not count', async () => {
  const off = new RootRules({ ...PATTERNS, useGitignore: false, path: repository.root });
  watchGit();
  expect(await off.refreshGitContext(NEVER)).toBe(false);
  expect(await refreshTracked(off)).toEqual([]);
  expect(askedIn()).toEqual([]);
});

test('knows in which directories other rules are written than when they were read', () => {
  repository.write('a/.gitignore', '*.log\n');
  repository.write('b/.gitignore', '*.tmp\n');
  scan();
  expect(runToEnd(rules.findStale(['' as RelPath]))).toEqual([]);
  // The same text in another file says nothing new.
  rmSync(join(repository.root, 'a/.gitignore'));
  repository.write('a/.gitignore', '*.log\n');
  expect(runToEnd(rules.findStale(['' as RelPath]))).toEqual([]);
  repository.write('a/.gitignore', '*.old\n');
  rmSync(join(repository.root, 'b/.gitignore'));
  expect(runToEnd(rules.findStale(['' as RelPath])).sort()).toEqual(['a', 'b']);
  expect(runToEnd(rules.findStale(['b' as RelPath]))).toEqual(['b']);
});

describe('dropIgnored', () => {
  // So many that not all are looked up in one step.
  const names = Array.from({ length: 600 }, (_, number) => `i${number}`);
  const listed = (...directories: readonly string[]): Map<RelPath, readonly string[]> =>
    new Map(directories.map((directory) => [directory as RelPath, directory === '' ? names : ['out']]));

  let gone: Set<string>;
  const isThere = (directory: RelPath): boolean => !gone.has(directory);

  beforeEach(() => {
    rules.replaceIgnored(listed('d', 'e', ''));
    gone = new Set(['d', 'e']);
  });

  test('keeps those in a directory that comes back while it is suspended', () => {
    const dropping = rules.dropIgnored(isThere);
    expect(dropping.next().done).toBe(false);
    gone.delete('d');
    rules.replaceIgnored(listed('d'));
    runToEnd(dropping);
    expect([...rules.ignored]).toEqual(['d/out', ...names]);
  });

  test('keeps those that are added while it is suspended, and drops the others', () => {
    const dropping = rules.dropIgnored(isThere);
    expect(dropping.next().done).toBe(false);
    rules.replaceIgnored(listed('new'));
    runToEnd(dropping);
    expect([...rules.ignored]).toEqual([...names, 'new/out']);
  });

  test('makes no other set when nothing is dropped', () => {
    gone.clear();
    const { ignored } = rules;
    runToEnd(rules.dropIgnored(isThere));
    expect(rules.ignored).toBe(ignored);
  });
});
