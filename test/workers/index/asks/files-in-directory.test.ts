import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { filesInDirectory } from '../../../../src/workers/index/asks/files-in-directory.js';
import { indexOf } from '../tree-arbitraries.js';

describe('filesInDirectory', () => {
  it('gives the first files below a directory', () => {
    const data = indexOf(['d/b/x', 'd/a', 'd/b.ts', 'e']);
    expect([
      filesInDirectory(data, 'd' as RelPath, 2),
      filesInDirectory(data, 'd' as RelPath, 9),
      filesInDirectory(data, 'd' as RelPath, 0),
      filesInDirectory(data, 'x' as RelPath, 9),
    ]).toEqual([['d/a', 'd/b.ts'], ['d/a', 'd/b.ts', 'd/b/x'], [], []]);
  });
});
