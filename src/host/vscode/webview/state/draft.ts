import type { Mention } from '../../../../actors/protocol/ui.js';
import type { FilePlace } from '../../../../actors/protocol/workspace.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

/** The message that is being written. */
export interface Draft {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

export const EMPTY_DRAFT: Draft = { text: '', mentions: [] };

/** Replaces the text from `start` to `end`, and returns the new place of the caret as well. */
export function replaceText(
  draft: Draft,
  start: number,
  end: number,
  replacement: string,
): { readonly draft: Draft; readonly caret: number } {
  const text = draft.text.slice(0, start) + replacement + draft.text.slice(end);
  return { draft: { ...draft, text }, caret: start + replacement.length };
}

/** Adds a file to the draft; a file is attached only once. */
export function addMention(draft: Draft, mention: Mention): Draft {
  const isThere = draft.mentions.some((other) => isSameFile(other, mention));
  return isThere ? draft : { ...draft, mentions: [...draft.mentions, mention] };
}

export function removeMention(draft: Draft, mention: Mention): Draft {
  return { ...draft, mentions: draft.mentions.filter((other) => !isSameFile(other, mention)) };
}

/** `main.ts` for `src/main.ts`. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * The text of a mention of a file or a place in it, with hidden characters visible, so that a name cannot disguise
 * itself.
 */
export function formatMention(path: string, place?: FilePlace): string {
  const { line, column } = place ?? {};
  const numbers = [line, column].filter((number) => number !== undefined);
  return `@${[toVisibleName(fileName(path)), ...numbers].join(':')}`;
}

function isSameFile(a: Mention, b: Mention): boolean {
  return a.root === b.root && a.path === b.path;
}
