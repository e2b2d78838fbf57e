import fc from 'fast-check';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../src/workers/index/store/index-data.js';
import { runToEnd } from '../../../src/actors/runtime/slices.js';

/** Names that collide often, and every kind of name that file systems allow and programs trip over. */
export const anyName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'src', 'a.ts', 'a-b', 'index.ts', 'aB', 'AB', 'lib') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'README',
      'readme',
      'x y',
      ' lead',
      '🎉.ts',
      '🎃',
      '\uFFFD',
      '\uE000',
      'line\nbreak',
      'constructor',
      '__proto__',
      'é',
      'É',
      'e\u0301',
      'ß',
      'İ',
      '..x',
      'a\\b',
      'n'.repeat(255),
      'ü'.repeat(127),
    ),
  },
);

/** A path of up to five such names; or one of few, so that it is likely to be met again. */
export const anyPath = fc
  .oneof(
    fc.array(anyName, { minLength: 1, maxLength: 5 }),
    fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }),
  )
  .map((segments) => segments.join('/') as RelPath);

/** The files of a tree: no path is also a directory of another. */
export const anyFiles = fc.uniqueArray(anyPath, { maxLength: 30 }).map((paths) => {
  const directories = new Set(paths.flatMap(parentsOf));
  return paths.filter((path) => !directories.has(path));
});

/** All directories that a path lies in, the outermost first, without the root. */
export function parentsOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** An index with these files, in one layer. */
export function indexOf(files: readonly string[]): IndexData {
  const data = new IndexData();
  data.change((batch) => {
    for (const file of files) batch.add(file as RelPath, 0);
  });
  runToEnd(data.merge({ from: 0, to: data.layers.length }));
  return data;
}

/** Compares as git does: by bytes. */
export function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
