import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { MentionOffer, ToView } from '../../../actors/protocol/ui.js';
import type { FilePlace, SearchHit } from '../../../actors/protocol/workspace.js';

/** Sends what a mention may mean to the view. */
export function createMentionPosts(post: (message: ToView) => void): {
  readonly onOffers: (id: number, offers: readonly MentionOffer[]) => void;
  readonly onHits: (id: number, hits: readonly SearchHit[], place: FilePlace | undefined) => void;
} {
  return {
    onOffers: (id, offers) => {
      post({ type: 'mentionOffers', id, offers });
    },
    onHits: (id, hits, place) => {
      post({ type: 'mentionHits', id, hits, ...omitUndefined({ place }) });
    },
  };
}
