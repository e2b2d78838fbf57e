import {
  and,
  assign,
  type DoneActorEvent,
  type ErrorActorEvent,
  type EventObject,
  fromCallback,
  setup,
  stopChild,
} from 'xstate';
import type { AgentMode, RunLimits } from '../actors/protocol/agent.js';
import type { ModelReply, RetryNotice } from '../actors/protocol/llm.js';
import type { BodyOf, EntryBody, LiveEvent } from '../actors/protocol/thread.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import { notProvided } from './not-provided.js';
import { refuseWithError } from './refused-call.js';
import { addRepeatWarning, NO_STREAK } from './repeats.js';
import { NO_REPLY, NOTHING_USED, partialEntry, replyEntry, type Used } from './reply-entry.js';
import {
  findRepeated,
  findStartableCalls,
  type OpenCall,
  readCalls,
  type RequestedCall,
  resumeCalls,
} from './requested-call.js';
import { toolCall } from './tool-call.js';
import type { ToolTable } from './tool-info.js';
import {
  endAtLimit,
  endCancelled,
  endCutOff,
  endFiltered,
  endRepeating,
  endWithError,
  MAX_CUT_REPLIES,
} from './turn-end.js';
import { withUsage } from './with-usage.js';

export interface ReactInput {
  readonly mode: AgentMode;
  readonly limits: RunLimits;
  readonly tools: ToolTable;
  /** Ids that calls of the thread have; the calls of this run get others. Default: none. */
  readonly usedCallIds?: ReadonlySet<string>;
  /** The model that answers, where it is another one than the turn began with. Shape: `provider/model`. */
  readonly model?: string | undefined;
  /** All calls of the newest reply, if the run continues an interrupted turn. Default: it starts with a request. */
  readonly openCalls?: readonly OpenCall[];
}

interface ReactContext extends ReactInput {
  /** Model calls so far. */
  readonly iteration: number;
  /** Input and output tokens so far, as the provider counted them, or about as many. */
  readonly tokens: number;
  /** The cost of the requests so far, where prices are known. Units: US dollars. */
  readonly costUsd: number;
  readonly usedCallIds: ReadonlySet<string>;
  /** The text and the reasoning that have streamed in from the current reply. */
  readonly text: string;
  readonly reasoning: string;
  /** What the current request has used, as far as its server has said so. */
  readonly used: Used;
  /** The model's last finished reply. */
  readonly reply: ModelReply;
  /** The tool calls of that reply. */
  readonly calls: readonly RequestedCall[];
  /** How many replies in a row have reached the output limit in a call, that one included. */
  readonly cutReplies: number;
}

/** What the `call model` effect sends. Its last event is `model.replied`, or `model.broke` where it has a bug. */
export type ModelEvent =
  | { readonly type: 'model.spoke'; readonly channel: 'answer' | 'reasoning'; readonly text: string }
  /** The server says how much the request has used so far: many do with its beginning. */
  | { readonly type: 'model.used'; readonly used: Used }
  | { readonly type: 'model.retried'; readonly notice: RetryNotice }
  /** The conversation was made shorter before the request. */
  | { readonly type: 'model.compacted'; readonly compaction: BodyOf<'compaction'> }
  | { readonly type: 'model.replied'; readonly reply: ModelReply }
  | { readonly type: 'model.broke'; readonly error: unknown };

type ReactEvent =
  | ModelEvent
  | { readonly type: 'cancel' }
  | { readonly type: 'time.up' }
  | DoneActorEvent<ToolResult, CallActorId>
  | ErrorActorEvent<unknown, CallActorId>;

type CallActorId = `call.${number}`;

