import { fromCallback, fromPromise } from 'xstate';
import type { AgentMode } from '../actors/protocol/agent.js';
import type { LLMMessage, ModelDelta, ModelReply, RetryNotice, ToolCall } from '../actors/protocol/llm.js';
import type { ToolResult } from '../actors/protocol/tool.js';
import { type ModelEvent, react } from '../machines/react.js';
import type { ApprovalOutcome, PermittedCall, ValidatedCall } from '../machines/validated-call.js';
import { toolCall } from '../machines/tool-call.js';

/** The effects of a turn, as plain functions. */
export interface TurnServices {
  /** Runs one model turn and streams its deltas. Never rejects. */
  callModel(
    mode: AgentMode,
    hooks: {
      readonly signal: AbortSignal;
      readonly onDelta: (delta: ModelDelta) => void;
      readonly onRetry: (notice: RetryNotice) => void;
    },
  ): Promise<ModelReply>;
  /** The validated parameters of a call. Errors: `InvalidParamsError`. */
  validateCall(call: ToolCall): unknown;
  mayRunWithoutAsking(call: ValidatedCall): boolean;
  /** Decides a call that may not run without asking: by rules and a preview, or by asking a person. */
  askPerson(call: ValidatedCall, signal: AbortSignal): Promise<ApprovalOutcome>;
  takeCheckpoint(call: ValidatedCall, signal: AbortSignal): Promise<void>;
  runTool(call: PermittedCall, signal: AbortSignal): Promise<ToolResult>;
  addToLog(message: LLMMessage): void;
  /** Calls `onTimeUp` when the turn has used its time; the returned function cancels that. */
  keepTime(maxTimeMs: number, onTimeUp: () => void): () => void;
  /** Aborts when the turn is over, even if its machine failed and left actors running. */
  readonly turn: AbortSignal;
}

/** The `react` machine with its effects provided. */
export function composeTurn(services: TurnServices): typeof react {
  const { turn } = services;
  return react.provide({
    actions: {
      'add to log': (_, message) => {
        services.addToLog(message);
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
      'call model': fromCallback(({ input, sendBack }) => {
        const report: (event: ModelEvent) => void = sendBack;
        const call = new AbortController();
        const onDelta = (delta: ModelDelta): void => {
          if (delta.type === 'text') report({ type: 'model.spoke', channel: 'answer', text: delta.text });
          if (delta.type === 'reasoning')
            report({ type: 'model.spoke', channel: 'reasoning', text: delta.text });
        };
        const onRetry = (notice: RetryNotice): void => {
          report({ type: 'model.retried', notice });
        };
        const signal = AbortSignal.any([call.signal, turn]);
        services.callModel(input.mode, { signal, onDelta, onRetry }).then(
          (reply) => {
            report({ type: 'model.replied', reply });
          },
          (error: unknown) => {
            report({ type: 'model.broke', error });
          },
        );
        return () => {
          call.abort();
        };
      }),
      'run tool call': toolCall.provide({
        guards: {
          'may run without asking': (_, call) => services.mayRunWithoutAsking(call),
        },
        actors: {
          'validate the call': fromPromise(async ({ input }) => services.validateCall(input)),
          'ask the person': fromPromise(({ input, signal }) =>
            services.askPerson(input, AbortSignal.any([signal, turn])),
          ),
          'take a checkpoint': fromPromise(({ input, signal }) =>
            services.takeCheckpoint(input, AbortSignal.any([signal, turn])),
          ),
          'run the tool': fromPromise(({ input, signal }) =>
            services.runTool(input, AbortSignal.any([signal, turn])),
          ),
        },
      }),
    },
  });
}
