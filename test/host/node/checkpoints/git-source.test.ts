import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileVersion } from '../../../../src/actors/protocol/file-version.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';
import { walkEntries } from '../../../doubles/walk-entries.js';
import { makeCheckpoints } from './make-checkpoints.js';

let base: AbsPath;
let root: string;
const made: AsyncDisposable[] = [];
beforeEach(() => {
  base = makeTempDir();
  root = join(base, 'root');
  mkdirSync(root);
});
afterEach(async () => {
  for (const one of made.splice(0)) await one[Symbol.asyncDispose]();
  removeTempDir(base);
});

const at = (path: string): AbsPath => join(root, path) as AbsPath;

function git(folder: string, ...args: string[]): string {
  const env = {
    PATH: process.env['PATH'],
    HOME: base,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', ['-C', folder, ...identity, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function commit(folder: string, files: Readonly<Record<string, string>>, ...init: string[]): void {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, '.git'))) git(folder, 'init', '-q', ...init);
  writeFiles(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'x');
}

function make(env?: NodeJS.ProcessEnv) {
  const all = makeCheckpoints(base, env === undefined ? {} : { env });
  made.push(all.checkpoints);
  return all;
}

/** Where the contents of some paths are kept. */
async function sourcesOf(paths: readonly string[], env?: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { checkpoints } = make(env);
  const found = await checkpoints.look(paths.map(at), { isKept: true });
  for (const { path, version } of found) {
    if (version?.kind !== 'file') continue;
    expect(Buffer.from(await checkpoints.readVersion(version)).equals(readFileSync(path))).toBe(true);
  }
  return Object.fromEntries(
    found.map(({ path, version }) => [
      path.slice(root.length + 1),
      version?.kind === 'file' ? version.source.kind : String(version?.kind),
    ]),
  );
}

const storedFiles = (): number =>
  existsSync(join(base, 'versions'))
    ? walkEntries(join(base, 'versions')).filter((one) => one.isFile()).length
    : 0;

test('clean tracked files cost no byte, and are read from git; all others are stored', async () => {
  commit(root, { clean: 'clean', 'sub/also clean': 'clean too', dirty: 'old', 'name\nwith a line': 'x' });
  writeFiles(root, { dirty: 'new', untracked: 'u', '.gitignore': 'ignored', ignored: 'i' });
  expect(await sourcesOf(['clean', 'sub/also clean'])).toEqual({ clean: 'git', 'sub/also clean': 'git' });
  expect(storedFiles()).toBe(0);
  expect(await sourcesOf(['dirty', 'untracked', 'ignored', 'name\nwith a line'])).toEqual({
    dirty: 'store',
    untracked: 'store',
    ignored: 'store',
    'name\nwith a line': 'store',
  });
  expect(storedFiles()).toBe(4);
});

test('the object is the one that git names', async () => {
  commit(root, { a: 'content' });
  const [found] = await make().checkpoints.look([at('a')], { isKept: true });
  const source = { kind: 'git', repository: root, object: git(root, 'rev-parse', 'HEAD:a') };
  expect(found?.version).toMatchObject({ source });
});

test('a thousand clean files cost no byte and one process', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`d${index % 10}/${index}`, `file ${index}`]),
  );
  commit(root, files);
  const { checkpoints } = make();
  const found = await checkpoints.look(Object.keys(files).map(at), { isKept: true });
  expect(
    new Set(found.map(({ version }) => (version as FileVersion & { kind: 'file' }).source.kind)),
  ).toEqual(new Set(['git']));
  expect(storedFiles()).toBe(0);
});

