import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import {
  diffDeletedFile,
  diffNewFile,
  editsBetween,
} from '../../../../src/actors/tools/edit/text/file-diff.js';
import { formatUnifiedDiff } from '../../../../src/actors/tools/edit/text/format-unified-diff.js';
import { splitLines } from '../../../../src/actors/tools/edit/text/text-lines.js';
import { measurePatch, readUnifiedDiff } from '../../../../src/host/markdown/read-unified-diff.js';
import { applyFilePatch } from '../../../../src/host/vscode/review/apply-file-patch.js';

const line = fc.constantFrom('a', 'b', '', '-- a/x', '++ b/x', '@@ -1 +1 @@', '\\ No newline at end of file');
const end = fc.constantFrom('\n', '\r\n');
const text = fc
  .tuple(fc.array(fc.tuple(line, end), { maxLength: 30 }), fc.constantFrom('', 'last'))
  .map(([parts, last]) => parts.flat().join('') + last);

function diffOf(before: string, after: string): string {
  const [old, now] = [splitLines(before), splitLines(after)];
  const edits = runToEnd(editsBetween(old, now));
  return formatUnifiedDiff({ path: 'src/a.ts', kind: 'changed', before: old, edits });
}

describe('the diff of a question', () => {
  test('makes of the text before exactly the text after', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [patch] = readUnifiedDiff(diffOf(before, after)) ?? [];
        if (patch === undefined) throw new Error('The diff could not be read.');
        expect(applyFilePatch(before, patch)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  test('is applied to no other text', () => {
    fc.assert(
      fc.property(text, text, text, (before, after, other) => {
        const [patch] = readUnifiedDiff(diffOf(before, after)) ?? [];
        if (patch === undefined) throw new Error('The diff could not be read.');
        const made = applyFilePatch(other, patch);
        // Where it fits, its own diff is the same one.
        if (made !== undefined && made !== other) expect(measurePatch(patch).places).toBeGreaterThan(0);
        if (made !== undefined)
          expect(applyFilePatch(other, readUnifiedDiff(diffOf(other, made))?.[0] ?? patch)).toBe(made);
      }),
    );
  });

  test('of a file that has changed above a hunk is not applied', () => {
    const before = Array.from({ length: 20 }, (_, index) => `${index}\n`).join('');
    const [patch] = readUnifiedDiff(diffOf(before, before.replace('15\n', 'x\n'))) ?? [];
    expect(applyFilePatch(`mine\n${before}`, patch ?? { hunks: [] })).toBeUndefined();
  });

  test('names new, deleted and moved files, and says how much of each changes', () => {
    const before = splitLines('a\nb\nc\n');
    const diff = [
      formatUnifiedDiff(diffNewFile('new.ts', splitLines('x\ny'))),
      formatUnifiedDiff(diffDeletedFile('old.ts', before)),
      formatUnifiedDiff({
        path: 'to.ts',
        oldPath: 'from.ts',
        kind: 'changed',
        before,
        edits: runToEnd(editsBetween(before, splitLines('A\nb\nC\n'))),
      }),
    ].join('');
    const patches = readUnifiedDiff(diff) ?? [];
    expect(patches.map(({ oldPath, newPath }) => [oldPath, newPath])).toEqual([
      [undefined, 'new.ts'],
      ['old.ts', undefined],
      ['from.ts', 'to.ts'],
    ]);
    expect(patches.map(measurePatch)).toEqual([
      { added: 2, removed: 0, places: 1 },
      { added: 0, removed: 3, places: 1 },
      { added: 2, removed: 2, places: 2 },
    ]);
    expect(
      patches.map((patch, index) => applyFilePatch(['', 'a\nb\nc\n', 'a\nb\nc\n'][index] ?? '', patch)),
    ).toEqual(['x\ny', '', 'A\nb\nC\n']);
  });

  test('that was cut is not read', () => {
    const long = Array.from({ length: 30_000 }, (_, index) => `line ${index}\n`).join('');
    const diff = formatUnifiedDiff(diffNewFile('long.ts', splitLines(long)));
    expect(diff.endsWith('…')).toBe(true);
    expect(readUnifiedDiff(diff)).toBeUndefined();
    expect(readUnifiedDiff('@@ -1 +1 @@\n-a\n+b\n')).toBeUndefined();
    expect(readUnifiedDiff('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n')).toBeUndefined();
    expect(readUnifiedDiff('--- a/x\n+++ b/x\nsomething else\n')).toBeUndefined();
  });
});
