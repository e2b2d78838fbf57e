import type { ThreadEntry } from '../../../../actors/protocol/thread.js';
import type { SearchableText } from './digest-cache.js';

/** What a search looks into. */
export function toSearchable(entry: ThreadEntry): SearchableText | undefined {
  const { id, at } = entry;
  if (entry.kind === 'user_message') return { entry: id, at, role: 'user', text: entry.text };
  if (entry.kind === 'reply' && entry.text !== '')
    return { entry: id, at, role: 'assistant', text: entry.text };
  return undefined;
}
