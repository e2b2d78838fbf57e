import { z } from 'zod';
import { ToolExecutionError } from '../../protocol/errors.js';
import { MAX_PLAN_STEPS, PLAN_TOOL } from '../../protocol/plans/plan.js';
import type { Tool } from '../../protocol/tool.js';
import { buildValidation } from '../calls/validate.js';

// A step that takes more words is several steps. Units: UTF-16 units.
const MAX_GOAL_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 2_000;
const MAX_OUTCOME_CHARS = 1_000;

const schema = z.strictObject({
  goal: z.string().trim().min(1).max(MAX_GOAL_CHARS).describe('What the plan is for, as one sentence.'),
  steps: z
    .array(
      z.strictObject({
        description: z.string().trim().min(1).max(MAX_DESCRIPTION_CHARS),
        expectedOutcome: z
          .string()
          .trim()
          .min(1)
          .max(MAX_OUTCOME_CHARS)
          .describe('By what one can tell that the step is done.'),
      }),
    )
    .min(1)
    .describe(
      `The steps in their order, at most ${MAX_PLAN_STEPS}. Of a plan that has begun, those that are still to be done.`,
    ),
});

/** How many steps were kept, and how many left out. */
interface Proposed {
  readonly steps: number;
  readonly omitted: number;
}

/** The tool by which a model puts a plan to the person. It changes nothing. Source: SPEC P; property 5. */
export function createProposePlanTool(): Tool<z.output<typeof schema>, Proposed> {
  return {
    name: PLAN_TOOL,
    description: 'Puts a plan to the person, who edits, approves or refuses it. Only in the mode plan.',
    category: 'Read file',
    isReadOnly: true,
    modes: ['plan'],
    ...buildValidation(PLAN_TOOL, schema),
    paths: () => [],
    run: (params, { proposePlan }) => {
      if (proposePlan === undefined)
        return Promise.reject(new ToolExecutionError('Nobody takes a plan here.', { tool: PLAN_TOOL }));
      const { steps, omitted = 0 } = proposePlan(params);
      return Promise.resolve({ steps: steps.length, omitted });
    },
    format: ({ steps, omitted }) =>
      [
        `The person sees the plan now, with ${steps} ${steps === 1 ? 'step' : 'steps'}.`,
        ...(omitted === 0
          ? []
          : [
              `The last ${omitted} were left out: a plan has at most ${MAX_PLAN_STEPS} steps. Propose larger ones, or leave the rest for a plan of its own.`,
            ]),
        'End your turn with at most a sentence: they answer.',
      ].join(' '),
  };
}
