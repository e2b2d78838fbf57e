import { fromCallback, fromPromise } from 'xstate';
import type { ModelDelta, ModelReply, RetryNotice, ToolCall } from '../../actors/protocol/llm.js';
import type { BodyOf, EntryBody, LiveEvent } from '../../actors/protocol/thread.js';
import type { ToolResult } from '../../actors/protocol/tool.js';
import { type ModelEvent, react } from '../../machines/react.js';
import { toolCall } from '../../machines/tool-call.js';
import type {
  QuestionEnd,
  Judgement,
  PermittedCall,
  ValidatedCall,
  ValidatedParams,
} from '../../machines/validated-call.js';

/** What a model call reports before its reply. */
export interface ModelHooks {
  readonly signal: AbortSignal;
  readonly onDelta: (delta: ModelDelta) => void;
  /** The server has said what the request has used so far. */
  readonly onUsed: (used: Pick<ModelReply, 'usage' | 'costUsd'>) => void;
  readonly onRetry: (notice: RetryNotice) => void;
  /** The conversation was made shorter before the request. */
  readonly onCompacted: (compaction: BodyOf<'compaction'>) => void;
}

/** The effects of a turn, as plain functions. */
export interface TurnServices {
  /** Adds an entry to the thread. */
  record(body: EntryBody): void;
  /** Shows text that no entry contains yet. */
  stream(event: LiveEvent): void;
  /** Resolves once the store has everything that was recorded so far. Errors: `ThreadStoreError`. */
  stored(): Promise<void>;
  /** Runs one model turn and streams its deltas. Never rejects. */
  callModel(hooks: ModelHooks): Promise<ModelReply>;
  /** Errors: `InvalidParamsError`. */
  validateCall(call: ToolCall): ValidatedParams | Promise<ValidatedParams>;
  judgeCall(call: ValidatedCall, signal: AbortSignal): Promise<Judgement>;
  askPerson(call: ValidatedCall, signal: AbortSignal): Promise<QuestionEnd>;
  takeCheckpoint(call: ValidatedCall, signal: AbortSignal): Promise<void>;
  runTool(call: PermittedCall, signal: AbortSignal): Promise<ToolResult>;
  /** Calls `onTimeUp` when the turn has used its time; the returned function cancels that. */
  keepTime(maxTimeMs: number, onTimeUp: () => void): () => void;
  /** Aborts when the turn is over, even if its machine failed and left actors running. */
  readonly turn: AbortSignal;
}

/**
 * The `react` machine with its effects provided. An effect that reaches out of the thread (a request, a checkpoint, a
 * tool) starts once the store has every entry that precedes it.
 */
export function composeTurn(services: TurnServices): typeof react {
  const { turn } = services;
  const record = (_machine: unknown, body: EntryBody | undefined): void => {
    if (body !== undefined) services.record(body);
  };
  /** Runs an effect behind the entries that precede it. */
  const afterStored = async <Value>(
    ended: AbortSignal,
    effect: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> => {
    const signal = AbortSignal.any([ended, turn]);
    await services.stored();
    signal.throwIfAborted();
    return effect(signal);
  };
  return react.provide({
    actions: {
      record,
      stream: (_machine, event) => {
        services.stream(event);
      },
    },
    actors: {
      'keep time': fromCallback(({ input, sendBack }) => {
        const cancelTimer = services.keepTime(input.maxTimeMs, () => {
          sendBack({ type: 'time.up' });
        });
        turn.addEventListener('abort', cancelTimer, { once: true });
        return cancelTimer;
      }),
      'call model': fromCallback(({ sendBack }) => {
        // Once the turn is over, the machine that would read it has ended.
        const report = (event: ModelEvent): void => {
          if (!turn.aborted) sendBack(event);
        };
        const call = new AbortController();
        const onDelta = (delta: ModelDelta): void => {
          if (delta.type === 'text') report({ type: 'model.spoke', channel: 'answer', text: delta.text });
          if (delta.type === 'reasoning')
            report({ type: 'model.spoke', channel: 'reasoning', text: delta.text });
        };
        const onUsed: ModelHooks['onUsed'] = (used) => {
          report({ type: 'model.used', used });
        };
        const onRetry = (notice: RetryNotice): void => {
          report({ type: 'model.retried', notice });
        };
        const onCompacted: ModelHooks['onCompacted'] = (compaction) => {
          report({ type: 'model.compacted', compaction });
        };
        afterStored(call.signal, (signal) =>
          services.callModel({ signal, onDelta, onUsed, onRetry, onCompacted }),
        ).then(
          (reply) => {
            report({ type: 'model.replied', reply });
          },
          (error: unknown) => {
            if (!call.signal.aborted) report({ type: 'model.broke', error });
          },
        );
        return () => {
          call.abort();
        };
      }),
      'run tool call': toolCall.provide({
        actions: { record },
        actors: {
          'validate the call': fromPromise(async ({ input }) => services.validateCall(input)),
          'judge the call': fromPromise(({ input, signal }) =>
            services.judgeCall(input, AbortSignal.any([signal, turn])),
          ),
          'ask the person': fromPromise(({ input, signal }) =>
            services.askPerson(input, AbortSignal.any([signal, turn])),
          ),
          'take a checkpoint': fromPromise(({ input, signal }) =>
            afterStored(signal, (ended) => services.takeCheckpoint(input, ended)),
          ),
          'run the tool': fromPromise(({ input, signal }) =>
            afterStored(signal, (ended) => services.runTool(input, ended)),
          ),
        },
      }),
    },
  });
}
