import { isRecord, readArray } from '../json/json-shape.js';

/** Where a to-do stands. Source: SPEC P. */
export const TODO_STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** One thing to do, in the list that a model keeps. */
export interface Todo {
  readonly content: string;
  readonly status: (typeof TODO_STATUSES)[number];
}

/** The name of the tool by which a model keeps its list. */
export const TODO_TOOL = 'update_todos';

/** The list in the parameters of a call of that tool; `undefined` where there is none. */
export function readTodos(params: unknown): readonly Todo[] | undefined {
  if (!isRecord(params) || !Array.isArray(params['todos'])) return undefined;
  return readArray(params['todos']).flatMap((value) => {
    if (!isRecord(value) || typeof value['content'] !== 'string') return [];
    const status = TODO_STATUSES.find((known) => known === value['status']);
    return status === undefined ? [] : [{ content: value['content'], status }];
  });
}

/** How many are completed, of how many. */
export function countTodos(todos: readonly Todo[]): { readonly completed: number; readonly all: number } {
  return { completed: todos.filter(({ status }) => status === 'completed').length, all: todos.length };
}
