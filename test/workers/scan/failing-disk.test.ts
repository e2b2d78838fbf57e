import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDirectory } from '../../../src/workers/scan/one-level.js';
import { walkAlone } from './scanned-tree.js';
import { TempTree } from './temp-tree.js';

vi.mock(import('node:fs'), { spy: true });

let tree: TempTree;
beforeEach(() => {
  tree = new TempTree();
});
afterEach(() => {
  vi.mocked(fs.readdirSync).mockReset();
  tree.remove();
});

// Such a file system does not tell what its entries are: Node asks for each, and here one has gone by then.
it('readDirectory asks for each entry itself when Node could not tell their types', () => {
  tree.write('file');
  tree.write('dir/below');
  fs.symlinkSync('file', join(tree.root, 'link'));
  vi.mocked(fs.readdirSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOENT: no such file, lstat'), { code: 'ENOENT', syscall: 'lstat' });
  });
  const { names, kinds } = readDirectory(tree.root);
  expect(Object.fromEntries(names.map((name, index) => [name, kinds[index]]))).toEqual({
    file: 0,
    dir: 1,
    link: 2,
  });
});

it('walk warns of a directory that it may not read, and goes on', async () => {
  tree.write('closed/file');
  tree.write('open/file');
  const closed = join(tree.root, 'closed');
  const { readdirSync } = await vi.importActual<typeof fs>('node:fs');
  vi.mocked(fs.readdirSync).mockImplementation((...args: Parameters<typeof fs.readdirSync>) => {
    if (args[0] === closed) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    return readdirSync(...args);
  });
  const { entries, directories, warnings } = walkAlone(tree.root);
  expect([entries, [...directories].sort()]).toEqual([
    ['closed/', 'open/', 'open/file'],
    ['', 'open'],
  ]);
  expect(warnings).toEqual([
    { path: 'closed', message: 'This directory cannot be read: EACCES: permission denied' },
  ]);
});

it('walk warns of a directory that has become a file since it was listed, and goes on', async () => {
  tree.write('other/file');
  const replaced = join(tree.root, 'replaced');
  fs.mkdirSync(replaced);
  const { readdirSync } = await vi.importActual<typeof fs>('node:fs');
  vi.mocked(fs.readdirSync).mockImplementation((...args: Parameters<typeof fs.readdirSync>) => {
    if (args[0] === replaced) {
      fs.rmdirSync(replaced);
      fs.writeFileSync(replaced, '');
    }
    return readdirSync(...args);
  });
  const { entries, directories, warnings } = walkAlone(tree.root);
  expect([entries, [...directories].sort()]).toEqual([
    ['other/', 'other/file', 'replaced/'],
    ['', 'other'],
  ]);
  expect(warnings).toEqual([{ path: 'replaced', message: expect.stringContaining('ENOTDIR') as string }]);
});
