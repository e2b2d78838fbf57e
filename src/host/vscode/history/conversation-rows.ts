import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadSummary } from '../../../actors/protocol/thread-store.js';
import { CHATS_TEXTS } from '../words/command-words.js';

/** A stored conversation, as a list shows it. */
export interface ConversationRow {
  readonly id: ThreadId;
  readonly label: string;
  readonly description: string;
}

// Fits one line of a list. Units: UTF-16 units.
const MAX_TITLE_CHARS = 80;

/** Conversations that have a message, in the order in which they came. `now`: milliseconds since 1970. */
export function listConversations(
  threads: readonly ThreadSummary[],
  current: ThreadId | undefined,
  now: number,
): readonly ConversationRow[] {
  return threads
    .filter(({ title }) => title !== '')
    .map(({ id, title, changedAt }) => ({
      id,
      label: `$(${id === current ? 'eye' : 'comment'}) ${toTitle(title)}`,
      description:
        id === current ? CHATS_TEXTS.openNow(describeAge(now - changedAt)) : describeAge(now - changedAt),
    }));
}

function toTitle(title: string): string {
  const line = title.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > MAX_TITLE_CHARS ? `${line.slice(0, MAX_TITLE_CHARS)}…` : line;
}

// Each unit until the next one reads better. Units: seconds.
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago something was, in words. Units: milliseconds. */
export function describeAge(ageMs: number): string {
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(ageMs / 1000 / seconds);
    if (count > 0) return format.format(-count, unit);
  }
  return CHATS_TEXTS.justNow;
}
