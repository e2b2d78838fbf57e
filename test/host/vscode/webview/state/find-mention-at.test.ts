import { expect, test } from 'vitest';
import { findMentionAt } from '../../../../../src/host/vscode/webview/state/find-mention-at.js';

// `|` is the caret.
test.each<[typed: string, start: number | undefined, query?: string]>([
  ['@|', 0, ''],
  ['@src/ma|', 0, 'src/ma'],
  ['@sr|c/main', 0, 'sr'],
  ['look at @a|', 8, 'a'],
  ['look\n@a|', 5, 'a'],
  ['(@a|)', 1, 'a'],
  ['`@a|', 1, 'a'],
  ['@häß-1.ts|', 0, 'häß-1.ts'],
  ['|@a', undefined],
  ['@a |', undefined],
  ['@a b|', undefined],
  ['a@b|', undefined],
  ['me@example.com|', undefined],
  ['@@|', undefined],
  ['@a@b|', undefined],
  ['', undefined],
  [`@${'a'.repeat(200)}|`, 0, 'a'.repeat(200)],
  [`b@${'a'.repeat(200)}|`, undefined],
  [`@${'a'.repeat(201)}|`, undefined],
])('in %j the mention starts at %s', (typed, start, query) => {
  const caret = typed.indexOf('|');
  expect(findMentionAt(typed.replace('|', ''), Math.max(0, caret))).toEqual(
    start === undefined ? undefined : { start, query },
  );
});
