import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
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
  /** When the draft was changed last. Units: milliseconds since 1970. */
  readonly at: number;
  readonly draft: Draft;
  readonly scroll: ScrollPosition;
}

const NOTHING: SavedView = { at: 0, draft: EMPTY_DRAFT, scroll: { offsetPx: 0, isFollowing: true } };

/** Reads the saved state; an empty state when its format is not that of this version. */
export function readSavedView(saved: unknown): SavedView {
  if (!isRecord(saved) || !isRecord(saved.scroll)) return NOTHING;
  const { at = 0, draft: raw, scroll } = saved;
  const { turn, offsetPx, isFollowing } = scroll;
  const draft = readDraft(raw);
  if (typeof at !== 'number' || draft === undefined) return NOTHING;
  if (turn !== undefined && typeof turn !== 'string') return NOTHING;
  if (typeof offsetPx !== 'number' || typeof isFollowing !== 'boolean') return NOTHING;
  return { at, draft, scroll: { ...(turn === undefined ? {} : { turn }), offsetPx, isFollowing } };
}

/** Reads a draft that was kept as JSON; `undefined` when its format is not that of this version. */
export function readKeptDraft(text: string): Draft | undefined {
  try {
    return readDraft(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function readDraft(raw: unknown): Draft | undefined {
  if (!isRecord(raw)) return undefined;
  const { text, attachments, mentions = [] } = raw;
  if (typeof text !== 'string' || !Array.isArray(attachments) || !Array.isArray(mentions)) return undefined;
  const refs = attachments.map(readAttachmentRef).filter((ref) => ref !== undefined);
  const read = mentions.map(readMention).filter((mention) => mention !== undefined);
  if (refs.length < attachments.length || read.length < mentions.length) return undefined;
  return { text, attachments: refs, mentions: read };
}

function readMention(raw: unknown): Mention | undefined {
  if (!isRecord(raw) || typeof raw['label'] !== 'string') return undefined;
  const ref = readAttachmentRef(raw['ref']);
  return ref && { label: raw['label'], ref };
}
