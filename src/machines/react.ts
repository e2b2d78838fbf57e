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
import type { EntryBody, LiveEvent } from '../actors/protocol/thread.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import { notProvided } from './not-provided.js';
import { refuseFor } from './refused-call.js';
import { NO_STREAK, noteRepeats } from './repeats.js';
import {
  findRepeated,
  nextToStart,
  type OpenCall,
  readCalls,
  type RequestedCall,
  resumeCalls,
} from './requested-call.js';
import { toolCall } from './tool-call.js';
import type { ToolTable } from './tool-facts.js';
import { endAtLimit, endCancelled, endFiltered, endInCircles, endWithError } from './turn-end.js';

/** What one run starts from. */
export interface ReactInput {
  readonly mode: AgentMode;
  readonly limits: RunLimits;
  readonly tools: ToolTable;
  /** Ids that calls of the thread have: those of this run get others. Default: none. */
  readonly usedCallIds?: ReadonlySet<string>;
  /** All calls of the newest reply, in its order, where the run begins in the middle of them. Default: it begins by thinking. */
  readonly openCalls?: readonly OpenCall[];
}

interface ReactContext extends ReactInput {
  /** Calls of the model so far. */
  readonly iteration: number;
  /** Tokens so far, in and out, as the provider counted them. */
  readonly tokens: number;
  /** What the requests so far have cost. Units: US dollars. */
  readonly costUsd: number;
  readonly usedCallIds: ReadonlySet<string>;
  /** What the model has written of its next reply. */
  readonly text: string;
  readonly reasoning: string;
  /** Its last reply. */
  readonly reply: ModelReply;
  /** The calls of that reply. */
  readonly calls: readonly RequestedCall[];
}

/** What a call of the model reports. The last word is `model.replied`, or `model.broke` where that is a bug. */
export type ModelEvent =
  | { readonly type: 'model.spoke'; readonly channel: 'answer' | 'reasoning'; readonly text: string }
  | { readonly type: 'model.retried'; readonly notice: RetryNotice }
  | { readonly type: 'model.replied'; readonly reply: ModelReply }
  | { readonly type: 'model.broke'; readonly error: unknown };

type ReactEvent =
  | ModelEvent
  | { readonly type: 'cancel' }
  | { readonly type: 'time.up' }
  | DoneActorEvent<ToolResult, CallActorId>
  | ErrorActorEvent<unknown, CallActorId>;

type CallActorId = `call.${number}`;

const NO_REPLY: ModelReply = {
  text: '',
  reasoning: '',
  toolCalls: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  stop: 'end',
};

const run = setup({
  types: {
    input: {} as ReactInput,
    context: {} as ReactContext,
    events: {} as ReactEvent,
  },
  actors: {
    'keep time': fromCallback<EventObject, { maxTimeMs: number }>(() => notProvided('keep time')),
    'call model': fromCallback<EventObject, { mode: AgentMode }>(() => notProvided('call model')),
    'run tool call': toolCall,
  },
  guards: {
    'begins with open calls': ({ context }) => context.calls.length > 0,
    'was cancelled': ({ context }) => context.reply.stop === 'cancelled',
    'has failed': ({ context }) => context.reply.stop === 'failed',
    'was filtered': ({ context }) => context.reply.stop === 'filtered',
    'goes in circles': ({ context }) => findRepeated(context.calls) !== undefined,
    'asks for tools': ({ context }) => context.calls.length > 0,
    'has all results': ({ context }) => context.calls.every(({ result }) => result !== undefined),
    'has no iterations left': ({ context }) => context.iteration >= context.limits.maxIterations,
    'has no tokens left': ({ context }) => context.tokens >= context.limits.maxTokens,
    'has no money left': ({ context }) => context.costUsd >= (context.limits.maxCostUsd ?? Infinity),
  },
  actions: {
    record: (_machine, _entry: EntryBody | undefined) => notProvided('record'),
    stream: (_machine, _event: LiveEvent) => notProvided('stream'),
  },
});

/**
 * One turn of the agent: think, act, observe, until there is an answer. Everything that happens is recorded in its
 * order, and the last entry says how the turn ended; text that is still being written is streamed beside it.
 *
 *     thinking -> deciding -> acting -> thinking ... -> ended
 *
 * Source: SPEC A3, A6, A7, T7; properties 2, 3, 4, 15, 16.
 */