const run = setup({
  types: {
    input: {} as ReactInput,
    context: {} as ReactContext,
    events: {} as ReactEvent,
  },
  actors: {
    'keep time': fromCallback<EventObject, { maxTimeMs: number }>(() => notProvided('keep time')),
    'call model': fromCallback(() => notProvided('call model')),
    'run tool call': toolCall,
  },
  guards: {
    'was cancelled': ({ context }) => context.reply.stop === 'cancelled',
    'has failed': ({ context }) => context.reply.stop === 'failed',
    'was filtered': ({ context }) => context.reply.stop === 'filtered',
    'is cut off again and again': ({ context }) => context.cutReplies >= MAX_CUT_REPLIES,
    'goes in circles': ({ context }) => findRepeated(context.calls) !== undefined,
    'asks for tools': ({ context }) => context.calls.length > 0,
    'is done acting': ({ context }) => context.calls.every(({ result }) => result !== undefined),
    'has no iterations left': ({ context }) => context.iteration >= context.limits.maxIterations,
    'has no tokens left': ({ context }) => context.tokens >= context.limits.maxTokens,
    'has no money left': ({ context }) => context.costUsd >= (context.limits.maxCostUsd ?? Infinity),
  },
  actions: {
    /** Adds an entry to the thread; `undefined`: there is nothing to record. */
    record: (_machine, _entry: EntryBody | undefined) => notProvided('record'),
    stream: (_machine, _event: LiveEvent) => notProvided('stream'),
  },
});

/**
 * One turn of the agent: think, act, observe, until there is an answer. Records what happens as entries in their order,
 * the last one of which says how the turn ended, and streams text that no entry contains yet.
 *
 *     thinking -> deciding -> acting -> thinking ... -> ended
 *
 * Source: SPEC A3, A6, A7, T7; properties 2, 3, 4, 15, 16.
 */
