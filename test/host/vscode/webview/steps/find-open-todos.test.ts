import { expect, test } from 'vitest';
import type { CallStep } from '../../../../../src/actors/threads/turn-view.js';
import { findOpenTodos } from '../../../../../src/host/vscode/webview/steps/find-open-todos.js';

const update = (statuses: readonly string[], rest: Partial<CallStep> = {}): CallStep => ({
  kind: 'call',
  callId: statuses.join(),
  tool: 'update_todos',
  params: { todos: statuses.map((status) => ({ content: 'a', status })) },
  state: 'done',
  output: '',
  ...rest,
});

test('the newest list that has been kept is open while something of it is left to do', () => {
  const first = update(['pending']);
  const second = update(['completed', 'in_progress']);
  const text = { kind: 'text', role: 'thought', text: '' } as const;
  expect(findOpenTodos([])).toBeUndefined();
  expect(findOpenTodos([first, text])).toBe(first);
  expect(findOpenTodos([first, second, text])).toBe(second);
  expect(findOpenTodos([first, update(['pending', 'pending'], { state: 'failed' })])).toBe(first);
  expect(findOpenTodos([first, update(['completed'])])).toBeUndefined();
  expect(findOpenTodos([first, update([])])).toBeUndefined();
});
