import type { Todo } from '../../protocol/todos/read-todos.js';

const MARKS: Readonly<Record<Todo['status'], string>> = {
  completed: '[x]',
  in_progress: '[>]',
  pending: '[ ]',
};

/** A list as text, a line each, as it reads in Markdown: `[x] done`, `[>] in progress`, `[ ] to do`. */
export function drawTodos(todos: readonly Todo[]): readonly string[] {
  return todos.map(({ content, status }) => `${MARKS[status]} ${content.replaceAll(/\s+/g, ' ')}`);
}
