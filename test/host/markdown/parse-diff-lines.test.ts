import { describe, expect, test } from 'vitest';
import {
  diffDeletedFile,
  diffNewFile,
  editsBetween,
  type FileDiff,
} from '../../../src/actors/tools/edit/text/file-diff.js';
import { splitLines } from '../../../src/actors/tools/edit/text/text-lines.js';
import { formatUnifiedDiff } from '../../../src/actors/tools/edit/text/format-unified-diff.js';
import { parseDiffLines } from '../../../src/host/markdown/parse-diff-lines.js';

const kinds = (diff: string) => parseDiffLines(diff).map(({ kind, text }) => `${kind}: ${text}`);

interface Changed {
  readonly path: string;
  readonly oldPath?: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function compare({ path, oldPath = path, before = '', after }: Changed): FileDiff {
  const lines = splitLines(before);
  if (after === undefined) return diffDeletedFile(path, lines);
  const comparison = editsBetween(lines, splitLines(after));
  let step = comparison.next();
  while (step.done !== true) step = comparison.next();
  return { path, oldPath, kind: 'changed', before: lines, edits: step.value };
}

const diffOf = (changed: Changed): string =>
  formatUnifiedDiff(
    changed.before === undefined
      ? diffNewFile(changed.path, splitLines(changed.after ?? ''))
      : compare(changed),
  );

describe('the lines of a diff', () => {
  test('are told apart, those that look like the head of a file too', () => {
    const before = 'one\n-- a/x\n++ b/x\nfour';
    const after = 'one\n++ b/y\nfour\n';
    expect(kinds(diffOf({ path: 'a.sql', before, after }))).toEqual([
      'file: a.sql',
      'hunk: @@ -1,4 +1,3 @@',
      'same:  one',
      'removed: --- a/x',
      'removed: -++ b/x',
      'removed: -four',
      'rest: \\ No newline at end of file',
      'added: +++ b/y',
      'added: +four',
    ]);
  });

  test.each([
    [{ path: 'a', before: undefined, after: 'x\n' }, 'a (new)'],
    [{ path: 'a', before: 'x\n', after: undefined }, 'a (deleted)'],
    [{ path: 'b', oldPath: 'a', before: 'x\n', after: 'y\n' }, 'a → b'],
  ])('name what becomes of a file: %j', (changed, name) => {
    expect(parseDiffLines(diffOf(changed))[0]).toEqual({ kind: 'file', text: name });
  });

  test('of several files have each its name', () => {
    const one = diffOf({ path: 'a', before: '1\n', after: '2\n' });
    const other = diffOf({ path: 'b', before: '1\n', after: '2\n' });
    const names = parseDiffLines(one + other).filter(({ kind }) => kind === 'file');
    expect(names.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  test('of a diff that was cut off, and of no diff at all, are all there', () => {
    expect(kinds('--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n one')).toEqual([
      'file: x',
      'hunk: @@ -1,9 +1,9 @@',
      'same:  one',
    ]);
    expect(kinds('+what\nis this')).toEqual(['rest: +what', 'rest: is this']);
    expect(kinds('')).toEqual([]);
  });
});
