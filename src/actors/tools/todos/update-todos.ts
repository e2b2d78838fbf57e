import { z } from 'zod';
import type { Tool } from '../../protocol/tool.js';
import { countTodos, TODO_STATUSES, TODO_TOOL } from '../../protocol/todos/read-todos.js';
import { buildValidation } from '../calls/validate.js';

// A longer list is a plan of its own, which nobody reads and no window should have to hold.
const MAX_TODOS = 50;
const MAX_CHARS = 200;

const schema = z.strictObject({
  todos: z
    .array(
      z.strictObject({
        content: z.string().trim().min(1).max(MAX_CHARS),
        status: z.enum(TODO_STATUSES),
      }),
    )
    .max(MAX_TODOS)
    .describe('The whole list, in the order of work.'),
});

/** The tool by which a model keeps a to-do list, which the person sees. It changes nothing. Source: SPEC P. */
export function createUpdateTodosTool(): Tool<z.output<typeof schema>, void> {
  return {
    name: TODO_TOOL,
    description:
      'Keeps your to-do list, which the person sees, for a task of three or more steps. Keep one step in_progress, and ' +
      'update the list as soon as a step is completed or the work changes.',
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(TODO_TOOL, schema),
    paths: () => [],
    // The call itself is the record of the list.
    run: () => Promise.resolve(),
    format: (_result, { todos }) => {
      const { completed, all } = countTodos(todos);
      return all === 0 ? 'The list is empty.' : `${completed} of ${all} completed.`;
    },
  };
}
