import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runToEnd } from '../../../src/actors/runtime/slices.js';
import { CacheFile } from '../../../src/workers/cache/cache-file.js';
import { TempTree } from '../walk/temp-tree.js';

let tree: TempTree;
beforeEach(() => {
  tree = new TempTree();
});
afterEach(() => {
  tree.remove();
});

test('files of one kind take no more room than they may, and those used last stay', async () => {
  const root = join(tree.root, 'root') as typeof tree.root;
  const folder = join(tree.root, 'cache');
  const limits = { ending: '.kind', maxFiles: 20, maxBytes: 250 };
  const files = ['a', 'b', 'c', 'd'].map((name) => new CacheFile({ folder, root, name, limits }));
  const [a, b, c, d] = files as [CacheFile, CacheFile, CacheFile, CacheFile];
  await a.write([new Uint8Array(100)]);
  await b.write([new Uint8Array(60), new Uint8Array(40)]);
  writeFileSync(join(folder, 'of another kind'), Buffer.alloc(1000));
  for (const [second, name] of ['a', 'b'].entries()) utimesSync(join(folder, `${name}.kind`), second, second);
  expect(runToEnd(a.read())).toHaveProperty('byteLength', 100);
  await c.write([new Uint8Array(100)]);
  expect(readdirSync(folder).sort()).toEqual(['a.kind', 'c.kind', 'of another kind']);
  // Larger than all that may be kept.
  await d.write([new Uint8Array(251)]);
  expect(runToEnd(d.read())).toBeUndefined();
  expect(readdirSync(folder).sort()).toEqual(['a.kind', 'c.kind', 'of another kind']);
});
