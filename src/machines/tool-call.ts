import { assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import type { AgentMode } from '../actors/protocol/agent.js';
import { SandboxRefusedError } from '../actors/protocol/errors.js';
import type { ToolCall } from '../actors/protocol/llm.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import type { ApprovalOutcome, PermittedCall, Permission, ValidatedCall } from './validated-call.js';
import { notProvided } from './not-provided.js';
import {
  DENIED,
  INTERRUPTED,
  messageOf,
  refuseWithError,
  refuseInMode,
  refuseUnknownTool,
} from './refused-call.js';
import { isOffered, type ToolInfo, type ToolTable } from './tool-info.js';

export interface ToolCallInput {
  readonly call: ToolCall;
  readonly mode: AgentMode;
  readonly tools: ToolTable;
}

export interface ToolCallContext extends ToolCallInput {
  readonly params: unknown;
  readonly permission: Permission | undefined;
  /** The first run of a command that the sandbox made fail. */
  readonly refused: SandboxRefusedError | undefined;
  readonly checkpointProblem: string | undefined;
  readonly result: ToolResult;
}

/**
 * One tool call, from the model's text to the result that the model reads.
 *
 *     checking -> validating -> judging -> [awaitingApproval] -> permitted -> [checkpointing] -> running -> finished
 *
 * A command that ran without a question and failed because of that goes back to `awaitingApproval`, once.
 * Every failure on the way becomes a result. The machine enforces the mode, whatever the model's prompt said.
 * Source: SPEC A2, A4.
 */
export const toolCall = setup({
  types: {
    input: {} as ToolCallInput,
    context: {} as ToolCallContext,
    output: {} as ToolResult,
  },
  actors: {
    'validate the call': fromPromise<unknown, ToolCall>(async () => notProvided('validate the call')),
    'ask the person': fromPromise<ApprovalOutcome, ValidatedCall>(async () => notProvided('ask the person')),
    'take a checkpoint': fromPromise<void, ValidatedCall>(async () => notProvided('take a checkpoint')),
    'run the tool': fromPromise<ToolResult, PermittedCall>(async () => notProvided('run the tool')),
  },
  guards: {
    'is of an unknown tool': ({ context: { call, tools } }) => !tools.has(call.name),
    'is not offered in this mode': ({ context }) => !isOffered(findToolInfo(context), context.mode),
    'may run without asking': (_machine, _call: ValidatedCall): boolean =>
      notProvided('may run without asking'),
    'is approved': (_, outcome: ApprovalOutcome) => isPermission(outcome),
    'changes nothing': ({ context }) =>
      findToolInfo(context).isReadOnly || context.permission?.access?.kind === 'looking',
    'was refused by the sandbox': ({ context }, thrown: unknown) =>
      context.refused === undefined && thrown instanceof SandboxRefusedError,
  },
  actions: {
    permit: assign((_, outcome: ApprovalOutcome) => ({
      permission: isPermission(outcome) ? outcome : undefined,
    })),
    'note the refusal': assign((_, thrown: unknown) => ({
      refused: thrown instanceof SandboxRefusedError ? thrown : undefined,
    })),
    'end with': assign((_, result: ToolResult) => ({ result })),
  },
}).createMachine({
  id: 'tool call',
  context: ({ input }) => ({
    ...input,
    params: undefined,
    permission: undefined,
    refused: undefined,
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
            params: ({ context: { call, tools } }) => refuseUnknownTool(call.name, [...tools.keys()]),
          },
        },
        {
          guard: 'is not offered in this mode',
          target: 'finished',
          actions: {
            type: 'end with',
            params: ({ context: { call, mode, tools } }) =>
              refuseInMode(call.name, mode, namesOffered(tools, mode)),
          },
        },
        { target: 'validating' },
      ],
    },
    validating: {
      invoke: {
        src: 'validate the call',
        input: ({ context }) => context.call,
        onDone: { target: 'judging', actions: assign({ params: ({ event }) => event.output }) },
        onError: {
          target: 'finished',
          actions: {
            type: 'end with',
            params: ({ event }) => refuseWithError('invalid_params', event.error),
          },
        },
      },
    },
    judging: {
      always: [
        {
          guard: { type: 'may run without asking', params: ({ context }) => checkedCall(context) },
          target: 'permitted',
        },
        { target: 'awaitingApproval' },
      ],
    },
    awaitingApproval: {
      invoke: {
        src: 'ask the person',
        input: ({ context }) => checkedCall(context),
        onDone: [
          {
            guard: { type: 'is approved', params: ({ event }) => event.output },
            target: 'permitted',
            actions: { type: 'permit', params: ({ event }) => event.output },
          },
          {
            target: 'finished',
            actions: {
              type: 'end with',
              params: ({ event: { output } }) =>
                output === 'deny' || isPermission(output) ? DENIED : output,
            },
          },
        ],
        onError: {
          target: 'finished',
          actions: { type: 'end with', params: ({ event }) => refuseWithError('rejected', event.error) },
        },
      },
    },
    permitted: {
      always: [{ guard: 'changes nothing', target: 'running' }, { target: 'checkpointing' }],
    },
    checkpointing: {
      invoke: {
        src: 'take a checkpoint',
        input: ({ context }) => checkedCall(context),
        onDone: 'running',
        onError: {
          target: 'running',
          actions: assign({ checkpointProblem: ({ event }) => messageOf(event.error) }),
        },
      },
    },
    running: {
      invoke: {
        src: 'run the tool',
        input: ({ context }) => ({ ...checkedCall(context), ...context.permission }),
        onDone: { target: 'finished', actions: { type: 'end with', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'was refused by the sandbox', params: errorOf },
            target: 'awaitingApproval',
            actions: { type: 'note the refusal', params: errorOf },
          },
          {
            target: 'finished',
            actions: { type: 'end with', params: (failed) => refuseWithError('tool_error', errorOf(failed)) },
          },
        ],
      },
    },
    finished: { type: 'final' },
  },
  output: ({ context: { result, refused, checkpointProblem } }) => {
    const told = refused === undefined || result.outcome !== 'rejected' ? result : addOutput(result, refused);
    return checkpointProblem === undefined ? told : reportCheckpointProblem(told, checkpointProblem);
  },
});

