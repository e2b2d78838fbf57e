import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { WorkspacePatch } from '../../../../src/host/node/patch/workspace-patch.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

let dir: AbsPath;
let copy: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  copy = makeTempDir();
});
afterEach(() => {
  removeTempDir(dir);
  removeTempDir(copy);
});

/** What a path may hold: bytes, perhaps to be run, or where a link leads. */
type Content = { readonly bytes: Uint8Array; readonly isProgram: boolean } | { readonly link: string };

const paths = fc.constantFrom(
  'a',
  'b.txt',
  'd/c',
  'd/e/f',
  'with space',
  'd/ü',
  '"quoted"',
  '-x',
  'new\nline',
);
const contents: fc.Arbitrary<Content> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      bytes: fc.oneof(
        fc
          .string({ unit: fc.constantFrom('a', '\n', 'b c', '\r\n', 'ä'), maxLength: 40 })
          .map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 60 }),
      ),
      isProgram: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ link: fc.constantFrom('a', 'nowhere', '../d') }) },
);
const trees = fc.dictionary(paths, contents, { maxKeys: 6, noNullPrototype: true });

function put(root: string, tree: Readonly<Record<string, Content>>): void {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true });
  for (const [path, content] of Object.entries(tree)) {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    if ('link' in content) symlinkSync(content.link, place);
    else {
      writeFileSync(place, content.bytes);
      chmodSync(place, content.isProgram ? 0o755 : 0o644);
    }
  }
}

/** All files of a folder, with what git keeps of them. */
function look(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(root.length)] = entry.isSymbolicLink()
      ? `-> ${readlinkSync(path)}`
      : `${lstatSync(path).mode & 0o100} ${readFileSync(path).toString('hex')}`;
  }
  return found;
}

function apply(root: string, patch: Buffer): void {
  if (patch.length > 0)
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: root, input: patch });
}

test('the patch makes of the workspace at the start what it is at the end', async () => {
  await fc.assert(
    fc.asyncProperty(trees, trees, async (before, after) => {
      put(dir, before);
      put(copy, before);
      await using patch = await WorkspacePatch.begin(dir, { env: process.env });
      put(dir, after);
      apply(copy, await patch.read());
      expect(look(copy)).toEqual(look(dir));
    }),
    { numRuns: 25 },
  );
});

test('a repository is left as it is, with what was changed in it before, and its settings start no program', async () => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: dir, encoding: 'utf8' });
  git('init', '--quiet');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b');
  writeFiles(dir, { 'a.txt': 'one\n', '.gitignore': 'ignored\n' });
  git('add', '.');
  git('commit', '--quiet', '-m', 'a');
  writeFiles(dir, {
    'a.txt': 'two\n',
    'ignored/x': '',
    '.gitattributes': '* filter=harm diff=harm\n',
    'harm.sh': `#!/bin/sh\ntouch '${join(copy, 'harmed')}'\ncat\n`,
  });
  chmodSync(join(dir, 'harm.sh'), 0o755);
  const harm = join(dir, 'harm.sh');
  for (const name of [
    'core.fsmonitor',
    'filter.harm.clean',
    'diff.harm.textconv',
    'diff.harm.command',
    'diff.external',
  ])
    git('config', name, harm);
  const state = () => look(join(dir, '.git'));
  const before = state();

  await using patch = await WorkspacePatch.begin(dir, {
    env: process.env,
    without: [join(dir, 'out'), join(dir, '..out'), dir, '/elsewhere'],
  });
  writeFiles(dir, {
    'a.txt': 'three\n',
    'new [1].txt': 'new\n',
    'ignored/y': '',
    'out/patch.diff': 'x',
    '..out/log': 'x',
  });
  const text = (await patch.read()).toString();

  expect(text).toContain('-two\n+three\n');
  expect(text).toContain('new [1].txt');
  expect(text.match(/^diff --git/gm)).toHaveLength(2);
  expect(state()).toEqual(before);
  expect(existsSync(join(copy, 'harmed'))).toBe(false);
});

test('what git cannot take up is named, and the rest is there', async () => {
  await using patch = await WorkspacePatch.begin(dir, { env: process.env });
  execFileSync('git', ['init', '--quiet', 'inner'], { cwd: dir });
  writeFiles(dir, { 'inner/a.txt': 'a\n', 'b.txt': 'b\n' });
  const text = (await patch.read()).toString();
  expect(text.match(/^diff --git .*/gm)).toEqual(['diff --git a/b.txt b/b.txt']);
  expect(patch.problems.join('\n')).toContain('inner');
});

test('without git it says what to do', async () => {
  const begun = WorkspacePatch.begin(dir, { env: { PATH: copy } });
  await expect(begun).rejects.toThrow(/git was not found.*Install it/);
});

test('nothing is left behind, also where the beginning was cancelled', async () => {
  vi.stubEnv('TMPDIR', copy);
  await (await WorkspacePatch.begin(dir, { env: process.env }))[Symbol.asyncDispose]();
  const signal = AbortSignal.abort(new Error('Enough.'));
  await expect(WorkspacePatch.begin(dir, { env: process.env, signal })).rejects.toThrow();
  vi.unstubAllEnvs();
  expect(readdirSync(copy)).toEqual([]);
});
