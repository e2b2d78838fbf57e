import type { ThreadEntry } from '../../protocol/thread.js';
import { readTodos, TODO_TOOL, type Todo } from '../../protocol/todos/read-todos.js';

/** The to-do list that a branch ends with: the one of the newest call that kept one. Empty where there is none. */
export function findTodos(branch: readonly ThreadEntry[]): readonly Todo[] {
  const kept = new Set<string>();
  for (const entry of branch.toReversed()) {
    if (entry.kind === 'observation' && entry.tool === TODO_TOOL && entry.result.success)
      kept.add(entry.callId);
    if (entry.kind === 'call' && kept.has(entry.callId)) {
      const todos = readTodos(entry.params);
      if (todos !== undefined) return todos;
    }
  }
  return [];
}
