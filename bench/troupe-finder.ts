import type { Host } from '../src/host/api.js';
import type { Finder } from './latency.js';

// The message there and back without a search in it.
const NOTHING = 'an ask that does nothing (status)';

/** Troupe's search as the host's thread sees it: the message to the index and back is in it. */
export function troupeFinder({ workspace }: Host, label: string, mode: 'prefix' | 'fuzzy'): Finder {
  return {
    label,
    find: async (query, limit) =>
      (await workspace.search(query, { limit, mode })).hits.map(({ path }) => path),
  };
}

/** What of a search's time is only the way to the index's thread. */
export function emptyAsk({ workspace }: Host): Finder {
  return {
    label: NOTHING,
    async find() {
      await workspace.status();
      return [];
    },
  };
}
