import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUnifiedDiff } from '../../../../../src/actors/tools/edit/text/format-unified-diff.js';
import {
  diffDeletedFile,
  diffNewFile,
  editsBetween,
} from '../../../../../src/actors/tools/edit/text/file-diff.js';
import { splitLines } from '../../../../../src/actors/tools/edit/text/text-lines.js';
import { toHunks } from '../../../../../src/actors/tools/edit/text/to-hunks.js';
import { runToEnd } from '../../../../../src/actors/runtime/slices.js';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 40 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

test('hunks as data are those of the unified diff, and turn one text into the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const old = splitLines(before);
      const diff = {
        path: 'a.ts',
        kind: 'changed',
        before: old,
        edits: runToEnd(editsBetween(old, splitLines(after))),
      } as const;
      const { hunks = [], addedLines, removedLines } = toHunks(diff);
      const drawn = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
        `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
        ...lines,
      ]);
      expect(formatUnifiedDiff(diff)).toBe(['--- a/a.ts', '+++ b/a.ts', ...drawn, ''].join('\n'));
      const marks = hunks.flatMap(({ lines }) => lines.map((line) => line[0]));
      expect([addedLines, removedLines]).toEqual(
        ['+', '-'].map((mark) => marks.filter((m) => m === mark).length),
      );
      const made = [...old.lines];
      for (const { oldStart, oldLines, lines } of hunks.toReversed())
        made.splice(
          oldLines === 0 ? oldStart : oldStart - 1,
          oldLines,
          ...lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1)),
        );
      expect(made).toEqual(splitLines(after).lines);
    }),
    { numRuns: 1_000 },
  );
});

test('new and deleted files have their lines, and a long change has only its counts', () => {
  const lines = splitLines('a\nb\n');
  expect(toHunks(diffNewFile('a', lines))).toEqual({
    hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines: ['+a', '+b'] }],
    addedLines: 2,
    removedLines: 0,
  });
  expect(toHunks(diffDeletedFile('a', lines))).toMatchObject({ addedLines: 0, removedLines: 2 });
  const long = splitLines('x\n'.repeat(2_001));
  expect(toHunks(diffNewFile('a', long))).toEqual({ addedLines: 2_001, removedLines: 0 });
});
