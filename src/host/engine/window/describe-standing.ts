import type { OutputBudget } from '../../../actors/protocol/tool.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import { drawTodos } from '../../../actors/threads/todos/draw-todos.js';
import { describePlan } from '../../../actors/threads/plans/describe-plan.js';
import { foldPlan } from '../../../actors/threads/plans/fold-plan.js';
import { findTodos } from '../../../actors/threads/todos/find-todos.js';
import { fitStart } from '../../../actors/tools/text/fit-text.js';

/**
 * The to-do list for a model whose window does not hold the call any more that wrote it, cut at its end to fit the budget.
 * Empty where nothing of it is left to do.
 */
function describeTodos(branch: readonly ThreadEntry[], budget: OutputBudget): string {
  const todos = findTodos(branch);
  if (todos.every(({ status }) => status === 'completed')) return '';
  const list = fitStart(drawTodos(todos).join('\n'), budget);
  return list === '' ? '' : `(Your to-do list, as you wrote it last:)\n${list}`;
}

// They are wanted word for word, and must not take the place of the conversation. Shape: a share of the room.
const PLAN_SHARE = 0.2;
const TODOS_SHARE = 0.1;

/** What a compaction must not lose: the plan, and the to-do list. Empty where there is neither. `budget`: the whole room. */
export function describeStanding(branch: readonly ThreadEntry[], budget: OutputBudget): string {
  const shareOf = (share: number): OutputBudget => ({ ...budget, maxTokens: budget.maxTokens * share });
  const plan = fitStart(describePlan(foldPlan(branch)), shareOf(PLAN_SHARE));
  const todos = describeTodos(branch, shareOf(TODOS_SHARE));
  return [plan, todos].filter((text) => text !== '').join('\n\n');
}
