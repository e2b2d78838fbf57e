import type { LiveEvent, ThreadEntry } from '../protocol/thread.js';

// What a person reads of a running command is its end. Units: UTF-16 units.
const MAX_OUTPUT_CHARS = 10_000;

/** What has been streamed and is in no entry yet. Replacing it with another one loses and repeats nothing. */
export interface LiveState {
  /** What the model has written of its next reply, in the order in which it came. */
  readonly draft: readonly { readonly channel: 'answer' | 'reasoning'; readonly text: string }[];
  /** By the id of a running call: the end of what it has printed. */
  readonly outputs: ReadonlyMap<string, string>;
}

export const NOTHING_LIVE: LiveState = { draft: [], outputs: new Map() };

/** The state after something was streamed. */
export function foldLive(state: LiveState, event: LiveEvent): LiveState {
  if (event.type === 'tool_output') {
    const output = ((state.outputs.get(event.callId) ?? '') + event.text).slice(-MAX_OUTPUT_CHARS);
    return { ...state, outputs: new Map(state.outputs).set(event.callId, output) };
  }
  const { channel, text } = event;
  const last = state.draft.at(-1);
  if (last?.channel !== channel) return { ...state, draft: [...state.draft, { channel, text }] };
  return { ...state, draft: [...state.draft.slice(0, -1), { channel, text: last.text + text }] };
}

/** The state after an entry: what the entry holds is not live any more. */
export function settleLive(state: LiveState, entry: ThreadEntry): LiveState {
  switch (entry.kind) {
    // The text of a failed attempt is void.
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
