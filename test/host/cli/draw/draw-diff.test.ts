import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { drawDiff } from '../../../../src/host/cli/draw/draw-diff.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';

const plain = new Output(new PassThrough(), { hasColor: false });
const coloured = new Output(Object.assign(new PassThrough(), { isTTY: true }), { hasColor: true });

const DIFF = '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n same\n--- old\n+++ new\u202e\n';

test('a diff names its files on a line each, and shows what hides in it', () => {
  expect(drawDiff(DIFF, plain)).toEqual([
    '  a.ts',
    '  @@ -1,2 +1,2 @@',
    '   same',
    '  --- old',
    '  +++ new⟨U+202E⟩',
  ]);
});

test.each([
  ['--- /dev/null\n+++ b/n.ts\n@@ -0,0 +1 @@\n+x\n', '  n.ts (new)'],
  ['--- a/o.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n', '  o.ts (deleted)'],
  ['--- a/o.ts\n+++ b/n.ts\n@@ -1 +1 @@\n-x\n+y\n', '  o.ts → n.ts'],
])('the diff %j is of %j', (diff, name) => {
  expect(drawDiff(diff, plain)[0]).toBe(name);
});

test('what goes is red, and what comes is green', () => {
  expect(drawDiff(DIFF, coloured).slice(3)).toEqual([
    '  \u001b[31m--- old\u001b[39m',
    '  \u001b[32m+++ new⟨U+202E⟩\u001b[39m',
  ]);
});

test('a long diff is cut, and says how much is missing', () => {
  const diff = `--- a/a\n+++ b/a\n@@ -0,0 +1,50 @@\n${'+x\n'.repeat(50)}`;
  expect(drawDiff(diff, plain, 4)).toEqual([
    '  a',
    '  @@ -0,0 +1,50 @@',
    '  +x',
    '  +x',
    '  … 48 more lines …',
  ]);
});
