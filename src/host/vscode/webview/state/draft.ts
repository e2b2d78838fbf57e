import type { AttachmentRef, LineRange } from '../../../../actors/protocol/attachment.js';
import type { FilePlace } from '../../../../actors/protocol/workspace.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

/** The message that is being written. */
export interface Draft {
  readonly text: string;
  readonly attachments: readonly AttachmentRef[];
}

export const EMPTY_DRAFT: Draft = { text: '', attachments: [] };

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

/** Adds an attachment to the draft; the same place is attached only once. */
export function attach(draft: Draft, ref: AttachmentRef): Draft {
  const key = keyOf(ref);
  const isThere = draft.attachments.some((other) => keyOf(other) === key);
  return isThere ? draft : { ...draft, attachments: [...draft.attachments, ref] };
}

export function detach(draft: Draft, ref: AttachmentRef): Draft {
  const key = keyOf(ref);
  return { ...draft, attachments: draft.attachments.filter((other) => keyOf(other) !== key) };
}

/** Identifies what is attached. */
export function keyOf(ref: AttachmentRef): string {
  switch (ref.kind) {
    case 'file':
      return `file ${ref.path} ${formatRange(ref.range)}`;
    case 'selection':
      return `selection ${ref.path} ${formatRange(ref.range)} ${ref.text}`;
    case 'folder':
    case 'diagnostics':
      return `${ref.kind} ${ref.path ?? ''}`;
    default:
      return `${ref.kind} ${ref.name}`;
  }
}

/** `:10`, `:10-20`, or nothing. */
export function formatRange(range: LineRange | undefined): string {
  if (range === undefined) return '';
  const { startLine, endLine } = range;
  return startLine === endLine ? `:${startLine}` : `:${startLine}-${endLine}`;
}

/** `main.ts` for `src/main.ts`. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/**
 * The text of a mention of a file or a place in it, with hidden characters visible, so that a name cannot disguise
 * itself.
 */
export function formatMention(path: string, place?: FilePlace | LineRange): string {
  if (place !== undefined && 'startLine' in place)
    return `@${toVisibleName(fileName(path))}${formatRange(place)}`;
  const { line, column } = place ?? {};
  const numbers = [line, column].filter((number) => number !== undefined);
  return `@${[toVisibleName(fileName(path)), ...numbers].join(':')}`;
}
