import { z } from 'zod';

// Version 1.7 of the Agent Trajectory Interchange Format, as its specification says it. Strict: it has no other fields.
const extra = z.record(z.string(), z.unknown()).optional();
const count = z.int().nonnegative();
const agentOnly = ['model_name', 'reasoning_content', 'tool_calls', 'metrics'] as const;

const call = z.strictObject({
  tool_call_id: z.string().min(1),
  function_name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  extra,
});

const result = z.strictObject({
  source_call_id: z.string().optional(),
  content: z.string().optional(),
  extra,
});

const metrics = z.strictObject({
  prompt_tokens: count.optional(),
  completion_tokens: count.optional(),
  cached_tokens: count.optional(),
  cost_usd: z.number().nonnegative().optional(),
  extra,
});

const step = z
  .strictObject({
    step_id: z.int().positive(),
    timestamp: z.iso.datetime().optional(),
    source: z.enum(['system', 'user', 'agent']),
    message: z.string(),
    model_name: z.string().optional(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(call).optional(),
    observation: z.strictObject({ results: z.array(result) }).optional(),
    metrics: metrics.optional(),
    llm_call_count: count.optional(),
    extra,
  })
  .refine((step) => step.source === 'agent' || agentOnly.every((name) => step[name] === undefined), {
    error: 'a step that is not the agent has fields of the agent',
  })
  .refine(
    ({ tool_calls: calls = [], observation }) =>
      (observation?.results ?? []).every(
        ({ source_call_id: id }) => id === undefined || calls.some((made) => made.tool_call_id === id),
      ),
    { error: 'a result of a call that the step has not made' },
  );

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()),
  }),
});

/** What a trajectory must be. */
export const ATIF = z
  .strictObject({
    schema_version: z.literal('ATIF-v1.7'),
    session_id: z.string().optional(),
    trajectory_id: z.string().optional(),
    agent: z.strictObject({
      name: z.string().min(1),
      version: z.string().min(1),
      model_name: z.string().optional(),
      tool_definitions: z.array(tool).optional(),
      extra,
    }),
    steps: z.array(step),
    final_metrics: z
      .strictObject({
        total_prompt_tokens: count.optional(),
        total_completion_tokens: count.optional(),
        total_cached_tokens: count.optional(),
        total_cost_usd: z.number().nonnegative().optional(),
        total_steps: count.optional(),
        extra,
      })
      .optional(),
    extra,
  })
  .refine(({ steps }) => steps.every(({ step_id: id }, index) => id === index + 1), {
    error: 'the numbers of the steps do not count from 1',
  });
