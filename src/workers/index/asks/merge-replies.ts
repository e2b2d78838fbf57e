import type { SearchReply } from '../../../actors/protocol/workspace.js';

/** The replies of several roots as one, in the order of their scores, which compare across roots. */
export function mergeReplies(replies: readonly SearchReply[], limit: number): SearchReply {
  const [only] = replies;
  if (only !== undefined && replies.length === 1) return only;
  const hits = replies.flatMap((reply) => reply.hits).sort((a, b) => b.score - a.score);
  // What one root has as it was typed names no place in another.
  const found = replies.filter((reply) => reply.hits.length > 0);
  const place = found.every((reply) => reply.place !== undefined) ? found[0]?.place : undefined;
  return {
    hits: hits.slice(0, limit),
    state: replies.every((reply) => reply.state === 'ready') ? 'ready' : 'partial',
    hasMore: hits.length > limit || replies.some((reply) => reply.hasMore),
    ...(place === undefined ? {} : { place }),
  };
}
