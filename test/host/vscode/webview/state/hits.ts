import type { AbsPath, RelPath, SearchHit } from '../../../../../src/actors/protocol/workspace.js';

/** A file that a search found. */
export function hit(path: string, fields: Partial<SearchHit> & { readonly in?: string } = {}): SearchHit {
  const { in: root = '/w', ...rest } = fields;
  return {
    root: root as AbsPath,
    path: path as RelPath,
    isDir: false,
    isSymlink: false,
    isCore: false,
    mtimeMs: 0,
    score: 1,
    ranges: [],
    ...rest,
  };
}
