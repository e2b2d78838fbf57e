import type { OutputBudget } from '../../../actors/protocol/tool.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import { drawTodos } from '../../../actors/threads/todos/draw-todos.js';
import { findTodos } from '../../../actors/threads/todos/find-todos.js';
import { fitStart } from '../../../actors/tools/text/fit-text.js';

/**
 * The to-do list for a model whose window does not hold the call any more that wrote it, cut at its end to fit the budget.
 * Empty where nothing of it is left to do.
 */
export function describeTodos(branch: readonly ThreadEntry[], budget: OutputBudget): string {
  const todos = findTodos(branch);
  if (todos.every(({ status }) => status === 'completed')) return '';
  const list = fitStart(drawTodos(todos).join('\n'), budget);
  return list === '' ? '' : `(Your to-do list, as you wrote it last:)\n${list}`;
}
