import {
  and,
  assign,
  type DoneActorEvent,
  emit,
  type ErrorActorEvent,
  type EventObject,
  fromCallback,
  setup,
  stopChild,
} from 'xstate';
import { CUT_OFF_NOTICE } from '../actors/protocol/cut-off-notice.js';
import { readArguments } from '../actors/protocol/read-arguments.js';
import type { AgentEvent, AgentMode, RunLimits } from '../actors/protocol/agent.js';
import type { LLMMessage, ModelReply, RetryNotice, ToolCall } from '../actors/protocol/llm.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import { type RequestedCall, findRepeated, findStartableCalls, readCalls } from './requested-call.js';
import { notProvided } from './not-provided.js';
import { INTERRUPTED, INTERRUPTED_HALFWAY, refuseWithError } from './refused-call.js';
import { NO_STREAK, addRepeatWarning } from './repeats.js';
import { toolCall } from './tool-call.js';
import type { ToolTable } from './tool-info.js';
import { endAtLimit, endCancelled, endFiltered, endRepeating, endWithError } from './turn-end.js';

export interface ReactInput {
  readonly mode: AgentMode;
  readonly limits: RunLimits;
  readonly tools: ToolTable;
}

interface ReactContext extends ReactInput {
  /** Model calls so far. */
  readonly iteration: number;
  /** Input and output tokens so far, as the provider counted them. */
  readonly tokens: number;
  /** The text of the model's earlier replies. */
  readonly thoughts: readonly string[];
  /** The text that has streamed in from the current reply. */
  readonly said: string;
  /** The model's last finished reply. */
  readonly reply: ModelReply;
  /** The tool calls of that reply. */
  readonly calls: readonly RequestedCall[];
  /** How many of them were reported as observations: always the first ones. */
  readonly observed: number;
}

interface ModelCallInput {
  readonly mode: AgentMode;
}

/** What the `call model` effect sends. Its last event is `model.replied`, or `model.broke` where it has a bug. */
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
    emitted: {} as AgentEvent,
  },
  actors: {
    'keep time': fromCallback<EventObject, { maxTimeMs: number }>(() => notProvided('keep time')),
    'call model': fromCallback<EventObject, ModelCallInput>(() => notProvided('call model')),
    'run tool call': toolCall,
  },
  guards: {
    'was cancelled': ({ context }) => context.reply.stop === 'cancelled',
    'has failed': ({ context }) => context.reply.stop === 'failed',
    'was filtered': ({ context }) => context.reply.stop === 'filtered',
    'goes in circles': ({ context }) => findRepeated(context.calls) !== undefined,
    'asks for tools': ({ context }) => context.calls.length > 0,
    'is done acting': ({ context }) => context.observed === context.calls.length,
    'has no iterations left': ({ context }) => context.iteration >= context.limits.maxIterations,
    'has no tokens left': ({ context }) => context.tokens >= context.limits.maxTokens,
  },
  actions: {
    'add to log': (_machine, _message: LLMMessage) => notProvided('add to log'),
    tell: emit((_, event: AgentEvent) => event),
  },
});

/**
 * One turn of the agent: think, act, observe, until there is an answer. Emits the turn's `AgentEvent`s in order; the
 * last one tells how the turn ended. The log of messages lives outside: the machine only emits what to append.
 *
 *     thinking -> deciding -> acting -> thinking ... -> answered | failed | cancelled | exhausted
 *
 * Source: SPEC A3, A6, A7, T7; properties 2, 3, 4, 15, 16.
 */
