import { expect, test } from 'vitest';
import { findTodos } from '../../../src/actors/threads/todos/find-todos.js';
import { createUpdateTodosTool } from '../../../src/actors/tools/todos/update-todos.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { asksFor, says } from '../../doubles/played-model.js';
import { simpleTool } from '../../doubles/simple-tool.js';

const list = (status: string): object => ({ todos: [{ content: 'Read', status }] });

test('a model that only looks keeps its list, nobody is asked, and a wrong list leaves the one before', async () => {
  const { engine, model } = makeEngine(
    [
      asksFor(['update_todos', list('in_progress')]),
      asksFor(['update_todos', list('nearly')], ['look', {}]),
      says('Done.'),
    ],
    [createUpdateTodosTool(), simpleTool('look')],
  );
  const thread = engine.createThread();
  const turn = await thread.send({ text: 'Look at it.' }, { mode: 'gather' });
  await turn.result();
  expect(thread.entries.map(({ kind }) => kind)).not.toContain('approval_asked');
  expect(findTodos(thread.branch)).toEqual([{ content: 'Read', status: 'in_progress' }]);
  const results = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
  expect(results.map(({ content }) => content)).toEqual([
    '0 of 1 completed.',
    expect.stringContaining('must be one of "pending", "in_progress", "completed", got "nearly"'),
    expect.any(String),
  ]);
});
