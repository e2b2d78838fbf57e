import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { requireRootFolder } from '../../../../src/workers/index/sync/require-root-folder.js';
import { TempTree } from '../../walk/temp-tree.js';

let tree: TempTree;
let removed: string[];

beforeEach(() => {
  tree = new TempTree();
  tree.write('above/root/a');
  removed = [];
});
afterEach(() => {
  tree.remove();
});

function check(): void {
  const path = join(tree.root, 'above/root') as AbsPath;
  const config = { path, corePatterns: [], ignorePatterns: [], useGitignore: true };
  requireRootFolder({ config, data: { remove: (entry) => removed.push(entry) } });
}

test('a folder that is there is left alone', () => {
  check();
  expect(removed).toEqual([]);
});

test.each([
  ['is gone', 'above', undefined, 'missing'],
  ['is a file now', 'above/root', 'above/root', 'not-a-directory'],
  ['was in what is a file now', 'above', 'above', 'missing'],
])('a folder that %s has nothing in it, and that is said', (_, gone, file, problem) => {
  rmSync(join(tree.root, gone), { recursive: true });
  if (file !== undefined) tree.write(file);
  expect(check).toThrowError(
    expect.objectContaining({ code: 'INVALID_ROOT', details: expect.objectContaining({ problem }) }),
  );
  expect(removed).toEqual(['']);
});
