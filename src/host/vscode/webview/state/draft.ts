import type { Mention } from '../../../../actors/protocol/ui.js';
import type { FilePlace } from '../../../../actors/protocol/workspace.js';
import { visibleName } from '../../../markdown/visible-text.js';

/** The message that is being written. */
export interface Draft {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

export const EMPTY_DRAFT: Draft = { text: '', mentions: [] };

/** The draft with the text from `start` to `end` replaced, and where the caret is then. */
export function replaceText(
  draft: Draft,
  start: number,
  end: number,
  replacement: string,
): { readonly draft: Draft; readonly caret: number } {
  const text = draft.text.slice(0, start) + replacement + draft.text.slice(end);
  return { draft: { ...draft, text }, caret: start + replacement.length };
}

/** The draft with one more file; each file goes with a message once. */
export function addMention(draft: Draft, mention: Mention): Draft {
  const isThere = draft.mentions.some((other) => isSameFile(other, mention));
  return isThere ? draft : { ...draft, mentions: [...draft.mentions, mention] };
}

export function removeMention(draft: Draft, mention: Mention): Draft {
  return { ...draft, mentions: draft.mentions.filter((other) => !isSameFile(other, mention)) };
}

/** `main.ts` of `src/main.ts`. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** How a file, or a place in it, is mentioned: nothing in its name may hide or turn what stands beside it. */
export function mentionText(path: string, place?: FilePlace): string {
  const { line, column } = place ?? {};
  const numbers = [line, column].filter((number) => number !== undefined);
  return `@${[visibleName(fileName(path)), ...numbers].join(':')}`;
}

function isSameFile(a: Mention, b: Mention): boolean {
  return a.root === b.root && a.path === b.path;
}