export const react = run
  .extend({
    actions: {
      'keep what was said': run.enqueueActions(({ context: { said }, enqueue }) => {
        if (said !== '') enqueue({ type: 'add to log', params: { role: 'assistant', content: said } });
      }),
      'tell the usage': run.enqueueActions(({ context, enqueue }) => {
        const { usage } = context.reply;
        if (usage.inputTokens + usage.outputTokens > 0) enqueue.emit({ type: 'usage', usage });
      }),
      'tell if it was cut off': run.enqueueActions(({ context: { said, reply }, enqueue }) => {
        if (reply.stop !== 'length') return;
        enqueue.emit({ type: 'token', content: CUT_OFF_NOTICE, channel: 'answer' });
        enqueue.assign({ said: said + CUT_OFF_NOTICE });
      }),
      'tell the thought': run.enqueueActions(({ context: { reply, calls }, enqueue }) => {
        const { text: content, reasoning } = reply;
        const thought = { content, ...(reasoning === '' ? {} : { reasoning }) };
        enqueue.emit({ type: 'thought', ...thought });
        const toolCalls = calls.map(({ call }) => call);
        enqueue({ type: 'add to log', params: { role: 'assistant', ...thought, toolCalls } });
      }),
      'start the next calls': run.enqueueActions(({ context: { calls, tools, mode }, enqueue }) => {
        const { from, to } = findStartableCalls(calls, tools);
        const started = calls.map((asked, index) => {
          if (index < from || index >= to) return asked;
          const { call } = asked;
          if (tools.has(call.name)) enqueue.emit(actionOf(call));
          enqueue.spawnChild('run tool call', { id: actorIdOf(index), input: { call, mode, tools } });
          return { ...asked, isStarted: true };
        });
        enqueue.assign({ calls: started });
      }),
      // All actions of a turn come before its first observation, and observations come in the order of the calls.
      'tell what is observed': run.enqueueActions(({ context: { calls, observed }, enqueue }) => {
        if (calls.some(({ isStarted }) => !isStarted)) return;
        for (const { call, result, streak } of calls.slice(observed)) {
          if (result === undefined) break;
          const { id: callId, name: tool } = call;
          const noted = addRepeatWarning(result, streak.length);
          enqueue.emit({ type: 'observation', callId, tool, result: noted });
          enqueue({
            type: 'add to log',
            params: {
              role: 'tool',
              toolCallId: callId,
              name: tool,
              content: noted.output,
              ...(noted.images === undefined ? {} : { images: noted.images }),
            },
          });
          observed += 1;
        }
        enqueue.assign({ observed });
      }),
      'interrupt the calls': run.assign(({ context: { calls, tools }, self }) => {
        const { children } = self.getSnapshot();
        return {
          calls: calls
            .filter(({ isStarted }) => isStarted)
            .map((asked, index) => {
              const isRunning = children[actorIdOf(index)]?.getSnapshot().value === 'running';
              const isReadOnly = tools.get(asked.call.name)?.isReadOnly ?? true;
              return interrupted(asked, isRunning && !isReadOnly);
            }),
        };
      }),
    },
  })
  .createMachine({
    id: 'react',
    context: ({ input }) => ({
      ...input,
      iteration: 0,
      tokens: 0,
      thoughts: [],
      said: '',
      reply: NO_REPLY,
      calls: [],
      observed: 0,
    }),
    invoke: { src: 'keep time', input: ({ context }) => ({ maxTimeMs: context.limits.maxTimeMs }) },
    initial: 'thinking',
    states: {
      thinking: {
        entry: assign(({ context }) => ({
          iteration: context.iteration + 1,
          thoughts: [...context.thoughts, context.said],
          said: '',
        })),
        invoke: { src: 'call model', input: ({ context }) => ({ mode: context.mode }) },
        on: {
          'model.spoke': {
            actions: [
              {
                type: 'tell',
                params: ({ event }) => ({ type: 'token', content: event.text, channel: event.channel }),
              },
              assign(({ context, event }) => ({
                said: event.channel === 'answer' ? context.said + event.text : context.said,
              })),
            ],
          },
          'model.retried': {
            actions: [
              { type: 'tell', params: ({ event }) => ({ type: 'retry', ...event.notice }) },
              assign({ said: '' }),
            ],
          },
          'model.replied': {
            target: 'deciding',
            actions: assign(({ context, event: { reply } }) => ({
              reply,
              said: reply.text,
              tokens: context.tokens + reply.usage.inputTokens + reply.usage.outputTokens,
              calls: readCalls(reply.toolCalls, context.calls.at(-1)?.streak ?? NO_STREAK),
              observed: 0,
            })),
          },
          'model.broke': {
            target: 'failed',
            actions: [
              'keep what was said',
              {
                type: 'tell',
                params: ({ context, event }) => endWithError(event.error, context.said),
              },
            ],
          },
          cancel: {
            target: 'cancelled',
            actions: [
              'keep what was said',
              { type: 'tell', params: ({ context }) => endCancelled(context.said) },
            ],
          },
          'time.up': {
            target: 'exhausted',
            actions: [
              'keep what was said',
              { type: 'tell', params: ({ context }) => endAtReachedLimit('time', context) },
            ],
          },
        },
      },
      deciding: {
        always: [
          {
            guard: 'was cancelled',
            target: 'cancelled',
            actions: [
              'keep what was said',
              'tell the usage',
              { type: 'tell', params: ({ context }) => endCancelled(context.said) },
            ],
          },
          {
            guard: 'has failed',
            target: 'failed',
            actions: [
              'keep what was said',
              'tell the usage',
              { type: 'tell', params: ({ context }) => endWithError(context.reply.error, context.said) },
            ],
          },
          {
            // Text that a provider filtered out is not sent back to it: it would be filtered again.
            guard: 'was filtered',
            target: 'failed',
            actions: ['tell the usage', { type: 'tell', params: ({ context }) => endFiltered(context.said) }],
          },
          {
            guard: 'goes in circles',
            target: 'failed',
            actions: [
              'keep what was said',
              'tell the usage',
              { type: 'tell', params: ({ context }) => endRepeating(context.calls, progressOf(context)) },
            ],
          },
          { guard: 'asks for tools', target: 'acting', actions: ['tell the thought', 'tell the usage'] },
          {
            target: 'answered',
            actions: [
              'keep what was said',
              'tell if it was cut off',
              'tell the usage',
              { type: 'tell', params: ({ context }) => ({ type: 'answer', content: context.said }) },
            ],
          },
        ],
      },
      acting: {
        entry: ['start the next calls', 'tell what is observed'],
        always: [
          {
            guard: and(['is done acting', 'has no iterations left']),
            target: 'exhausted',
            actions: { type: 'tell', params: ({ context }) => endAtReachedLimit('iterations', context) },
          },
          {
            guard: and(['is done acting', 'has no tokens left']),
            target: 'exhausted',
            actions: { type: 'tell', params: ({ context }) => endAtReachedLimit('tokens', context) },
          },
          { guard: 'is done acting', target: 'thinking' },
        ],
        on: {
          'xstate.done.actor.call.*': {
            actions: [
              stopChild(({ event }) => event.actorId),
              assign(({ context, event }) => ({
                calls: withResult(context.calls, event.actorId, event.output),
              })),
              'start the next calls',
              'tell what is observed',
            ],
          },
          'xstate.error.actor.call.*': {
            actions: [
              stopChild(({ event }) => event.actorId),
              assign(({ context, event }) => ({
                calls: withResult(context.calls, event.actorId, refuseWithError('tool_error', event.error)),
              })),
              'start the next calls',
              'tell what is observed',
            ],
          },
          cancel: {
            target: 'cancelled',
            actions: [
              'interrupt the calls',
              'tell what is observed',
              { type: 'tell', params: ({ context }) => endCancelled(context.said) },
            ],
          },
          'time.up': {
            target: 'exhausted',
            actions: [
              'interrupt the calls',
              'tell what is observed',
              { type: 'tell', params: ({ context }) => endAtReachedLimit('time', context) },
            ],
          },
        },
      },
      answered: { type: 'final' },
      failed: { type: 'final' },
      cancelled: { type: 'final' },
      exhausted: { type: 'final' },
    },
  });

/** All that the model has said in this run. */
function progressOf({ thoughts, said }: ReactContext): string {
  return [...thoughts, said].filter((text) => text !== '').join('\n\n');
}

function endAtReachedLimit(limit: 'iterations' | 'tokens' | 'time', context: ReactContext): AgentEvent {
  const { maxIterations, maxTokens, maxTimeMs } = context.limits;
  const allowed = { iterations: maxIterations, tokens: maxTokens, time: maxTimeMs }[limit];
  return endAtLimit(limit, allowed, progressOf(context));
}

function actionOf({ id, name, arguments: text }: ToolCall): AgentEvent {
  return { type: 'action', callId: id, tool: name, params: readArguments(text) };
}

function interrupted(asked: RequestedCall, isHalfway: boolean): RequestedCall {
  if (asked.result !== undefined) return asked;
  return { ...asked, result: isHalfway ? INTERRUPTED_HALFWAY : INTERRUPTED };
}

function actorIdOf(index: number): CallActorId {
  return `call.${index}`;
}

function withResult(
  calls: readonly RequestedCall[],
  actorId: CallActorId,
  result: ToolResult,
): readonly RequestedCall[] {
  return calls.map((asked, index) => (actorIdOf(index) === actorId ? { ...asked, result } : asked));
}
