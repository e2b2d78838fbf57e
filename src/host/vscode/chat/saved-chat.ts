import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { Turn } from '../../../actors/protocol/ui.js';
import { cutLongText } from './cut-long-text.js';

/** A conversation as the editor keeps it between two windows. */
export interface SavedChat {
  readonly turns: readonly Turn[];
  /** What the person chose; `undefined` while the setting decides. */
  readonly mode: AgentMode | undefined;
}

interface StoredChat extends SavedChat {
  readonly version: 1;
}

// The editor keeps all of an extension's state in one piece, in memory and in a database row, and is slow with a
// large one. What a person reads again after a reload is the end of the conversation. Units: characters of JSON.
const MAX_CHARS = 256 * 1024;

// Enough of a tool's output to remember what it was; the model can look again. Units: characters.
const MAX_OUTPUT_CHARS = 2_000;

// Longer answers than this are code that was asked for in one piece. Units: characters.
const MAX_TEXT_CHARS = 40_000;

/**
 * A conversation in the form that is kept: its last turns, as many as fit, with long texts cut.
 * Cost: up to 256 kB of JSON is written to measure, some 2 ms.
 */
export function storeChat({ turns, mode }: SavedChat): StoredChat {
  const kept: Turn[] = [];
  let chars = 0;
  for (const turn of turns.toReversed()) {
    const cut = cutTurn(turn);
    chars += JSON.stringify(cut).length;
    if (chars > MAX_CHARS && kept.length > 0) break;
    kept.unshift(cut);
  }
  return { version: 1, turns: kept, mode };
}

/**
 * A conversation that was kept, as it is to be shown: a turn that was running when the window went away was
 * interrupted. What was kept by another version, or is damaged, is an empty conversation.
 */
export function restoreChat(stored: unknown): SavedChat {
  if (!isStoredChat(stored)) return { turns: [], mode: undefined };
  const turns = stored.turns.map((turn): Turn => {
    return turn.state === 'running' ? { ...turn, state: 'interrupted' } : turn;
  });
  return { turns, mode: stored.mode };
}

/** Only this class writes there: that the parts are in place tells whether it did. */
function isStoredChat(stored: unknown): stored is StoredChat {
  if (typeof stored !== 'object' || stored === null) return false;
  const { version, turns } = stored as Partial<StoredChat>;
  return version === 1 && Array.isArray(turns) && turns.every((turn) => isTurn(turn));
}

function isTurn(turn: unknown): turn is Turn {
  if (typeof turn !== 'object' || turn === null) return false;
  const { message, events, state } = turn as Partial<Turn>;
  return (
    typeof message?.text === 'string' &&
    Array.isArray(message.mentions) &&
    Array.isArray(events) &&
    typeof state === 'string'
  );
}

function cutTurn(turn: Turn): Turn {
  return {
    message: { ...turn.message, text: cutLongText(turn.message.text, MAX_TEXT_CHARS) },
    events: turn.events.map((event) =>
      cutTexts(event, event.type === 'observation' ? MAX_OUTPUT_CHARS : MAX_TEXT_CHARS),
    ),
    state: turn.state,
  };
}

/** Plain data with every text in it cut. */
function cutTexts<Value>(value: Value, maxChars: number): Value {
  const cut = (part: unknown): unknown => {
    if (typeof part === 'string') return cutLongText(part, maxChars);
    if (Array.isArray(part)) return part.map(cut);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, cut(inner)]));
  };
  return cut(value) as Value;
}
