import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrangeRows } from '../../../../src/host/vscode/prompts/arrange-rows.js';
import type { Row } from '../../../../src/host/vscode/prompts/prompts.js';

const PROBLEM: Row<string> = {
  label: '$(error) The model server refused the API key',
  value: 'key',
  isAside: true,
};
const MODELS: readonly Row<string>[] = ['mock-model', 'mouse-7b', 'model'].map((label) => ({
  label,
  value: label,
}));
const typed = (text: string): Row<string> => ({ label: '$(edit)', description: text, value: text });
const arrange = (text: string, take: typeof typed | undefined = typed): string[] =>
  arrangeRows([PROBLEM, ...MODELS], text, take).map(({ label, description = label }) => description);

test('nothing is typed: all rows stand as they are', () => {
  expect(arrange('')).toEqual([PROBLEM.label, 'mock-model', 'mouse-7b', 'model']);
});

test.each(['mock-mo', 'use', 'MODEL', 'refused', 'nobody-has-this'])(
  'the typed text comes behind the answers, and no problem is before it: %s',
  (text) => {
    expect(arrange(text)).toEqual(['mock-model', 'mouse-7b', 'model', text]);
  },
);

test('a text that is the name of an answer has no row of its own', () => {
  expect(arrange('model')).toEqual(['mock-model', 'mouse-7b', 'model']);
});

test('a list that takes no typed text keeps its rows, whatever is typed', () => {
  expect(arrangeRows([PROBLEM, ...MODELS], 'model', undefined)).toEqual([PROBLEM, ...MODELS]);
});

test('whatever the rows are, the typed text is the last row unless it is one of them, and answers keep their order', () => {
  const label = fc.string({ minLength: 1, maxLength: 3 });
  const row = fc.record({ label, value: label, isAside: fc.boolean() });
  fc.assert(
    fc.property(fc.array(row), label, (rows, text) => {
      const answers = rows.filter(({ isAside }) => !isAside);
      const own = answers.some((one) => one.label === text) ? [] : [{ ...typed(text), isTyped: true }];
      expect(arrangeRows(rows, text, typed)).toEqual([...answers, ...own]);
    }),
  );
});
