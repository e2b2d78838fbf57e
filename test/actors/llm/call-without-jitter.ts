import { callModel } from '../../../src/actors/llm/call-model.js';
import type { LLMAdapter, LLMMessage, ModelDelta, ModelReply } from '../../../src/actors/protocol/llm.js';
import { type Clock, systemClock } from '../../../src/actors/runtime/clock.js';

// Offered with each request.
const lsDir = {
  name: 'ls_dir',
  description: 'Lists a directory.',
  parameters: { type: 'object', properties: {} },
};

/** A conversation of one message. */
export const ask = (content: string): LLMMessage[] => [{ role: 'user', content }];

interface CallOptions {
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly messages?: readonly LLMMessage[];
}

/** A call without jitter, so that retries follow at once; with its deltas and the waits before its retries. */
export function call(
  adapter: LLMAdapter,
  { clock = systemClock, signal, messages = ask('hello') }: CallOptions = {},
): { readonly reply: Promise<ModelReply>; readonly deltas: ModelDelta[]; readonly waits: number[] } {
  const deltas: ModelDelta[] = [];
  const waits: number[] = [];
  const reply = callModel(adapter, messages, {
    clock,
    random: () => 0,
    tools: [lsDir],
    onDelta: (delta) => deltas.push(delta),
    onRetry: ({ waitMs }) => waits.push(waitMs),
    ...(signal === undefined ? {} : { signal }),
  });
  return { reply, deltas, waits };
}
