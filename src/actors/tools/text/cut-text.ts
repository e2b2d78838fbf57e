import { findCharBoundary } from './find-char-boundary.js';

/** `text`, or its beginning and `…` when it is longer than `maxChars`. Units: UTF-16 units, including the `…`. */
export function cutText(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, findCharBoundary(text, maxChars - 1))}…`;
}
