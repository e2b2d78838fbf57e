import { readTodos, TODO_TOOL } from '../../../../actors/protocol/todos/read-todos.js';
import type { CallStep } from '../../../../actors/threads/turn-view.js';
import type { ShownStep } from '../state/shown-turns.js';

/** The newest call that kept a to-do list; `undefined` where there is none, or nothing of it is left to do. */
export function findOpenTodos(steps: readonly ShownStep[]): CallStep | undefined {
  const newest = steps.findLast(
    (step): step is CallStep => step.kind === 'call' && step.tool === TODO_TOOL && step.state === 'done',
  );
  const isOpen = readTodos(newest?.params)?.some(({ status }) => status !== 'completed') ?? false;
  return isOpen ? newest : undefined;
}