function findToolInfo({ call, tools }: ToolCallInput): ToolInfo {
  const facts = tools.get(call.name);
  if (facts === undefined) throw new Error(`The tool "${call.name}" is not among the tools of this run.`);
  return facts;
}

function checkedCall(context: ToolCallContext): ValidatedCall {
  const { name, category, server } = findToolInfo(context);
  return {
    callId: context.call.id,
    tool: name,
    category,
    ...(server === undefined ? {} : { server }),
    params: context.params,
    ...(context.refused === undefined ? {} : { refusal: context.refused.details.refusal }),
  };
}

function errorOf({ event }: { readonly event: ErrorActorEvent }): unknown {
  return event.error;
}

function isPermission(outcome: ApprovalOutcome): outcome is Permission {
  return typeof outcome === 'object' && 'decision' in outcome;
}

function namesOffered(tools: ToolTable, mode: AgentMode): readonly string[] {
  return [...tools.values()].filter((tool) => isOffered(tool, mode)).map((tool) => tool.name);
}

/** A failed checkpoint does not stop the call; the model and the person are both told. Source: SPEC K4. */
function reportCheckpointProblem(result: ToolResult, problem: string): ToolResult {
  return {
    ...result,
    output: `${result.output}\n\n(No checkpoint could be taken before this call: ${problem})`,
  };
}

/** The model learns what a command printed before the person refused to let it do more. */
function addOutput(result: ToolResult, { message }: SandboxRefusedError): ToolResult {
  return {
    ...result,
    output: `${result.output}\n\nBefore that it ran where it can change nothing, and failed:\n${message}`,
  };
}
