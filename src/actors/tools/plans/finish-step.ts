import { z } from 'zod';
import { ToolExecutionError } from '../../protocol/errors.js';
import { STEP_TOOL } from '../../protocol/plans/plan.js';
import type { Tool } from '../../protocol/tool.js';
import { buildValidation } from '../calls/validate.js';

// As much as the next steps and the person read of it. Units: UTF-16 units.
const MAX_OBSERVED_CHARS = 2_000;

const schema = z.strictObject({
  isMet: z.boolean().describe('Whether the outcome is as expected.'),
  observed: z
    .string()
    .trim()
    .min(1)
    .max(MAX_OBSERVED_CHARS)
    .describe('What you have seen that tells so, or why it cannot be done.'),
});

/** The tool by which a model ends a step of a plan: the call itself is the verdict. It changes nothing. Source: SPEC P. */
export function createFinishStepTool(): Tool<z.output<typeof schema>, void> {
  return {
    name: STEP_TOOL,
    description: 'Ends the step of the approved plan that you were told to carry out.',
    category: 'Read file',
    isReadOnly: true,
    modes: ['agent'],
    ...buildValidation(STEP_TOOL, schema),
    paths: () => [],
    run: (_params, { isStep }) =>
      isStep === true
        ? Promise.resolve()
        : Promise.reject(
            new ToolExecutionError('No step of an approved plan is being carried out.', { tool: STEP_TOOL }),
          ),
    format: () => 'Noted. End your turn with at most a sentence.',
  };
}
