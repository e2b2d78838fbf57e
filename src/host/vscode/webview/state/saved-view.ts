import { isRecord } from '../../../../actors/protocol/json-shape.js';
import { readAttachmentRef } from '../../../../actors/protocol/attachment.js';
import { EMPTY_DRAFT, type Draft, type Mention } from './draft.js';

/** The scroll position in the conversation. */
export interface ScrollPosition {
  /** The id of the first turn in sight. Absent where there is none. */
  readonly turn?: string;
  /** The beginning of that turn, from the upper edge of what is seen; negative above it. Units: CSS pixels. */
  readonly offsetPx: number;
  /** Whether the view follows new text. */
  readonly isFollowing: boolean;
}

/** What the view saves while it is hidden or reloaded. */
export interface SavedView {
  readonly draft: Draft;
  readonly scroll: ScrollPosition;
}

const NOTHING: SavedView = { draft: EMPTY_DRAFT, scroll: { offsetPx: 0, isFollowing: true } };

/** Reads the saved state; an empty state when its format is not that of this version. */
export function readSavedView(saved: unknown): SavedView {
  if (!isRecord(saved) || !isRecord(saved.draft) || !isRecord(saved.scroll)) return NOTHING;
  const { text, attachments, mentions = [] } = saved.draft;
  const { turn, offsetPx, isFollowing } = saved.scroll;
  if (typeof text !== 'string' || !Array.isArray(attachments) || !Array.isArray(mentions)) return NOTHING;
  if (turn !== undefined && typeof turn !== 'string') return NOTHING;
  if (typeof offsetPx !== 'number' || typeof isFollowing !== 'boolean') return NOTHING;
  const refs = attachments.map(readAttachmentRef).filter((ref) => ref !== undefined);
  const read = mentions.map(readMention).filter((mention) => mention !== undefined);
  if (refs.length < attachments.length || read.length < mentions.length) return NOTHING;
  return {
    draft: { text, attachments: refs, mentions: read },
    scroll: { ...(turn === undefined ? {} : { turn }), offsetPx, isFollowing },
  };
}

function readMention(raw: unknown): Mention | undefined {
  if (!isRecord(raw) || typeof raw['label'] !== 'string') return undefined;
  const ref = readAttachmentRef(raw['ref']);
  return ref && { label: raw['label'], ref };
}
