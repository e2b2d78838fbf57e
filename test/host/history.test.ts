import { describe, expect, test } from 'vitest';
import { History } from '../../src/host/history.js';

const asks = (...ids: string[]) => ({
  role: 'assistant' as const,
  content: '',
  toolCalls: ids.map((id) => ({ id, name: 'look', arguments: '{}' })),
});
const result = (toolCallId: string) => ({ role: 'tool' as const, toolCallId, name: 'look', content: 'seen' });
const notRun = (toolCallId: string) => ({
  ...result(toolCallId),
  content: 'This call was interrupted: the turn ended before it ran.',
});

describe('open calls', () => {
  test('are closed in their order, and those with a result stay as they are', () => {
    const history = new History();
    for (const message of [asks('a', 'b', 'c'), result('b')]) history.add(message);
    history.closeOpenCalls();
    expect(history.messages).toEqual([asks('a', 'b', 'c'), result('b'), notRun('a'), notRun('c')]);
  });

  test('are found even when an earlier call had the same id', () => {
    const history = new History();
    for (const message of [asks('a'), result('a'), asks('a')]) history.add(message);
    history.closeOpenCalls();
    expect(history.messages.at(-1)).toEqual(notRun('a'));
  });

  test('are none in a conversation without calls', () => {
    const history = new History();
    history.closeOpenCalls();
    history.add({ role: 'user', content: 'Hi' });
    history.closeOpenCalls();
    expect(history.messages).toEqual([{ role: 'user', content: 'Hi' }]);
  });
});

test('what was read from it stays as it was', () => {
  const history = new History();
  history.add({ role: 'user', content: 'Hi' });
  const before = history.messages;
  history.add({ role: 'assistant', content: 'Hello' });
  history.clear();
  expect(before).toEqual([{ role: 'user', content: 'Hi' }]);
  expect(history.messages).toEqual([]);
});
