import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { Turn } from '../../../actors/protocol/ui.js';
import { cutLongText } from './cut-long-text.js';

/** A conversation as it is saved between two windows. */
export interface SavedChat {
  readonly turns: readonly Turn[];
  /** The mode that the person chose; `undefined` while the setting decides. */
  readonly mode: AgentMode | undefined;
}

interface StoredChat extends SavedChat {
  readonly version: 1;
}

// The editor keeps all state of an extension in one piece, in memory and in a database row, and is slow with a large
// one. After a reload a person reads the end of the conversation. Units: characters of JSON.
const MAX_CHARS = 256 * 1024;

// Enough of a tool's output to remember what it was; the model can look again. Units: characters.
const MAX_OUTPUT_CHARS = 2_000;

// A longer answer is code that was asked for in one piece. Units: characters.
const MAX_TEXT_CHARS = 40_000;

/**
 * A conversation in the form that is saved: as many of the last turns as fit, with long texts truncated.
 * Cost: serialises up to 256 kB of JSON to measure it, some 2 ms.
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
 * Restores a saved conversation. A turn that was running when the window closed counts as interrupted. A conversation
 * that is damaged, or was saved by another version, is restored as an empty one.
 */
export function restoreChat(stored: unknown): SavedChat {
  if (!isStoredChat(stored)) return { turns: [], mode: undefined };
  const turns = stored.turns.map((turn): Turn => {
    return turn.state === 'running' ? { ...turn, state: 'interrupted' } : turn;
  });
  return { turns, mode: stored.mode };
}

/** Checks only the outer structure: nothing but `storeChat` writes this state. */
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

/** A copy of plain data with every text in it truncated. */
function cutTexts<Value>(value: Value, maxChars: number): Value {
  const cut = (part: unknown): unknown => {
    if (typeof part === 'string') return cutLongText(part, maxChars);
    if (Array.isArray(part)) return part.map(cut);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, cut(inner)]));
  };
  return cut(value) as Value;
}
