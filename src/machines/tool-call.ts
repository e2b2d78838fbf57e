import { assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import type { AgentMode } from '../actors/protocol/agent.js';
import { SandboxRefusedError, UnaskedAddressError } from '../actors/protocol/errors.js';
import { messageOf } from '../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import type { ToolCall } from '../actors/protocol/llm.js';
import { readArguments } from '../actors/protocol/json/read-arguments.js';
import type { EntryBody } from '../actors/protocol/thread.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import type { WebTarget } from '../actors/protocol/web/web-target.js';
import { addCheckpointProblem, addProgress } from './call-progress.js';
import { notProvided } from './not-provided.js';
import {
  INTERRUPTED,
  refuseDenied,
  refuseWithError,
  refuseInMode,
  refuseUnknownTool,
} from './refused-call.js';
import { isOffered, type ToolInfo, type ToolTable } from './tool-info.js';
import type {
  Judgement,
  PermittedCall,
  Permission,
  QuestionEnd,
  ValidatedCall,
  ValidatedParams,
} from './validated-call.js';

// As many as a page with five redirects has: for each of them its name, and then the address that the name leads to.
const MAX_TARGETS = 12;

export interface ToolCallInput {
  readonly call: ToolCall;
  readonly mode: AgentMode;
  readonly tools: ToolTable;
  /** Whether the thread has a `call` entry for it, from before an interruption. */
  readonly isRecorded: boolean;
}

export interface ToolCallContext extends ToolCallInput {
  readonly params: unknown;
  readonly permission: Permission;
  /** The first run of a command that the sandbox made fail. */
  readonly refused: SandboxRefusedError | undefined;
  /** The address of the web that the call came to, and with which it goes on. */
  readonly target: WebTarget | undefined;
  /** How many addresses it came to that had to be judged. */
  readonly targets: number;
  readonly checkpointProblem: string | undefined;
  readonly result: ToolResult;
}

/**
 * One tool call, from the model's text to the result that the model reads.
 *
 *     checking -> validating -> judging -> [awaitingApproval] -> permitted -> [checkpointing] -> running -> finished
 *
 * A question ends with the person's answer, or when what is allowed has changed so that the call runs without one.
 * A command that ran without a question and failed because of that goes back to `judging`, once; a call that fetches a page
 * does so with each address that nobody was asked about.
 * Every failure on the way becomes a result. The machine enforces the mode, whatever the model's prompt said, and
 * records each step when it takes it; the `observation` is left to the machine that started the call.
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
    'ask the person': fromPromise<QuestionEnd, ValidatedCall>(async () => notProvided('ask the person')),
    'take a checkpoint': fromPromise<void, ValidatedCall>(async () => notProvided('take a checkpoint')),
    'run the tool': fromPromise<ToolResult, PermittedCall>(async () => notProvided('run the tool')),
  },
  guards: {
    'is of an unknown tool': ({ context: { call, tools } }) => !tools.has(call.name),
    'is not offered in this mode': ({ context }) => !isOffered(findToolInfo(context), context.mode),
    'may run': (_, judgement: Judgement) => judgement.kind === 'run',
    'may not run': (_, judgement: Judgement) => judgement.kind === 'refuse',
    'is approved': (_, end: QuestionEnd) => 'kind' in end || end.decision === 'approve',
    'changes nothing': ({ context }) =>
      findToolInfo(context).isReadOnly || context.permission.access?.kind === 'looking',
    'was refused by the sandbox': ({ context }, thrown: unknown) =>
      context.refused === undefined && thrown instanceof SandboxRefusedError,
    'came to another address': ({ context }, thrown: unknown) =>
      context.targets < MAX_TARGETS && thrown instanceof UnaskedAddressError,
  },
  actions: {
    /** Adds an entry to the thread; `undefined`: there is nothing to record. */
    record: (_machine, _entry: EntryBody | undefined) => notProvided('record'),
    permit: assign((_, judgement: Judgement) => ({
      permission: judgement.kind === 'refuse' ? {} : judgement.permission,
    })),
    'permit what is allowed meanwhile': assign(({ context }, end: QuestionEnd) => ({
      permission: 'kind' in end ? end.permission : context.permission,
    })),
    'note the refusal': assign((_, thrown: unknown) => ({
      refused: thrown instanceof SandboxRefusedError ? thrown : undefined,
    })),
    'go on with the address': assign(({ context }, thrown: unknown) => ({
      target: thrown instanceof UnaskedAddressError ? thrown.details.target : context.target,
      targets: context.targets + 1,
    })),
    'end with': assign((_, result: ToolResult) => ({ result })),
  },
}).createMachine({
  id: 'tool call',
  context: ({ input }) => ({
    ...input,
    params: undefined,
    permission: {},
    refused: undefined,
    target: undefined,
    targets: 0,
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
          actions: [
            { type: 'record', params: ({ context }) => callEntry(context) },
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
            assign({ params: ({ event }) => event.output.params }),
            { type: 'record', params: ({ context, event }) => callEntry(context, event.output) },
          ],
        },
        onError: {
          target: 'finished',
          actions: [
            { type: 'record', params: ({ context }) => callEntry(context) },
            { type: 'end with', params: ({ event }) => refuseWithError('invalid_params', event.error) },
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
            guard: { type: 'may run', params: ({ event }) => event.output },
            target: 'permitted',
            actions: [
              { type: 'record', params: ({ context, event }) => judgementEntry(context, event.output) },
              { type: 'permit', params: ({ event }) => event.output },
            ],
          },
          {
            guard: { type: 'may not run', params: ({ event }) => event.output },
            target: 'finished',
            actions: [
              { type: 'record', params: ({ context, event }) => judgementEntry(context, event.output) },
              { type: 'end with', params: ({ event }) => resultOf(event.output) },
            ],
          },
          {
            target: 'awaitingApproval',
            actions: [
              { type: 'record', params: ({ context, event }) => judgementEntry(context, event.output) },
              { type: 'permit', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: {
          target: 'finished',
          actions: { type: 'end with', params: ({ event }) => refuseWithError('rejected', event.error) },
        },
      },
    },
    awaitingApproval: {
      invoke: {
        src: 'ask the person',
        input: ({ context }) => validatedCall(context),
        onDone: [
          {
            guard: { type: 'is approved', params: ({ event }) => event.output },
            target: 'permitted',
            actions: [
              { type: 'record', params: ({ context, event }) => answerEntry(context, event.output) },
              { type: 'permit what is allowed meanwhile', params: ({ event }) => event.output },
            ],
          },
          {
            target: 'finished',
            actions: [
              { type: 'record', params: ({ context, event }) => answerEntry(context, event.output) },
              {
                type: 'end with',
                params: ({ context, event }) => refuseDenied(context.call.name, reasonOf(event.output)),
              },
            ],
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
        input: ({ context }) => validatedCall(context),
        onDone: 'running',
        onError: {
          target: 'running',
          actions: assign({ checkpointProblem: ({ event }) => messageOf(event.error) }),
        },
      },
    },
    running: {
      entry: { type: 'record', params: ({ context }) => ({ kind: 'call_began', callId: context.call.id }) },
      invoke: {
        src: 'run the tool',
        input: ({ context }) => ({ ...validatedCall(context), ...context.permission }),
        onDone: { target: 'finished', actions: { type: 'end with', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'was refused by the sandbox', params: errorOf },
            target: 'judging',
            actions: { type: 'note the refusal', params: errorOf },
          },
          {
            guard: { type: 'came to another address', params: errorOf },
            target: 'judging',
            actions: { type: 'go on with the address', params: errorOf },
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
  output: ({ context: { result, refused, target, checkpointProblem } }) => {
    const told = result.outcome === 'rejected' ? addProgress(result, refused, target) : result;
    return checkpointProblem === undefined ? told : addCheckpointProblem(told, checkpointProblem);
  },
});

function findToolInfo({ call, tools }: ToolCallInput): ToolInfo {
  const facts = tools.get(call.name);
  if (facts === undefined) throw new Error(`The tool "${call.name}" is not among the tools of this run.`);
  return facts;
}

function validatedCall(context: ToolCallContext): ValidatedCall {
  const { name, category, server, canLook } = findToolInfo(context);
  return {
    callId: context.call.id,
    tool: name,
    category,
    mode: context.mode,
    ...omitUndefined({ canLook, server }),
    params: context.params,
    ...omitUndefined({ refusal: context.refused?.details.refusal, target: context.target }),
  };
}

/** The `call` entry. Default for `validated`: the parameters are invalid, and the model's own text stands for them. */
function callEntry(context: ToolCallContext, validated?: ValidatedParams): EntryBody | undefined {
  if (context.isRecorded) return undefined;
  const { id: callId, arguments: text } = context.call;
  const { name: tool, category } = findToolInfo(context);
  const { params, paths } = validated ?? { params: readArguments(text), paths: [] };
  return { kind: 'call', callId, tool, category, params, paths };
}

function judgementEntry(
  { call: { id: callId } }: ToolCallContext,
  judgement: Judgement,
): EntryBody | undefined {
  if (judgement.kind === 'ask') {
    const { shown: digest } = judgement.permission;
    return {
      kind: 'approval_asked',
      callId,
      ...judgement.question,
      ...omitUndefined({ digest }),
    };
  }
  if (judgement.by === undefined) return undefined;
  if (judgement.kind === 'run')
    return { kind: 'approval_answered', callId, decision: 'approve', by: judgement.by };
  const { output: reason } = judgement.result;
  return { kind: 'approval_answered', callId, decision: 'deny', by: judgement.by, reason };
}

function answerEntry(context: ToolCallContext, end: QuestionEnd): EntryBody | undefined {
  if ('kind' in end) return judgementEntry(context, end);
  return { kind: 'approval_answered', callId: context.call.id, ...end, by: 'person' };
}

function reasonOf(end: QuestionEnd): string | undefined {
  return 'kind' in end ? undefined : end.reason;
}

function resultOf(judgement: Judgement): ToolResult {
  return judgement.kind === 'refuse' ? judgement.result : INTERRUPTED;
}

function errorOf({ event }: { readonly event: ErrorActorEvent }): unknown {
  return event.error;
}

function namesOffered(tools: ToolTable, mode: AgentMode): readonly string[] {
  return [...tools.values()].filter((tool) => isOffered(tool, mode)).map((tool) => tool.name);
}
