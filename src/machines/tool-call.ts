import { assign, fromPromise, setup } from 'xstate';
import type { AgentMode } from '../actors/protocol/agent.js';
import type { ToolCall } from '../actors/protocol/llm.js';
import { readArguments } from '../actors/protocol/read-arguments.js';
import type { EntryBody } from '../actors/protocol/thread.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import { notProvided } from './not-provided.js';
import {
  INTERRUPTED,
  messageOf,
  refuseDenied,
  refuseFor,
  refuseInMode,
  refuseUnknown,
} from './refused-call.js';
import { isOffered, type ToolFacts, type ToolTable } from './tool-facts.js';
import type { ApprovalAnswer, Judgement, ValidatedCall, ValidatedParams } from './validated-call.js';

export interface ToolCallInput {
  readonly call: ToolCall;
  readonly mode: AgentMode;
  readonly tools: ToolTable;
  /** Whether the thread has the call already, from a turn that was interrupted. Default: it has not. */
  readonly isResumed?: boolean;
}

export interface ToolCallContext extends ToolCallInput {
  readonly validated: ValidatedParams;
  readonly checkpointProblem: string | undefined;
  readonly result: ToolResult;
}

/**
 * One tool call, from what the model wrote to the result it reads.
 *
 *     checking -> validating -> judging -> [awaitingApproval] -> permitted -> [checkpointing] -> running -> finished
 *
 * Whatever goes wrong on the way is a result. The mode is enforced here, whatever the model was told. Every step is
 * recorded when it is taken; recording the result is left to whoever asked for the call.
 * Source: SPEC A2, A4.
 */
export const toolCall = setup({
  types: {
    input: {} as ToolCallInput,
    context: {} as ToolCallContext,
    output: {} as ToolResult,
  },
  actors: {
    'validate the call': fromPromise<ValidatedParams, ToolCall>(async () => notProvided('validate the call')),
    'judge the call': fromPromise<Judgement, ValidatedCall>(async () => notProvided('judge the call')),
    'wait for the answer': fromPromise<ApprovalAnswer, ValidatedCall>(async () =>
      notProvided('wait for the answer'),
    ),
    'take a checkpoint': fromPromise<void, ValidatedCall>(async () => notProvided('take a checkpoint')),
    'run the tool': fromPromise<ToolResult, ValidatedCall>(async () => notProvided('run the tool')),
  },
  guards: {
    'is of an unknown tool': ({ context: { call, tools } }) => !tools.has(call.name),
    'is not offered in this mode': ({ context }) => !isOffered(factsOf(context), context.mode),
    'is allowed': (_, judgement: Judgement) => judgement.kind === 'run',
    'is refused': (_, judgement: Judgement) => judgement.kind === 'refuse',
    'is approved': (_, { decision }: ApprovalAnswer) => decision === 'approve',
    'changes nothing': ({ context }) => factsOf(context).isReadOnly,
  },
  actions: {
    /** `undefined`: there is nothing to record. */
    record: (_machine, _entry: EntryBody | undefined) => notProvided('record'),
    'end with': assign((_, result: ToolResult) => ({ result })),
  },
}).createMachine({
  id: 'tool call',
  context: ({ input }) => ({
    ...input,
    validated: { params: undefined, paths: [] },
    checkpointProblem: undefined,
    result: INTERRUPTED,
  }),
  initial: 'checking',
  states: {
    checking: {
      always: [
        {
          guard: 'is of an unknown tool',
          target: 'finished',
          actions: {
            type: 'end with',
            params: ({ context: { call, tools } }) => refuseUnknown(call.name, [...tools.keys()]),
          },
        },
        {
          guard: 'is not offered in this mode',
          target: 'finished',
          actions: [
            {
              type: 'record',
              params: ({ context }) => callEntry(context, readArguments(context.call.arguments)),
            },
            {
              type: 'end with',
              params: ({ context: { call, mode, tools } }) =>
                refuseInMode(call.name, mode, namesOffered(tools, mode)),
            },
          ],
        },
        { target: 'validating' },
      ],
    },
    validating: {
      invoke: {
        src: 'validate the call',
        input: ({ context }) => context.call,
        onDone: {
          target: 'judging',
          actions: [
            assign({ validated: ({ event }) => event.output }),
            {
              type: 'record',
              params: ({ context, event: { output } }) => callEntry(context, output.params, output.paths),
            },
          ],
        },
        onError: {
          target: 'finished',
          actions: [
            {
              type: 'record',
              params: ({ context }) => callEntry(context, readArguments(context.call.arguments)),
            },
            { type: 'end with', params: ({ event }) => refuseFor('invalid_params', event.error) },
          ],
        },
      },
    },
    judging: {
      invoke: {
        src: 'judge the call',
        input: ({ context }) => validatedCall(context),
        onDone: [
          {
            guard: { type: 'is allowed', params: ({ event }) => event.output },
            target: 'permitted',
            actions: { type: 'record', params: ({ context, event }) => judgedEntry(context, event.output) },
          },
          {
            guard: { type: 'is refused', params: ({ event }) => event.output },
            target: 'finished',
            actions: [
              { type: 'record', params: ({ context, event }) => judgedEntry(context, event.output) },
              { type: 'end with', params: ({ event }) => resultOf(event.output) },
            ],
          },
          {
            target: 'awaitingApproval',
            actions: { type: 'record', params: ({ context, event }) => judgedEntry(context, event.output) },
          },
        ],
        onError: {
          target: 'finished',
          actions: { type: 'end with', params: ({ event }) => refuseFor('rejected', event.error) },
        },
      },
    },
    awaitingApproval: {
      invoke: {
        src: 'wait for the answer',
        input: ({ context }) => validatedCall(context),
        onDone: [
          {
            guard: { type: 'is approved', params: ({ event }) => event.output },
            target: 'permitted',
            actions: { type: 'record', params: ({ context, event }) => answeredEntry(context, event.output) },
          },
          {
            target: 'finished',
            actions: [
              { type: 'record', params: ({ context, event }) => answeredEntry(context, event.output) },
              { type: 'end with', params: ({ event }) => refuseDenied(event.output.reason) },
            ],
          },
        ],
        onError: {
          target: 'finished',
          actions: { type: 'end with', params: ({ event }) => refuseFor('rejected', event.error) },
        },
      },
    },
    permitted: {
      always: [{ guard: 'changes nothing', target: 'running' }, { target: 'checkpointing' }],
    },
    checkpointing: {
      invoke: {
        src: 'take a checkpoint',
        input: ({ context }) => validatedCall(context),
        onDone: 'running',
        onError: {
          target: 'running',
          actions: assign({ checkpointProblem: ({ event }) => messageOf(event.error) }),
        },
      },
    },
    running: {
      entry: {
        type: 'record',
        params: ({ context }) => ({ kind: 'call_began' as const, callId: context.call.id }),
      },
      invoke: {
        src: 'run the tool',
        input: ({ context }) => validatedCall(context),
        onDone: { target: 'finished', actions: { type: 'end with', params: ({ event }) => event.output } },
        onError: {
          target: 'finished',
          actions: { type: 'end with', params: ({ event }) => refuseFor('tool_error', event.error) },
        },
      },
    },
    finished: { type: 'final' },
  },
  output: ({ context: { result, checkpointProblem } }) =>
    checkpointProblem === undefined ? result : reportCheckpointProblem(result, checkpointProblem),
});

