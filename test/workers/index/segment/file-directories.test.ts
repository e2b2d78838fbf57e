import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileDirectories } from '../../../../src/workers/index/segment/file-directories.js';

describe('FileDirectories', () => {
  it('finds the directory of every file, however many are empty or large', () => {
    const anyCounts = fc.array(fc.oneof(fc.constant(0), fc.nat(3), fc.nat(300)), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const starts = [0];
        for (const count of counts) starts.push(starts.at(-1)! + count);
        const directories = new FileDirectories(Uint32Array.from(starts));
        const expected = counts.flatMap((count, directory) => Array.from({ length: count }, () => directory));
        expect(expected.map((_, file) => directories.of(file))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
