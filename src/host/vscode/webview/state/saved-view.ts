import { isRecord } from '../../../../actors/protocol/json-shape.js';
import type { Mention } from '../../../../actors/protocol/ui.js';
import { EMPTY_DRAFT, type Draft } from './draft.js';

/** The scroll position in the conversation. */
export interface ScrollPosition {
  /** Units: CSS pixels. */
  readonly top: number;
  /** Whether the view follows new text. */
  readonly isFollowing: boolean;
}

/** What the view saves while it is hidden or reloaded. */
export interface SavedView {
  readonly draft: Draft;
  readonly scroll: ScrollPosition;
}

const NOTHING: SavedView = { draft: EMPTY_DRAFT, scroll: { top: 0, isFollowing: true } };

/** Reads the saved state; an empty state when its format is not that of this version. */
export function readSavedView(saved: unknown): SavedView {
  if (!isRecord(saved) || !isRecord(saved.draft) || !isRecord(saved.scroll)) return NOTHING;
  const { text, mentions } = saved.draft;
  const { top, isFollowing } = saved.scroll;
  if (typeof text !== 'string' || !Array.isArray(mentions) || !mentions.every(isMention)) return NOTHING;
  if (typeof top !== 'number' || typeof isFollowing !== 'boolean') return NOTHING;
  return { draft: { text, mentions }, scroll: { top, isFollowing } };
}

function isMention(value: unknown): value is Mention {
  if (!isRecord(value) || typeof value.root !== 'string' || typeof value.path !== 'string') return false;
  return value.line === undefined || typeof value.line === 'number';
}
