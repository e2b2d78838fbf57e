import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import type { ToView, ViewEvent } from '../../../actors/protocol/ui.js';
import { findCharBoundary } from '../../../actors/tools/text/find-char-boundary.js';

// The editor takes a message of this length in a millisecond or two. Units: UTF-16 units.
export const PART_CHARS = 256 * 1024;

type LongText = Extract<ToView, { type: 'longText' }>;

/** The same message as several, none of which has a long text of a model. A list of one if there is nothing to split. */
export function splitMessage(message: ToView): readonly ToView[] {
  switch (message.type) {
    case 'state': {
      const { thread } = message.state;
      const { parts, entries } = splitEntries(thread.entries);
      if (parts.length === 0) return [message];
      return [...parts, { ...message, state: { ...message.state, thread: { ...thread, entries } } }];
    }
    case 'earlier': {
      const { parts, entries } = splitEntries(message.entries);
      return parts.length === 0 ? [message] : [...parts, { ...message, entries }];
    }
    case 'events':
      return message.events.some(isLong) ? message.events.flatMap(splitEvent) : [message];
    default:
      return [message];
  }
}

function isLong(event: ViewEvent): boolean {
  return event.type === 'live' ? event.event.text.length > PART_CHARS : isLongReply(event.entry);
}

function splitEvent(event: ViewEvent): readonly ToView[] {
  if (event.type === 'live')
    return cut(event.event.text).map(({ text }) => ({
      type: 'events',
      events: [{ type: 'live', event: { ...event.event, text } }],
    }));
  const { parts, entries } = splitEntries([event.entry]);
  return [...parts, { type: 'events', events: entries.map((entry) => ({ type: 'entry', entry })) }];
}

function splitEntries(all: readonly ThreadEntry[]): {
  readonly parts: readonly LongText[];
  readonly entries: readonly ThreadEntry[];
} {
  const parts: LongText[] = [];
  if (!all.some(isLongReply)) return { parts, entries: all };
  const entries = all.map((entry) => {
    if (entry.kind !== 'reply' || !isLongReply(entry)) return entry;
    for (const field of ['reasoning', 'text'] as const)
      for (const part of cut(entry[field])) parts.push({ type: 'longText', entry: entry.id, field, ...part });
    return { ...entry, text: '', reasoning: '' };
  });
  return { parts, entries };
}

function isLongReply(entry: ThreadEntry): boolean {
  return entry.kind === 'reply' && entry.text.length + entry.reasoning.length > PART_CHARS;
}

/** The parts of a text, none of which splits a character, and where they begin. */
function cut(text: string): readonly { readonly start: number; readonly text: string }[] {
  const pieces: { start: number; text: string }[] = [];
  for (let start = 0; start < text.length;) {
    const end = findCharBoundary(text, Math.min(start + PART_CHARS, text.length));
    pieces.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return pieces;
}