function factsOf({ call, tools }: ToolCallInput): ToolFacts {
  const facts = tools.get(call.name);
  if (facts === undefined) throw new Error(`The tool "${call.name}" is not among the tools of this run.`);
  return facts;
}

function callEntry(
  context: ToolCallContext,
  params: unknown,
  paths: readonly string[] = [],
): EntryBody | undefined {
  if (context.isResumed === true) return undefined;
  const { name: tool, category } = factsOf(context);
  return { kind: 'call', callId: context.call.id, tool, category, params, paths };
}

function judgedEntry({ call: { id: callId } }: ToolCallContext, judgement: Judgement): EntryBody | undefined {
  if (judgement.kind === 'ask') return { kind: 'approval_asked', callId, ...judgement.question };
  if (judgement.by === undefined) return undefined;
  const decision = judgement.kind === 'run' ? 'approve' : 'deny';
  return { kind: 'approval_answered', callId, decision, by: judgement.by };
}

function answeredEntry({ call: { id: callId } }: ToolCallContext, answer: ApprovalAnswer): EntryBody {
  return { kind: 'approval_answered', callId, ...answer, by: 'person' };
}

function resultOf(judgement: Judgement): ToolResult {
  return judgement.kind === 'refuse' ? judgement.result : INTERRUPTED;
}

function validatedCall(context: ToolCallContext): ValidatedCall {
  const { name, category, server } = factsOf(context);
  return {
    callId: context.call.id,
    tool: name,
    category,
    ...(server === undefined ? {} : { server }),
    ...context.validated,
  };
}

function namesOffered(tools: ToolTable, mode: AgentMode): readonly string[] {
  return [...tools.values()].filter((tool) => isOffered(tool, mode)).map((tool) => tool.name);
}

/** A failed checkpoint stops nothing, and both the model and the person learn of it. Source: SPEC K4. */
function reportCheckpointProblem(result: ToolResult, problem: string): ToolResult {
  return {
    ...result,
    output: `${result.output}\n\n(No checkpoint could be taken before this call: ${problem})`,
  };
}
