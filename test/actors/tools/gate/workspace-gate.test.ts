import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../../src/actors/protocol/workspace.js';
import { WorkspaceGate } from '../../../../src/actors/tools/gate/workspace-gate.js';
import { nodeFiles } from '../../../../src/host/node/files.js';
import { errorOf } from '../../../doubles/error-of.js';
import { removeTempDir } from '../../../doubles/temp-dir.js';
import { type HostileWorld, makeHostileWorld } from '../hostile-world.js';

let world: HostileWorld;
let gate: WorkspaceGate;

beforeAll(() => {
  world = makeHostileWorld();
  gate = new WorkspaceGate([world.app], nodeFiles);
});

afterAll(() => {
  removeTempDir(world.base);
});

describe('the gate takes', () => {
  test.each<[what: string, uri: (world: HostileWorld) => string, path: string]>([
    ['a relative path', () => 'src/a.ts', 'src/a.ts'],
    ['a relative path with dots', () => './src/../lib//x.ts', 'lib/x.ts'],
    ['a path with a slash at its end', () => 'src/', 'src'],
    ['the root itself', () => '.', ''],
    ['an absolute path', ({ app }) => `${app}/src/a.ts`, 'src/a.ts'],
    ['the absolute root', ({ app }) => app, ''],
    ['a file URI', ({ app }) => `file://${app}/src/a.ts`, 'src/a.ts'],
    ['a file URI of this host', ({ app }) => `file://LOCALHOST${app}/src/a.ts`, 'src/a.ts'],
    ['a file URI with a fragment', ({ app }) => `file://${app}/src/a.ts#L10`, 'src/a.ts'],
    [
      'a percent-encoded file URI',
      ({ app }) => `file://${app}/%C3%BC%20%F0%9F%98%80%2541%23%3F.txt`,
      'ü 😀%41#?.txt',
    ],
    ['a vscode-remote URI', ({ app }) => `vscode-remote://ssh-remote%2Bbox${app}/src/a.ts`, 'src/a.ts'],
    ['a name with a backslash', () => 'src\\a.ts', 'src\\a.ts'],
    ['backslashes instead of slashes', () => 'src\\deep\\a.ts', 'src/deep/a.ts'],
    ['an escape that a plain path does not have', () => 'ü 😀%41#?.txt', 'ü 😀%41#?.txt'],
    ['a link that stays inside, as what it points to', () => 'inner-link/a.ts', 'src/deep/a.ts'],
    ['a link to nothing that stays inside', () => 'dangling-in', 'src/new.ts'],
    ['what does not exist yet', () => 'none/none.ts', 'none/none.ts'],
    ['a name that starts with two dots', () => '..none', '..none'],
    ['a place below a file', () => 'src/a.ts/none', 'src/a.ts/none'],
    ['a name that is too long to exist', () => 'n'.repeat(300), 'n'.repeat(300)],
  ])('%s', async (_, uri, path) => {
    expect(await gate.resolve(uri(world))).toEqual({
      root: world.app,
      path,
      absolute: join(world.app, path),
    });
  });
});

