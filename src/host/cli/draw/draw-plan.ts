import type { AgentEvent } from '../../../actors/protocol/agent.js';
import { PLAN_TOOL, type PlanStep, STEP_TOOL } from '../../../actors/protocol/plans/plan.js';
import type { PlanStepView, PlanView } from '../../../actors/protocol/plans/plan-view.js';
import type { Output } from '../terminal/output.js';
import { drawProse } from './draw-prose.js';

type Painter = Parameters<Output['style']>[0];

const MARKS: Readonly<Record<PlanStepView['status'], readonly [mark: string, style: Painter]>> = {
  pending: [' ', 'dim'],
  running: ['>', 'bold'],
  completed: ['✓', 'green'],
  failed: ['✗', 'red'],
  skipped: ['-', 'dim'],
};

/** What a plan is drawn from: a version of it that nothing is known of, or what has become of one. */
interface DrawnPlan {
  readonly goal: string;
  readonly steps: readonly (PlanStep & Partial<Pick<PlanStepView, 'status' | 'result'>>)[];
  readonly omitted?: number;
}

/** A plan as a numbered list, each step with the outcome that is expected, or what was observed. */
export function drawPlan({ goal, steps, omitted = 0 }: DrawnPlan, out: Output): readonly string[] {
  const width = String(steps.length).length;
  return [
    drawProse(goal, out, `${out.style('bold', 'Plan:')} `),
    ...steps.flatMap(({ description, expectedOutcome, status = 'pending', result }, index) => {
      const [mark, style] = MARKS[status];
      const number = `${String(index + 1).padStart(width)}.`;
      const told = result === undefined ? `expected: ${expectedOutcome}` : result;
      return [
        drawProse(description, out, `${out.style(style, mark)} ${number} `),
        drawProse(told, out, `${' '.repeat(width + 4)}${out.style('dim', '→')} `),
      ];
    }),
    ...(omitted === 0
      ? []
      : [`(${omitted} more ${omitted === 1 ? 'step was' : 'steps were'} left out: a plan has at most 30.)`]),
  ];
}

/** A plan as it was proposed, or the end of a step as a line. */
export function drawPlanEvent(
  event: Extract<AgentEvent, { type: 'plan' | 'step_complete' }>,
  out: Output,
): string {
  if (event.type === 'plan') return drawPlan(event, out).join('\n');
  const { status, result, failure } = event;
  const [mark, style] = MARKS[status];
  const why = failure === undefined ? '' : ` (${failure})`;
  const what = status === 'failed' ? `The step has failed${why}` : `Step ${status}`;
  return drawProse(
    result === undefined ? `${what}.` : `${what}: ${result}`,
    out,
    `${out.style(style, mark)} `,
  );
}

/** The beginning of a step, as a line. */
export function drawStepBegin({ steps }: PlanView, id: number, out: Output): string {
  const at = steps.findIndex((step) => step.id === id);
  return drawProse(
    steps[at]?.description ?? '',
    out,
    `${out.style('bold', `Step ${at + 1} of ${steps.length}:`)} `,
  );
}

/** Whether an event is that of a call that proposes a plan or ends a step, and has not failed. */
export function isOfPlan(event: AgentEvent): boolean {
  if (event.type !== 'action' && event.type !== 'observation') return false;
  const isTool = event.tool === PLAN_TOOL || event.tool === STEP_TOOL;
  return isTool && (event.type === 'action' || event.result.success);
}
