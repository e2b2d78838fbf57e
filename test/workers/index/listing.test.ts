import { describe, expect, it } from 'vitest';
import { listChildren } from '../../../src/workers/index/listing.js';
import { indexOf } from './tree-arbitraries.js';

describe('listChildren', () => {
  const data = indexOf(['b10.ts', 'b9.ts', 'B1.ts', 'z/x', 'a2/x', 'a10/x', '.git/x', 'README', 'readme']);
  const list = (limit = 100): string[] => listChildren(data.layers, '', limit).map((id) => data.nameOf(id));

  it('puts directories first, then names, each in natural order', () => {
    expect(list()).toEqual(['.git', 'a2', 'a10', 'z', 'B1.ts', 'b9.ts', 'b10.ts', 'readme', 'README']);
  });

  it('stops at the limit', () => {
    expect(list(3)).toEqual(['.git', 'a2', 'a10']);
  });
});
