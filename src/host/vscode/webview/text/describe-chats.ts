import type { ListedChat } from '../../../../actors/protocol/ui-memory.js';
import { CHAT_LIST_TEXTS } from '../../words/memory-words.js';

/** Chats of about the same age. */
export interface AgeGroup {
  readonly name: string;
  readonly chats: readonly ListedChat[];
}

// Units: milliseconds.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Age = keyof (typeof CHAT_LIST_TEXTS)['ages'];

const AGES: readonly Age[] = ['today', 'yesterday', 'week', 'month', 'older'];

/** The chats by age, in their order; no group is empty. `now`: milliseconds since 1970. */
export function groupByAge(chats: readonly ListedChat[], now: number): readonly AgeGroup[] {
  const today = new Date(now).setHours(0, 0, 0, 0);
  return AGES.flatMap((age) => {
    const ofAge = chats.filter(({ changedAt }) => ageOf(changedAt, today) === age);
    return ofAge.length === 0 ? [] : [{ name: CHAT_LIST_TEXTS.ages[age], chats: ofAge }];
  });
}

function ageOf(at: number, today: number): Age {
  if (at >= today) return 'today';
  if (at >= today - DAY) return 'yesterday';
  if (at >= today - 7 * DAY) return 'week';
  return at >= today - 30 * DAY ? 'month' : 'older';
}

/** How long ago something was, as short as a column takes. Units: milliseconds. */
export function describeShortAge(ageMs: number): string {
  if (ageMs < MINUTE) return CHAT_LIST_TEXTS.justNow;
  if (ageMs < HOUR) return CHAT_LIST_TEXTS.minutes(Math.floor(ageMs / MINUTE));
  return ageMs < DAY
    ? CHAT_LIST_TEXTS.hours(Math.floor(ageMs / HOUR))
    : CHAT_LIST_TEXTS.days(Math.floor(ageMs / DAY));
}

/** Whether a title has all words of a query, whatever their case. */
export function hasWords(title: string, query: string): boolean {
  const text = title.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
