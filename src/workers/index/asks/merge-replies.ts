import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { SearchReply } from '../../../actors/protocol/workspace.js';

/** Merges the replies of several roots by score; scores are comparable across roots. */
export function mergeReplies(replies: readonly SearchReply[], limit: number): SearchReply {
  const [only] = replies;
  if (only !== undefined && replies.length === 1) return only;
  const hits = replies.flatMap((reply) => reply.hits).sort((a, b) => b.score - a.score);
  // A text that one root resolved literally names nothing in another root.
  const found = replies.filter((reply) => reply.hits.length > 0);
  const place = found.every((reply) => reply.place !== undefined) ? found[0]?.place : undefined;
  const ignored = replies.find((reply) => reply.ignored !== undefined)?.ignored;
  return {
    hits: hits.slice(0, limit),
    state: replies.every((reply) => reply.state === 'ready') ? 'ready' : 'partial',
    hasMore: hits.length > limit || replies.some((reply) => reply.hasMore),
    ...omitUndefined({ place, ignored }),
  };
}
