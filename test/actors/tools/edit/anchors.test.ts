import { describe, expect, test } from 'vitest';
import { applyEdit, type Outcome } from './apply-edit.js';

function applyPatch(before: string, ...hunk: readonly string[]): Outcome {
  return applyEdit(before, ['*** Begin Patch', '*** Update File: a.ts', ...hunk, '*** End Patch'].join('\n'));
}

/** A function with a comment, as deep as `indent`. */
const describeFunction = (name: string, indent = ''): string =>
  ['/**', ` * Does ${name}.`, ` * More of ${name}.`, ' */', `function ${name}() {}`, '']
    .map((line) => `${indent}${line}\n`)
    .join('');

const HUNK = ['@@ /**', '  * Does b.', '- * More of b.', '+ * Less of b.', '  */'] as const;

describe('a line that opens a comment, after @@ directly above its hunk, is found', () => {
  const many = Array.from({ length: 150 }, (_, index) => describeFunction(`f${index}`)).join('');
  test.each([
    ['among others like it', describeFunction('a') + describeFunction('b') + describeFunction('c')],
    ['deeper than others', `${describeFunction('a')}class A {\n${describeFunction('b', '  ')}}\n`],
    ['among very many', many + describeFunction('b') + many],
  ])('%s', (_, text) => {
    expect(applyPatch(text, ...HUNK)).toMatchObject({
      isApplied: true,
      text: text.replace('More of b', 'Less of b'),
    });
  });

  test('before another line after @@', () => {
    const text = many + describeFunction('b');
    expect(applyPatch(text, '@@ /**', '@@ * Does b.', '- * More of b.', '+ * Less of b.')).toMatchObject({
      text: text.replace('More of b', 'Less of b'),
    });
  });
});

test('new lines alone go behind no line that also stands elsewhere with another indentation', () => {
  const text = `${describeFunction('a')}class A {\n${describeFunction('b', '  ')}}\n`;
  expect(applyPatch(text, '@@ /**', '+ * New.')).toMatchObject({
    isApplied: false,
    problem: expect.stringContaining('more than one place'),
  });
});
