import { SettingsError, ThreadNotFoundError } from '../../../actors/protocol/errors.js';
import type { ThreadSummary } from '../../../actors/protocol/thread-store.js';

// Ids are random: so many characters tell a few thousand of them apart. Units: UTF-16 units.
const SHORT_CHARS = 8;

// Enough to choose from. Units: threads.
const MAX_CHOICES = 5;

/** The beginning of an id that names no other thread of the list. */
export function shortenId(id: string, threads: readonly Pick<ThreadSummary, 'id'>[]): string {
  for (let length = SHORT_CHARS; length < id.length; length += 1) {
    const start = id.slice(0, length);
    if (!threads.some((other) => other.id !== id && other.id.startsWith(start))) return start;
  }
  return id;
}

/**
 * The thread with this id, or with the only id that begins so.
 * Errors: `ThreadNotFoundError`; `SettingsError` when several begin so.
 */
export function findThread<Summary extends ThreadSummary>(
  start: string,
  threads: readonly Summary[],
): Summary {
  const exact = threads.find(({ id }) => id === start);
  if (exact !== undefined) return exact;
  const found = start === '' ? [] : threads.filter(({ id }) => id.startsWith(start));
  const [only, ...others] = found;
  if (only === undefined)
    throw new ThreadNotFoundError(
      `There is no thread ${JSON.stringify(start)} here (see "troupe threads").`,
      {
        thread: start,
      },
    );
  if (others.length === 0) return only;
  const choices = found
    .slice(0, MAX_CHOICES)
    .map(({ id, title }) => `${shortenId(id, threads)} ("${title}")`);
  throw new SettingsError(
    `${found.length} threads begin with ${JSON.stringify(start)}: ${choices.join(', ')}${found.length > MAX_CHOICES ? ', …' : ''}. Type more of the id.`,
    { setting: 'thread' },
  );
}

/** The thread that was changed last, of those in use. Shape: the newest first. Errors: `SettingsError` when there is none. */
export function findNewest(threads: readonly ThreadSummary[]): ThreadSummary {
  const newest = threads.find(({ isArchived, messages }) => !isArchived && messages > 0);
  if (newest !== undefined) return newest;
  throw new SettingsError('There is no conversation of this folder yet.', { setting: 'thread' });
}
