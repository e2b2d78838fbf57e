import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { makeFolder, makeFolderSync } from '../../../src/workers/disk/make-folder.js';
import { testUnless } from '../../doubles/run-unless.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
});
afterEach(() => {
  removeTempDir(dir);
});

const testBelowProc = testUnless(existsSync('/proc/self') ? undefined : 'This system has no /proc.');

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (path: string, mode?: number) => makeFolderSync(path, mode)],
])('%s', (_name, make) => {
  test('makes what is missing for this person alone, and says what the topmost was', async () => {
    const path = join(dir, 'a/b/c');
    expect(await make(path)).toBe(join(dir, 'a'));
    for (const made of ['a', 'a/b', 'a/b/c']) expect(statSync(join(dir, made)).mode & 0o777).toBe(0o700);
    expect(await make(path)).toBeUndefined();
    expect(await make(join(path, 'd'), 0o755)).toBe(join(path, 'd'));
    expect(statSync(join(path, 'd')).mode & 0o777).toBe(0o755);
  });

  test('however many levels there are, a second time makes nothing', async () => {
    const name = fc.stringMatching(/^[a-z ]{1,8}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 6 }), async (names) => {
        const path = join(dir, ...names.map((text) => `n${text}`));
        await make(path);
        expect(statSync(path).isDirectory()).toBe(true);
        expect(await make(path)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  test('a link to a folder is a folder, and a file, or a link to nothing, is none', async () => {
    await make(join(dir, 'real'));
    symlinkSync('real', join(dir, 'link'));
    symlinkSync('nowhere', join(dir, 'dangling'));
    writeFileSync(join(dir, 'file'), '');
    expect(await make(join(dir, 'link/in'))).toBe(join(dir, 'link/in'));
    await expect(make(join(dir, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(dir, 'file/in/it'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(make(join(dir, 'dangling'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(dir, 'dangling/in'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  test.each(['/', '.', '..'])('%s is there', async (path) => {
    expect(await make(path)).toBeUndefined();
  });

  // Node's own `recursive` never returns here.
  testBelowProc('an error comes where nobody can make a folder', async () => {
    for (const path of ['/proc/troupe', '/proc/a/b/c', '/proc/self/a/b', '/proc/sys/a/b'])
      await expect(make(path)).rejects.toMatchObject({ code: expect.stringMatching(/^E[A-Z]+$/) });
  });
});

test('several at once make the same folder', async () => {
  const path = join(dir, 'a/b/c/d');
  await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)));
  expect(statSync(path).isDirectory()).toBe(true);
});
