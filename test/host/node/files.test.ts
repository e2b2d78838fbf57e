import { linkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { nodeFiles } from '../../../src/host/node/files.js';
import { errorOf } from '../../doubles/error-of.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';

let base: AbsPath;

beforeAll(() => {
  base = makeTempDir();
  writeFiles(base, { 'dir/file': 'héllo' });
  symlinkSync('dir/file', join(base, 'link'));
  symlinkSync('nowhere', join(base, 'dangling'));
});

afterAll(() => {
  removeTempDir(base);
});

function at(path: string): AbsPath {
  return join(base, path) as AbsPath;
}

describe('the disk', () => {
  test('gives the real path behind a link, and what the link holds', async () => {
    expect(await nodeFiles.realpath(at('link'))).toBe(at('dir/file'));
    expect(await nodeFiles.readlink(at('link'))).toBe('dir/file');
    expect(await nodeFiles.readlink(at('dangling'))).toBe('nowhere');
  });

  test('says of a path, links followed, what it is', async () => {
    const file = { isFile: true, isDirectory: false, size: 6, isExecutable: false };
    expect(await nodeFiles.stat(at('link'))).toMatchObject(file);
    expect(await nodeFiles.stat(at('dir'))).toMatchObject({ isFile: false, isDirectory: true });
    expect(Object.keys(await nodeFiles.stat(at('dir'))).sort()).toEqual([
      'isDirectory',
      'isExecutable',
      'isFile',
      'mtimeMs',
      'names',
      'size',
    ]);
  });

  test.skipIf(process.platform === 'win32')('says of a file whether anybody may run it', async () => {
    writeFileSync(at('dir/program'), '', { mode: 0o654 });
    expect(await nodeFiles.stat(at('dir/program'))).toMatchObject({ isExecutable: true });
  });

  test('says how many names a file has', async () => {
    expect(await nodeFiles.stat(at('dir/file'))).toMatchObject({ names: 1 });
    linkSync(at('dir/file'), at('dir/twin'));
    expect(await nodeFiles.stat(at('dir/file'))).toMatchObject({ names: 2 });
  });

  test('gives the bytes of a file', async () => {
    expect(Buffer.from(await nodeFiles.readFile(at('dir/file'))).toString()).toBe('héllo');
  });

  test('lets a readable directory pass', async () => {
    expect(await nodeFiles.checkReadable(at('dir'))).toBeUndefined();
  });

  test.each<[what: string, run: () => Promise<unknown>, code: string]>([
    ['a missing path', () => nodeFiles.realpath(at('none')), 'ENOENT'],
    ['the target of a link to nothing', () => nodeFiles.realpath(at('dangling')), 'ENOENT'],
    ['what is no link', () => nodeFiles.readlink(at('dir/file')), 'EINVAL'],
    ['a missing file', () => nodeFiles.stat(at('none')), 'ENOENT'],
    ['a path through a file', () => nodeFiles.stat(at('dir/file/x')), 'ENOTDIR'],
    ['the bytes of a directory', () => nodeFiles.readFile(at('dir')), 'EISDIR'],
    ['entering what is missing', () => nodeFiles.checkReadable(at('none')), 'ENOENT'],
  ])('refuses %s with the code of the operating system', async (_, run, code) => {
    expect(await errorOf(run)).toMatchObject({ code });
  });

  test('stops reading when it is cancelled, with the reason', async () => {
    const reason = new Error('enough');
    expect(await errorOf(() => nodeFiles.readFile(at('dir/file'), AbortSignal.abort(reason)))).toBe(reason);
    const controller = new AbortController();
    const reading = nodeFiles.readFile(at('dir/file'), controller.signal);
    controller.abort(reason);
    expect(await errorOf(() => reading)).toBe(reason);
  });
});