export const react = run
  .extend({
    actions: {
      'start the next calls': run.enqueueActions(({ context: { calls, tools, mode }, enqueue }) => {
        const { from, to } = findStartableCalls(calls, tools);
        const started = calls.map((requested, index) => {
          if (index < from || index >= to) return requested;
          const { call, isRecorded } = requested;
          enqueue.spawnChild('run tool call', {
            id: actorIdOf(index),
            input: { call, mode, tools, isRecorded },
          });
          return { ...requested, isStarted: true };
        });
        enqueue.assign({ calls: started });
      }),
      'record what was interrupted': run.enqueueActions(({ context: { openCalls = [] }, enqueue }) => {
        for (const { call, result, isObserved } of openCalls)
          if (result !== undefined && !isObserved)
            enqueue({
              type: 'record',
              params: { kind: 'observation', callId: call.id, tool: call.name, result },
            });
      }),
    },
  })
  .createMachine({
    id: 'react',
    context: ({ input }) => ({
      usedCallIds: new Set(),
      ...input,
      iteration: 0,
      tokens: 0,
      costUsd: 0,
      text: '',
      reasoning: '',
      used: NOTHING_USED,
      reply: NO_REPLY,
      calls: resumeCalls(input.openCalls ?? []),
      cutReplies: 0,
    }),
    invoke: { src: 'keep time', input: ({ context }) => ({ maxTimeMs: context.limits.maxTimeMs }) },
    initial: 'beginning',
    states: {
      beginning: {
        entry: 'record what was interrupted',
        always: [{ guard: 'asks for tools', target: 'acting' }, { target: 'thinking' }],
      },
      thinking: {
        entry: assign(({ context }) => ({
          iteration: context.iteration + 1,
          text: '',
          reasoning: '',
          used: NOTHING_USED,
        })),
        invoke: { src: 'call model' },
        on: {
          'model.spoke': {
            actions: [
              {
                type: 'stream',
                params: ({ event: { channel, text } }) => ({ type: 'token', channel, text }),
              },
              assign(({ context, event: { channel, text } }) =>
                channel === 'answer'
                  ? { text: context.text + text }
                  : { reasoning: context.reasoning + text },
              ),
            ],
          },
          'model.used': { actions: assign(({ event }) => ({ used: event.used })) },
          'model.retried': {
            actions: [
              { type: 'record', params: ({ event }) => ({ kind: 'retry', ...event.notice }) },
              assign(({ context, event: { notice } }) => ({
                text: '',
                reasoning: '',
                used: NOTHING_USED,
                model: notice.model ?? context.model,
              })),
            ],
          },
          'model.compacted': {
            actions: [
              { type: 'record', params: ({ event }) => event.compaction },
              // What the summary used counts towards the limits of the turn.
              assign(({ context, event: { compaction } }) => withUsage(context, compaction.report ?? {})),
            ],
          },
          'model.replied': {
            target: 'deciding',
            actions: [
              assign(({ context, event: { reply } }) => {
                const before = context.calls.at(-1)?.streak ?? NO_STREAK;
                const calls = readCalls(reply.toolCalls, before, context.usedCallIds);
                return {
                  reply,
                  calls,
                  cutReplies: reply.stop === 'length' && calls.length > 0 ? context.cutReplies + 1 : 0,
                  ...withUsage(context, reply),
                  usedCallIds: new Set([...context.usedCallIds, ...calls.map(({ call }) => call.id)]),
                };
              }),
              { type: 'record', params: ({ context }) => replyEntry(context) },
            ],
          },
          'model.broke': {
            target: 'ended',
            actions: [
              { type: 'record', params: ({ context }) => partialEntry(context, 'failed') },
              { type: 'record', params: ({ event }) => endWithError(event.error) },
            ],
          },
          cancel: {
            target: 'ended',
            actions: [
              { type: 'record', params: ({ context }) => partialEntry(context, 'cancelled') },
              { type: 'record', params: endCancelled },
            ],
          },
          'time.up': {
            target: 'ended',
            actions: [
              { type: 'record', params: ({ context }) => partialEntry(context, 'cancelled') },
              { type: 'record', params: ({ context }) => endAtLimit('time', context.limits) },
            ],
          },
        },
      },
      deciding: {
        always: [
          { guard: 'was cancelled', target: 'ended', actions: { type: 'record', params: endCancelled } },
          {
            guard: 'has failed',
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endWithError(context.reply.error) },
          },
          { guard: 'was filtered', target: 'ended', actions: { type: 'record', params: endFiltered } },
          {
            guard: 'goes in circles',
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endRepeating(context.calls) },
          },
          {
            guard: 'is cut off again and again',
            target: 'ended',
            actions: { type: 'record', params: endCutOff },
          },
          { guard: 'asks for tools', target: 'acting' },
          {
            target: 'ended',
            actions: { type: 'record', params: { kind: 'turn_ended', outcome: 'answered' } },
          },
        ],
      },
      acting: {
        entry: 'start the next calls',
        always: [
          {
            guard: and(['is done acting', 'has no iterations left']),
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endAtLimit('iterations', context.limits) },
          },
          {
            guard: and(['is done acting', 'has no tokens left']),
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endAtLimit('tokens', context.limits) },
          },
          {
            guard: and(['is done acting', 'has no money left']),
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endAtLimit('cost', context.limits) },
          },
          { guard: 'is done acting', target: 'thinking' },
        ],
        on: {
          'xstate.done.actor.call.*': {
            actions: [
              stopChild(({ event }) => event.actorId),
              assign(({ context, event }) => ({
                calls: withResult(context.calls, event.actorId, event.output),
                ...withUsage(context, event.output),
              })),
              {
                type: 'record',
                params: ({ context, event }) => observationEntry(context.calls, event.actorId),
              },
              'start the next calls',
            ],
          },
          'xstate.error.actor.call.*': {
            actions: [
              stopChild(({ event }) => event.actorId),
              assign(({ context, event }) => ({
                calls: withResult(context.calls, event.actorId, refuseWithError('tool_error', event.error)),
              })),
              {
                type: 'record',
                params: ({ context, event }) => observationEntry(context.calls, event.actorId),
              },
              'start the next calls',
            ],
          },
          // Readers of the thread give calls without an observation the result that they were interrupted.
          cancel: { target: 'ended', actions: { type: 'record', params: endCancelled } },
          'time.up': {
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endAtLimit('time', context.limits) },
          },
        },
      },
      ended: { type: 'final' },
    },
  });

function observationEntry(calls: readonly RequestedCall[], actorId: CallActorId): EntryBody | undefined {
  const ended = calls.find((_, index) => actorIdOf(index) === actorId);
  if (ended?.result === undefined) return undefined;
  const { call, result } = ended;
  return { kind: 'observation', callId: call.id, tool: call.name, result };
}

function actorIdOf(index: number): CallActorId {
  return `call.${index}`;
}

function withResult(
  calls: readonly RequestedCall[],
  actorId: CallActorId,
  result: ToolResult,
): readonly RequestedCall[] {
  return calls.map((requested, index) =>
    actorIdOf(index) === actorId
      ? { ...requested, result: addRepeatWarning(result, requested.streak.length) }
      : requested,
  );
}
