import type { ThreadEntry, ThreadId } from '../protocol/thread.js';
import type { ThreadSummary } from '../protocol/thread-store.js';

// One line of a list. Units: UTF-16 units.
const MAX_TITLE_CHARS = 80;

/** The summary of a thread for lists. */
export function summarize(id: ThreadId, entries: readonly ThreadEntry[]): ThreadSummary {
  const first = entries[0];
  return {
    id,
    title: titleOf(entries),
    roots: rootsOf(entries),
    createdAt: first?.at ?? 0,
    changedAt: entries.at(-1)?.at ?? 0,
    entries: entries.length,
    messages: entries.filter(({ kind }) => kind === 'user_message').length,
    isArchived: isArchived(entries),
  };
}

/** The workspace folders that the thread belongs to now. */
function rootsOf(entries: readonly ThreadEntry[]): readonly string[] {
  const place = entries.findLast(({ kind }) => kind === 'adopted' || kind === 'thread');
  return place?.kind === 'adopted' || place?.kind === 'thread' ? place.roots : [];
}

function isArchived(entries: readonly ThreadEntry[]): boolean {
  const newest = entries.findLast((entry) => entry.kind === 'archived');
  return newest?.kind === 'archived' && newest.isArchived;
}

/** The name that the person gave the thread, or the beginning of the first message. */
export function titleOf(entries: readonly ThreadEntry[]): string {
  const renamed = entries.findLast((entry) => entry.kind === 'renamed');
  if (renamed?.kind === 'renamed') return renamed.title;
  const message = entries.find((entry) => entry.kind === 'user_message');
  const text = message?.kind === 'user_message' ? message.text.trim().replace(/\s+/g, ' ') : '';
  if (text.length <= MAX_TITLE_CHARS) return text;
  return `${text.slice(0, MAX_TITLE_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
