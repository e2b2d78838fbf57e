import { expect, test } from 'vitest';
import type { ThreadId } from '../../../../src/actors/protocol/thread.js';
import { describeAge, listConversations } from '../../../../src/host/vscode/history/conversation-rows.js';

const thread = (id: string, title: string, changedAt = 0) => ({
  id: id as ThreadId,
  title,
  roots: [],
  createdAt: 0,
  changedAt,
  entries: 3,
  messages: 1,
  isArchived: false,
});

test('conversations are listed with their age, the open one marked, and empty ones left out', () => {
  const rows = listConversations(
    [thread('a', 'Mend\u202E it', 60_000), thread('b', ''), thread('c', 'x'.repeat(100))],
    'a' as ThreadId,
    120_000,
  );
  expect(rows).toEqual([
    { id: 'a', label: '$(eye) Mend it', description: '1 minute ago, open now' },
    { id: 'c', label: `$(comment) ${'x'.repeat(80)}…`, description: '2 minutes ago' },
  ]);
});

test.each([
  [-5, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [3_599_999, '59 minutes ago'],
  [7_200_000, '2 hours ago'],
  [86_400_000, 'yesterday'],
  [40 * 86_400_000, '40 days ago'],
])('%i ms ago is %s', (ageMs, words) => {
  expect(describeAge(ageMs)).toBe(words);
});
