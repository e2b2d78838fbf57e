import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDirectory } from '../../../src/workers/walk/read-directory.js';
import { filesOf, readParts, scanAlone, walkAlone } from './scanned-tree.js';
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

it.each(['a file', 'nothing'])(
  'walk goes on beside a directory that has become %s since it was listed',
  async (what) => {
    tree.write('other/file');
    const replaced = join(tree.root, 'replaced');
    fs.mkdirSync(replaced);
    const { readdirSync } = await vi.importActual<typeof fs>('node:fs');
    vi.mocked(fs.readdirSync).mockImplementation((...args: Parameters<typeof fs.readdirSync>) => {
      if (args[0] === replaced) {
        fs.rmdirSync(replaced);
        if (what === 'a file') fs.writeFileSync(replaced, '');
      }
      return readdirSync(...args);
    });
    const { entries, directories, warnings } = walkAlone(tree.root);
    expect([entries, [...directories].sort()]).toEqual([
      ['other/', 'other/file', 'replaced/'],
      ['', 'other'],
    ]);
    expect(warnings).toEqual([]);
  },
);

it.each(['EMFILE', 'ENFILE', 'ENOMEM', 'EIO'])(
  'walk tells which directories %s kept it from reading',
  async (code) => {
    tree.write('unread/file');
    tree.write('open/file');
    const unread = join(tree.root, 'unread');
    const { readdirSync } = await vi.importActual<typeof fs>('node:fs');
    vi.mocked(fs.readdirSync).mockImplementation((...args: Parameters<typeof fs.readdirSync>) => {
      if (args[0] === unread) throw Object.assign(new Error(code), { code });
      return readdirSync(...args);
    });
    const parts = scanAlone(tree.root);
    expect(parts.flatMap((part) => part.unread)).toEqual(['unread']);
    expect(filesOf(readParts(parts))).toEqual(['open/file']);
  },
);

it('walk takes a rule file that it cannot open now for no reason to show what is ignored', async () => {
  tree.write('ruled/.gitignore', '*.log\n');
  tree.write('ruled/a.log');
  const { openSync } = await vi.importActual<typeof fs>('node:fs');
  vi.mocked(fs.openSync).mockImplementation((...args: Parameters<typeof fs.openSync>) => {
    if (String(args[0]).endsWith('.gitignore')) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    return openSync(...args);
  });
  const parts = scanAlone(tree.root);
  vi.mocked(fs.openSync).mockReset();
  expect(parts.flatMap((part) => part.unread)).toEqual(['ruled']);
  expect(filesOf(readParts(parts))).toEqual([]);
});
