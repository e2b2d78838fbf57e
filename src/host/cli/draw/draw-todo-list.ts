import type { Todo } from '../../../actors/protocol/todos/read-todos.js';
import { drawTodos } from '../../../actors/threads/todos/draw-todos.js';
import type { Output } from '../terminal/output.js';

// More would push what happens off a small screen. Units: lines.
const MAX_LINES = 12;

/** The to-do list of the model, a line each. Of a long one what is done is counted, and then what comes late. */
export function drawTodoList(
  todos: readonly Todo[],
  out: Pick<Output, 'style' | 'sanitize'>,
): readonly string[] {
  if (todos.length === 0) return [out.style('dim', '(Nothing is left to do.)')];
  const lines = drawTodos(todos).map((line, index) => {
    const text = out.sanitize(line);
    return todos[index]?.status === 'in_progress' ? out.style('bold', text) : out.style('dim', text);
  });
  if (lines.length <= MAX_LINES) return lines;
  const from = todos.findIndex(({ status }) => status !== 'completed');
  const hidden = from === -1 ? lines.length : from > 1 ? from : 0;
  const shown = lines.slice(hidden, hidden + MAX_LINES);
  const late = lines.length - hidden - shown.length;
  return [
    ...(hidden === 0 ? [] : [out.style('dim', `(${hidden} done before)`)]),
    ...shown,
    ...(late === 0 ? [] : [out.style('dim', `(${late} more)`)]),
  ];
}
