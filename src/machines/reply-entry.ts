import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import type { ModelReply } from '../actors/protocol/llm.js';
import type { EntryBody } from '../actors/protocol/thread.js';
import type { RequestedCall } from './requested-call.js';

/** What a request has used, as far as its server has said so. */
export type Used = Pick<ModelReply, 'usage' | 'costUsd'>;

export const NO_REPLY: ModelReply = {
  text: '',
  reasoning: '',
  toolCalls: [],
  usage: { inputTokens: 0, outputTokens: 0 },
  stop: 'end',
};

export const NOTHING_USED: Used = { usage: NO_REPLY.usage };

interface FinishedReply {
  readonly reply: ModelReply;
  readonly calls: readonly RequestedCall[];
  /** The model that has written it, where it is another one than the turn began with. */
  readonly model?: string | undefined;
}

/** A reply for the record; nothing for one that brought nothing. */
export function replyEntry({ reply, calls, model }: FinishedReply): EntryBody | undefined {
  const { text, reasoning, stop, usage, costUsd, opaque } = reply;
  const isUnpaid = usage.inputTokens + usage.outputTokens === 0 && costUsd === undefined;
  const isEmpty = text === '' && reasoning === '' && isUnpaid;
  // A request that brought nothing leaves no trace but the end of its turn.
  if (isEmpty && (stop === 'cancelled' || stop === 'failed')) return undefined;
  return {
    kind: 'reply',
    text,
    reasoning,
    toolCalls: calls.map(({ call }) => call),
    stop,
    usage,
    ...omitUndefined({ costUsd, opaque, model }),
  };
}

interface StartedReply {
  readonly text: string;
  readonly reasoning: string;
  readonly used: Used;
  readonly model?: string | undefined;
}

/** The part of a reply that had arrived when it was cut off; nothing if none had, and nothing was paid for. */
export function partialEntry(
  { text, reasoning, used, model }: StartedReply,
  stop: 'cancelled' | 'failed',
): EntryBody | undefined {
  return replyEntry({ reply: { ...NO_REPLY, ...used, text, reasoning, stop }, calls: [], model });
}
