import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidParamsError } from '../../../../src/actors/protocol/errors.js';
import { readTodos, TODO_STATUSES } from '../../../../src/actors/protocol/todos/read-todos.js';
import { createUpdateTodosTool } from '../../../../src/actors/tools/todos/update-todos.js';

const tool = createUpdateTodosTool();

const format = (todos: readonly object[]): string => tool.format(undefined, tool.validate({ todos }));

test('the model is told how far it is', () => {
  const list = [
    { content: 'Read the code', status: 'completed' },
    { content: 'Write the test', status: 'in_progress' },
    { content: 'Mend it', status: 'pending' },
  ];
  expect(format(list)).toBe('1 of 3 completed.');
  expect(format([])).toBe('The list is empty.');
});

test.each([
  ['no list', {}, /todos/],
  ['a text', { todos: 'write it' }, /must be a list/],
  ['an item that is a text', { todos: ['write it'] }, /object/],
  ['an item without a text', { todos: [{ content: ' ', status: 'pending' }] }, /content/],
  ['an item that is too long', { todos: [{ content: 'x'.repeat(201), status: 'pending' }] }, /200/],
  [
    'an unknown status',
    { todos: [{ content: 'a', status: 'done' }] },
    /"pending", "in_progress", "completed", got "done"/,
  ],
  ['another property', { todos: [{ content: 'a', status: 'pending', id: 1 }] }, /id/],
  [
    'too many items',
    { todos: Array.from({ length: 51 }, () => ({ content: 'a', status: 'pending' })) },
    /50/,
  ],
])('%s is refused, and the model learns what was expected', (_what, params, message) => {
  expect(() => tool.validate(params)).toThrow(InvalidParamsError);
  expect(() => tool.validate(params)).toThrow(message);
});

test('what is accepted is what faces and compactions read', () => {
  const todo = fc.record({
    content: fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).filter((text) => {
      const { length } = text.trim();
      return length > 0 && length <= 200;
    }),
    status: fc.constantFrom(...TODO_STATUSES),
  });
  fc.assert(
    fc.property(fc.array(todo, { maxLength: 50 }), (todos) => {
      const params = tool.validate({ todos });
      expect(readTodos(params)).toEqual(params.todos);
      expect(params.todos.map(({ content }) => content)).toEqual(todos.map(({ content }) => content.trim()));
    }),
  );
});
