import type { TroupeError } from '../protocol/errors.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';
import type { FinishReason, ModelDelta, ModelReply, OpaqueState, ToolCall, Usage } from '../protocol/llm.js';

/** A model's turn as far as it has arrived. */
export interface ReplyDraft {
  readonly text: string;
  readonly reasoning: string;
  /** Keyed by the `index` of their deltas. */
  readonly calls: ReadonlyMap<number, DraftCall>;
  readonly usage: Usage;
  readonly opaque?: OpaqueState;
  /** Set once the model has ended its turn. */
  readonly finish?: FinishReason;
}

interface DraftCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The draft before the first delta. */
export const EMPTY_REPLY_DRAFT: ReplyDraft = {
  text: '',
  reasoning: '',
  calls: new Map(),
  usage: { inputTokens: 0, outputTokens: 0 },
};

/**
 * Adds one delta to the draft. The first `id`, `name` and `finish` count; of several `usage` deltas the last one does,
 * because servers that send many report running totals.
 */
export function accumulate(draft: ReplyDraft, delta: ModelDelta): ReplyDraft {
  switch (delta.type) {
    case 'text':
      return { ...draft, text: draft.text + delta.text };
    case 'reasoning':
      return { ...draft, reasoning: draft.reasoning + delta.text };
    case 'usage':
      return { ...draft, usage: delta.usage };
    case 'opaque':
      return { ...draft, opaque: delta.state };
    case 'notice':
      return draft;
    case 'finish':
      return draft.finish === undefined ? { ...draft, finish: delta.reason } : draft;
    default: {
      const call = draft.calls.get(delta.index) ?? { id: '', name: '', arguments: '' };
      const calls = new Map(draft.calls).set(delta.index, {
        id: call.id || (delta.id ?? ''),
        name: call.name || (delta.name ?? ''),
        arguments: call.arguments + (delta.arguments ?? ''),
      });
      return { ...draft, calls };
    }
  }
}

/**
 * Turns the draft into the final reply. Tool calls are included when the model ended its turn by itself, and when it
 * reached its output limit: the calls before the limit are whole, and the arguments of the last one are no JSON where the
 * limit has cut them, which the model is told. A turn that was cut short by a filter, a failure or a person has none.
 */
export function toReply(draft: ReplyDraft, stop: ModelReply['stop'], error?: TroupeError): ModelReply {
  const toolCalls =
    stop === 'end' || stop === 'toolCalls' || stop === 'length' ? completeCalls(draft, stop) : [];
  const isWhole = stop === 'end' || stop === 'toolCalls' || toolCalls.length > 0;
  return {
    text: draft.text,
    reasoning: draft.reasoning,
    toolCalls,
    usage: draft.usage,
    stop,
    ...(isWhole && draft.opaque !== undefined ? { opaque: draft.opaque } : {}),
    ...omitUndefined({ error }),
  };
}

// Stands for arguments of which nothing has come before the limit: an empty text would be an object without properties.
const CUT_ARGUMENTS = '{';

function completeCalls(draft: ReplyDraft, stop: 'end' | 'toolCalls' | 'length'): readonly ToolCall[] {
  return [...draft.calls]
    .filter(([, call]) => call.name !== '')
    .sort(([a], [b]) => a - b)
    .map(([index, call], place, { length }) => ({
      id: call.id || `call_${index}`,
      name: call.name,
      // A call without parameters may come without any text, but readers of arguments expect an object.
      arguments:
        call.arguments.trim() === ''
          ? stop === 'length' && place === length - 1
            ? CUT_ARGUMENTS
            : '{}'
          : call.arguments,
    }));
}