export const react = run
  .extend({
    actions: {
      'start the next calls': run.enqueueActions(({ context: { calls, tools, mode }, enqueue }) => {
        const { from, to } = nextToStart(calls, tools);
        const started = calls.map((requested, index) => {
          if (index < from || index >= to) return requested;
          const { call, isResumed } = requested;
          enqueue.spawnChild('run tool call', {
            id: actorIdOf(index),
            input: { call, mode, tools, isResumed },
          });
          return { ...requested, isStarted: true };
        });
        enqueue.assign({ calls: started });
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
      reply: NO_REPLY,
      calls: resumeCalls(input.openCalls ?? []),
    }),
    invoke: { src: 'keep time', input: ({ context }) => ({ maxTimeMs: context.limits.maxTimeMs }) },
    initial: 'beginning',
    states: {
      beginning: {
        always: [{ guard: 'begins with open calls', target: 'acting' }, { target: 'thinking' }],
      },
      thinking: {
        entry: assign(({ context }) => ({ iteration: context.iteration + 1, text: '', reasoning: '' })),
        invoke: { src: 'call model', input: ({ context }) => ({ mode: context.mode }) },
        on: {
          'model.spoke': {
            actions: [
              {
                type: 'stream',
                params: ({ event: { channel, text } }) => ({ type: 'token' as const, channel, text }),
              },
              assign(({ context, event: { channel, text } }) =>
                channel === 'answer'
                  ? { text: context.text + text }
                  : { reasoning: context.reasoning + text },
              ),
            ],
          },
          'model.retried': {
            actions: [
              { type: 'record', params: ({ event }) => ({ kind: 'retry' as const, ...event.notice }) },
              assign({ text: '', reasoning: '' }),
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
                  tokens: context.tokens + reply.usage.inputTokens + reply.usage.outputTokens,
                  costUsd: context.costUsd + (reply.costUsd ?? 0),
                  usedCallIds: new Set([...context.usedCallIds, ...calls.map(({ call }) => call.id)]),
                };
              }),
              { type: 'record', params: ({ context: { reply, calls } }) => replyEntry(reply, calls) },
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
            actions: { type: 'record', params: ({ context }) => endInCircles(context.calls) },
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
            guard: and(['has all results', 'has no iterations left']),
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endAtLimit('iterations', context.limits) },
          },
          {
            guard: and(['has all results', 'has no tokens left']),
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endAtLimit('tokens', context.limits) },
          },
          {
            guard: and(['has all results', 'has no money left']),
            target: 'ended',
            actions: { type: 'record', params: ({ context }) => endAtLimit('cost', context.limits) },
          },
          { guard: 'has all results', target: 'thinking' },
        ],
        on: {
          'xstate.done.actor.call.*': {
            actions: [
              stopChild(({ event }) => event.actorId),
              assign(({ context, event }) => ({
                calls: withResult(context.calls, event.actorId, event.output),
              })),
              { type: 'record', params: ({ context, event }) => observation(context.calls, event.actorId) },
              'start the next calls',
            ],
          },
          'xstate.error.actor.call.*': {
            actions: [
              stopChild(({ event }) => event.actorId),
              assign(({ context, event }) => ({
                calls: withResult(context.calls, event.actorId, refuseFor('tool_error', event.error)),
              })),
              { type: 'record', params: ({ context, event }) => observation(context.calls, event.actorId) },
              'start the next calls',
            ],
          },
          // Calls without a result are shown as interrupted wherever the thread is read.
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

function replyEntry(reply: ModelReply, calls: readonly RequestedCall[]): EntryBody {
  const { text, reasoning, stop, usage, costUsd, opaque } = reply;
  return {
    kind: 'reply',
    text,
    reasoning,
    toolCalls: calls.map(({ call }) => call),
    stop,
    usage,
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(opaque === undefined ? {} : { opaque }),
  };
}

/** What the model had written when its reply was cut off; nothing where it had not begun. */
function partialEntry(
  { text, reasoning }: ReactContext,
  stop: 'cancelled' | 'failed',
): EntryBody | undefined {
  return text === '' && reasoning === '' ? undefined : replyEntry({ ...NO_REPLY, text, reasoning, stop }, []);
}

function observation(calls: readonly RequestedCall[], actorId: CallActorId): EntryBody | undefined {
  const done = calls.find((_, index) => actorIdOf(index) === actorId);
  if (done?.result === undefined) return undefined;
  const { call, result } = done;
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
      ? { ...requested, result: noteRepeats(result, requested.streak.length) }
      : requested,
  );
}
