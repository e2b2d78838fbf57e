import type { ThreadEntry } from '../../../actors/protocol/thread.js';

// The newest page fills many screens and is drawn at once; the editor takes a page in a few milliseconds. Units: about
// UTF-16 units.
const PAGE_CHARS = 128 * 1024;

// What an entry takes beside its texts.
const ENTRY_CHARS = 300;

/**
 * Where the pages of a conversation begin, the newest first; the last one begins at 0. Each begins with the beginning of a
 * turn, and is as short as that allows once it has its size.
 */
export function pageThread(entries: readonly ThreadEntry[]): readonly number[] {
  const starts: number[] = [];
  let chars = 0;
  for (const { start, end } of listTurns(entries).reverse()) {
    for (let index = start; index < end; index++) chars += sizeOf(entries[index]);
    if (chars < PAGE_CHARS || start === 0) continue;
    starts.push(start);
    chars = 0;
  }
  return [...starts, 0];
}

/** The entries of each turn. What comes before the first one belongs to it. */
function listTurns(entries: readonly ThreadEntry[]): { readonly start: number; readonly end: number }[] {
  const starts: number[] = [];
  let turn: string | undefined;
  for (const [index, entry] of entries.entries()) {
    // A message that is withdrawn later may belong to an earlier turn.
    if (entry.kind !== 'user_message' && entry.kind !== 'turn_began') continue;
    if (entry.turn === undefined || entry.turn !== turn) starts.push(index);
    turn = entry.turn;
  }
  return starts.map((start, index) => ({
    start: index === 0 ? 0 : start,
    end: starts[index + 1] ?? entries.length,
  }));
}

function sizeOf(entry: ThreadEntry | undefined): number {
  switch (entry?.kind) {
    case 'user_message':
      return ENTRY_CHARS + entry.text.length;
    case 'reply':
      return entry.toolCalls.reduce(
        (sum, call) => sum + call.arguments.length,
        ENTRY_CHARS + entry.text.length + entry.reasoning.length,
      );
    case 'observation':
      return ENTRY_CHARS + entry.result.output.length;
    default:
      return ENTRY_CHARS;
  }
}