describe('the gate refuses', () => {
  test.each<[what: string, uri: (world: HostileWorld) => string]>([
    ['a way up', () => '../outside/secret.txt'],
    ['a way up that is hidden in the middle', () => 'src/../../outside/secret.txt'],
    ['a way up with backslashes', () => '..\\outside\\secret.txt'],
    ['the folder above', () => '..'],
    ['an absolute path', () => '/etc/passwd'],
    ['a neighbour whose name starts like the root', ({ app }) => `${app}-evil/a.ts`],
    ['a file URI', ({ base }) => `file://${base}/outside/secret.txt`],
    ['a file URI with an encoded way up', ({ app }) => `file://${app}/%2e%2e/outside/secret.txt`],
    ['a file URI with encoded slashes', ({ app }) => `file://${app}%2F..%2Foutside/secret.txt`],
    ['a vscode-remote URI', () => 'vscode-remote://wsl+Ubuntu/etc/passwd'],
    ['a link', () => 'out-link/secret.txt'],
    ['a link to a link', () => 'out-chain/secret.txt'],
    ['a link to the folder above', () => 'up-link'],
    ['a link to nothing outside', () => 'dangling-out'],
    ['a link to a link to nothing outside', () => 'dangling-chain'],
    ['a link whose text only seems to stay inside', () => 'dangling-through-link'],
    ['what does not exist behind a link', () => 'out-link/none/none'],
  ])('%s', async (_, toUri) => {
    const uri = toUri(world);
    expect(await errorOf(() => gate.resolve(uri))).toMatchObject({
      name: 'WorkspaceBoundaryError',
      message: `${JSON.stringify(uri)} is outside the workspace: only paths inside ${world.app} can be used.`,
      details: { path: uri, roots: [world.app] },
    });
  });

  test.each<[uri: string, message: string]>([
    ['', 'A path must not be empty; the root itself is ".".'],
    ['a\0b', 'A path must not contain a NUL character, got "a\\u0000b".'],
    ['file:///a%00b', 'A path must not contain a NUL character, got "file:///a%00b".'],
    ['file:///a%zz', '"file:///a%zz" has a % that is not followed by two hexadecimal digits of UTF-8.'],
    ['file:///%ff', '"file:///%ff" has a % that is not followed by two hexadecimal digits of UTF-8.'],
    ['vscode-remote://wsl', 'A path must not be empty; the root itself is ".".'],
    [
      'file://src/a.ts',
      'A file:// URI has three slashes and no host, got "file://src/a.ts"; a relative path needs no file://.',
    ],
    [
      'https://example.com/a.ts',
      '"https://example.com/a.ts" is not a file: ' +
        'use a relative or absolute path, a file:// or a vscode-remote:// URI.',
    ],
    ['a'.repeat(40_000), 'A path must not be longer than 32767 characters, got 40000.'],
  ])('what is no path: %j', async (uri, message) => {
    expect(await errorOf(() => gate.resolve(uri))).toMatchObject({ name: 'InvalidParamsError', message });
  });

  test('a circle of links, as a file that is not there', async () => {
    expect(await errorOf(() => gate.resolve('circle/a.ts'))).toMatchObject({
      name: 'FileNotFoundError',
      message: 'circle/a.ts leads nowhere: its symbolic links form a circle.',
    });
  });

  test('a directory that it may not enter, and does not say so of one outside', async () => {
    const realpath = async (path: string): Promise<AbsPath> => {
      if (path.includes('locked')) throw Object.assign(new Error('no'), { code: 'EACCES' });
      return nodeFiles.realpath(path);
    };
    const barred = new WorkspaceGate([world.app], { ...nodeFiles, realpath });
    expect(await errorOf(() => barred.resolve('locked/a'))).toMatchObject({
      name: 'PermissionDeniedError',
      message: 'The operating system denied access to locked/a.',
    });
    expect(await errorOf(() => barred.resolve('/locked/a'))).toMatchObject({
      name: 'WorkspaceBoundaryError',
    });
  });

  test('everything when no folder is open', async () => {
    const none = new WorkspaceGate([], nodeFiles);
    const refused = {
      name: 'WorkspaceBoundaryError',
      message: '"a" is outside the workspace: no folder is open.',
    };
    expect(await errorOf(() => none.resolve('a'))).toMatchObject(refused);
    expect(await errorOf(() => none.resolve('/a'))).toMatchObject({ name: 'WorkspaceBoundaryError' });
  });
});

describe('the gate with several roots', () => {
  let both: WorkspaceGate;

  beforeAll(() => {
    both = new WorkspaceGate([world.app, world.lib], nodeFiles);
  });

  test.each<[what: string, uri: string, root: 'app' | 'lib', path: string]>([
    ['takes a relative path in the first', 'src/a.ts', 'app', 'src/a.ts'],
    ['prefers what exists in the first', 'lib/x.ts', 'app', 'lib/x.ts'],
    ['takes the name of a root for what does not', 'lib/src/a.ts', 'lib', 'src/a.ts'],
    ['takes the name of the first root as well', 'app/src/a.ts', 'app', 'src/a.ts'],
    ['takes the name of a root with backslashes', './lib\\src\\a.ts', 'lib', 'src/a.ts'],
    ['takes the name of a root for what is yet to be made', 'lib/none.ts', 'lib', 'none.ts'],
    ['takes a way from one root to another', '../lib/x.ts', 'lib', 'x.ts'],
    ['follows a link from one root to another', 'up-link/lib/x.ts', 'lib', 'x.ts'],
  ])('%s', async (_, uri, root, path) => {
    expect(await both.resolve(uri)).toEqual({ root: world[root], path, absolute: join(world[root], path) });
  });

  test('refuses a way out behind the name of a root', async () => {
    expect(await errorOf(() => both.resolve('lib/../../outside'))).toMatchObject({
      name: 'WorkspaceBoundaryError',
    });
  });

  test('takes a path for the innermost of two roots', async () => {
    const src = join(world.app, 'src') as AbsPath;
    const nested = new WorkspaceGate([world.app, src], nodeFiles);
    expect(await nested.resolve('src/a.ts')).toEqual({
      root: src,
      path: 'a.ts',
      absolute: join(src, 'a.ts'),
    });
  });

  test('prints paths of the first root relative, of the others absolute, and line breaks as a URI', () => {
    const shown = (root: AbsPath, path: string): string => both.show({ root, path: path as RelPath });
    expect([
      shown(world.app, 'src/a.ts'),
      shown(world.app, ''),
      shown(world.lib, 'x.ts'),
      shown(world.lib, ''),
      shown(world.app, 'a\nb%.ts'),
    ]).toEqual(['src/a.ts', '.', `${world.lib}/x.ts`, world.lib, `file://${world.app}/a%0Ab%25.ts`]);
  });
});