test('a new commit is seen by a process that runs already', async () => {
  commit(root, { a: 'one' });
  const { checkpoints } = make();
  const look = async () => (await checkpoints.look([at('a')], { isKept: true }))[0]?.version;
  expect(await look()).toMatchObject({ source: { kind: 'git' } });
  writeFileSync(at('a'), 'two');
  expect(await look()).toMatchObject({ source: { kind: 'store' } });
  git(root, 'commit', '-qam', 'y');
  git(root, 'gc', '-q');
  const second = await look();
  expect(second).toMatchObject({ source: { kind: 'git' } });
  if (second?.kind === 'file')
    expect(Buffer.from(await checkpoints.readVersion(second)).toString()).toBe('two');
});

test('nested repositories, submodules and worktrees are each asked about their own files', async () => {
  commit(root, { outer: 'outer', '.gitignore': 'nested\nworktree\n' });
  commit(at('nested'), { inner: 'inner' });
  commit(join(base, 'library'), { part: 'part' });
  git(root, 'submodule', 'add', '-q', join(base, 'library'), 'module');
  git(root, 'commit', '-qm', 'module');
  git(root, 'worktree', 'add', '-q', at('worktree'), '-b', 'other');
  const paths = ['outer', 'nested/inner', 'module/part', 'worktree/outer'];
  expect(await sourcesOf(paths)).toEqual(Object.fromEntries(paths.map((path) => [path, 'git'])));
});

test('a repository with SHA-256 is read as well', async () => {
  commit(root, { a: 'content' }, '--object-format=sha256');
  expect(await sourcesOf(['a'])).toEqual({ a: 'git' });
});

test('a file that a filter or a line end setting changes is stored, because git has other bytes', async () => {
  commit(root, { '.gitattributes': '*.txt text eol=crlf\n', 'a.txt': 'one\r\ntwo\r\n' });
  expect(await sourcesOf(['a.txt'])).toEqual({ 'a.txt': 'store' });
});

test('nothing that a repository names is run', async () => {
  commit(root, { a: 'content', '.gitattributes': '* filter=bad diff=bad\n' });
  const program = join(base, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch ${join(base, 'was run')}\ncat\n`);
  chmodSync(program, 0o755);
  for (const name of [
    'filter.bad.smudge',
    'filter.bad.clean',
    'diff.bad.textconv',
    'core.fsmonitor',
    'core.pager',
    'core.sshCommand',
  ])
    git(root, 'config', name, program);
  expect((await sourcesOf(['a']))['a']).toBe('git');
  expect(existsSync(join(base, 'was run'))).toBe(false);
});

test.each([
  ['without git', () => ({ PATH: base })],
  [
    'in a repository that is damaged',
    () => {
      writeFileSync(at('.git/HEAD'), 'nonsense');
      return process.env;
    },
  ],
  [
    'without a commit',
    () => {
      rmSync(at('.git'), { recursive: true });
      git(root, 'init', '-q');
      return process.env;
    },
  ],
])('%s everything is stored', async (_, spoil) => {
  commit(root, { a: 'content' });
  expect(await sourcesOf(['a'], spoil())).toEqual({ a: 'store' });
});

test('a content that git has forgotten is reported as lost, unless the store has it', async () => {
  commit(root, { a: 'content' });
  const { checkpoints, store } = make();
  const version = (await checkpoints.look([at('a')], { isKept: true }))[0]?.version;
  if (version?.kind !== 'file') throw new Error('no file');
  rmSync(at('.git'), { recursive: true });
  const read = await checkpoints.readVersion(version).catch((error: unknown) => error);
  expect(read).toMatchObject({ code: 'VERSION_LOST' });
  await store.keepBytes(Buffer.from('content'), version.hash);
  expect(Buffer.from(await checkpoints.readVersion(version)).toString()).toBe('content');
});

test('links, folders and nothing are versions too, and nothing lies behind a link', async () => {
  writeFiles(root, { 'folder/a': 'a' });
  symlinkSync('folder', at('link'));
  expect(await sourcesOf(['folder', 'link', 'nothing', 'link/a', 'folder/a'])).toEqual({
    folder: 'directory',
    link: 'link',
    nothing: 'undefined',
    'link/a': 'undefined',
    'folder/a': 'store',
  });
});
