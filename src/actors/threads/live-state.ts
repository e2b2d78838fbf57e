import type { LiveEvent, ThreadEntry } from '../protocol/thread.js';

// A person reads the end of a running command's output. Units: UTF-16 units.
const MAX_OUTPUT_CHARS = 10_000;

// Each token copies the list. Nobody can follow a reply that changes its channel more often.
const MAX_DRAFT_PARTS = 64;

/** Streamed text that no entry contains yet. A reader may replace an older state with a newer one. */
export interface LiveState {
  /**
   * The part of the next reply that the model has written, in order of arrival. Where the channels alternate very often,
   * later texts are added to the last part of their channel.
   */
  readonly draft: readonly { readonly channel: 'answer' | 'reasoning'; readonly text: string }[];
  /** The end of the output of each running call, by call id. */
  readonly outputs: ReadonlyMap<string, string>;
}

export const NOTHING_LIVE: LiveState = { draft: [], outputs: new Map() };

/** The state after a live event. */
export function foldLive(state: LiveState, event: LiveEvent): LiveState {
  if (event.type === 'tool_output') {
    const output = ((state.outputs.get(event.callId) ?? '') + event.text)
      .slice(-MAX_OUTPUT_CHARS)
      .replace(/^[\uDC00-\uDFFF]/, '');
    return { ...state, outputs: new Map(state.outputs).set(event.callId, output) };
  }
  const { channel, text } = event;
  const { draft } = state;
  const isFull = draft.length >= MAX_DRAFT_PARTS;
  const index = isFull ? draft.findLastIndex((part) => part.channel === channel) : draft.length - 1;
  const last = draft[index];
  if (last?.channel !== channel) return { ...state, draft: [...draft, { channel, text }] };
  return { ...state, draft: draft.with(index, { channel, text: last.text + text }) };
}

/** The state after an entry, without the text that the entry contains or makes void. */
export function settleLive(state: LiveState, entry: ThreadEntry): LiveState {
  switch (entry.kind) {
    case 'retry':
    case 'reply':
      return state.draft.length === 0 ? state : { ...state, draft: [] };
    case 'observation': {
      if (!state.outputs.has(entry.callId)) return state;
      const outputs = new Map(state.outputs);
      outputs.delete(entry.callId);
      return { ...state, outputs };
    }
    case 'turn_began':
    case 'turn_ended':
      return NOTHING_LIVE;
    default:
      return state;
  }
}

/** Two consecutive parts of one text as one part; `undefined` for parts of different texts. */
export function mergeLive(last: LiveEvent, next: LiveEvent): LiveEvent | undefined {
  const isSame =
    (last.type === 'token' && next.type === 'token' && last.channel === next.channel) ||
    (last.type === 'tool_output' &&
      next.type === 'tool_output' &&
      last.callId === next.callId &&
      last.stream === next.stream);
  return isSame ? { ...last, text: last.text + next.text } : undefined;
}
