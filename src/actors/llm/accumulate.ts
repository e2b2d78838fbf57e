import type { TroupeError } from '../protocol/errors.js';
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
export const EMPTY_DRAFT: ReplyDraft = {
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
 * Turns the draft into the final reply. Tool calls are included only when the model ended its turn by itself: a turn
 * that was cut short, by a limit, a filter, a failure or a person, may lack half of a call's arguments.
 */
export function toReply(draft: ReplyDraft, stop: ModelReply['stop'], error?: TroupeError): ModelReply {
  const isWhole = stop === 'end' || stop === 'toolCalls';
  return {
    text: draft.text,
    reasoning: draft.reasoning,
    toolCalls: isWhole ? completeCalls(draft) : [],
    usage: draft.usage,
    stop,
    ...(isWhole && draft.opaque !== undefined ? { opaque: draft.opaque } : {}),
    ...(error === undefined ? {} : { error }),
  };
}

function completeCalls(draft: ReplyDraft): readonly ToolCall[] {
  return [...draft.calls]
    .filter(([, call]) => call.name !== '')
    .sort(([a], [b]) => a - b)
    .map(([index, call]) => ({
      id: call.id || `call_${index}`,
      name: call.name,
      // A call without parameters may come without any text, but readers of arguments expect an object.
      arguments: call.arguments || '{}',
    }));
}
