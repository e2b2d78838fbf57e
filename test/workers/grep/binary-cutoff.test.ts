import { spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { grepFile } from '../../../src/workers/grep/grep.js';
import { lineSearch } from './line-search.js';
import { BinaryCutoff } from '../../../src/workers/grep/binary-cutoff.js';
import { TextBlocks } from '../../../src/workers/grep/text-blocks.js';
import { TempTree } from '../walk/temp-tree.js';

const tree = new TempTree();
afterAll(() => {
  tree.remove();
});

/** A file of `a` with lines of about one length, and NULs. */
const shape = fc.record({
  size: fc.integer({ min: 1, max: 400_000 }),
  lineLength: fc.constantFrom(100, 3000, 65_535, 90_000, 200_000),
  firstLine: fc.nat(200_000),
  nuls: fc.array(fc.oneof(fc.nat(400_000), fc.integer({ min: 65_530, max: 65_540 })), { maxLength: 2 }),
});

type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

function contentOf({ size, lineLength, firstLine, nuls }: Shape): Buffer {
  const bytes = Buffer.alloc(size, 'a');
  for (let at = firstLine; at < size; at += lineLength) bytes[at] = 0x0a;
  for (const nul of nuls) if (nul < size) bytes[nul] = 0;
  return bytes;
}

it('the search of a file ends for a NUL where ripgrep ends it', () => {
  const pattern = { pattern: 'a', isRegex: false, caseSensitive: true };
  fc.assert(
    fc.property(shape, (shape) => {
      const path = tree.write('dir/file', contentOf(shape));
      const lines = Array.from(grepFile(path, lineSearch(pattern), new TextBlocks()), ({ line }) => line);
      // In a directory, as it takes a file that is named for text.
      const args = [
        '--no-config',
        '--no-ignore',
        '--no-mmap',
        '-n',
        '--no-filename',
        '--no-heading',
        '-o',
        '^a',
        'dir',
      ];
      const { stdout } = spawnSync(rgPath, args, { cwd: tree.root, encoding: 'latin1', maxBuffer: 1 << 24 });
      const expected = [...stdout.matchAll(/^(\d+):a$/gmu)].map(([, line]) => Number(line));
      expect(lines).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

it('BinaryCutoff leaves a file without NUL whole', () => {
  expect(new BinaryCutoff().take(Buffer.from('a\nb'), 0)).toBe(3);
  expect(new BinaryCutoff().take(Buffer.from('a\nb\0'), 0)).toBe(0);
});
