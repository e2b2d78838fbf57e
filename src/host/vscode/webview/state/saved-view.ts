import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import { readAttachmentRef } from '../../../../actors/protocol/attachment.js';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { ChatDrafts } from './chat-drafts.js';
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
  /** Those of other chats. Default: none. */
  readonly drafts?: ChatDrafts;
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
  const drafts = readDrafts(saved['drafts']);
  return {
    at,
    draft,
    ...omitUndefined({ drafts }),
    scroll: { ...omitUndefined({ turn }), offsetPx, isFollowing },
  };
}

/** Reads a draft that was kept as JSON; `undefined` when its format is not that of this version. */
export function readKeptDraft(text: string): Draft | undefined {
  try {
    return readDraft(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Reads the drafts of all chats that were kept as JSON; `undefined` when only one was. */
export function readKeptDrafts(text: string): ChatDrafts | undefined {
  try {
    const raw: unknown = JSON.parse(text);
    return isRecord(raw) ? readDrafts(raw['drafts']) : undefined;
  } catch {
    return undefined;
  }
}

/** What is kept of a view, as JSON. */
export function writeKeptDrafts({ draft, drafts }: SavedView): string {
  return JSON.stringify({ ...draft, ...omitUndefined({ drafts }) });
}

function readDrafts(raw: unknown): ChatDrafts | undefined {
  if (!isRecord(raw) || !isRecord(raw['others'])) return undefined;
  const others = Object.entries(raw['others']).flatMap(([name, one]): [string, Draft][] => {
    const draft = readDraft(one);
    return draft === undefined ? [] : [[name, draft]];
  });
  const { shown } = raw;
  const isKnown = isRecord(shown) && typeof shown['key'] === 'string';
  const id = isKnown && typeof shown['id'] === 'string' ? { id: shown['id'] } : {};
  return {
    ...(isKnown ? { shown: { key: String(shown['key']), ...id } } : {}),
    others: Object.fromEntries(others),
  };
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
