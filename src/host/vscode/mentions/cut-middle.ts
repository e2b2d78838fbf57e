import { findCharBoundary } from '../../../actors/tools/text/find-char-boundary.js';
import { ATTACH_TEXTS } from '../words/editor-words.js';

// More than any model reads of one attachment. Units: UTF-16 units.
const MAX_CHARS = 400_000;

/** A text as an attachment holds it: of a long one the beginning and the end. */
export function cutMiddle(text: string): { readonly text: string; readonly omittedChars?: number } {
  if (text.length <= MAX_CHARS) return { text };
  const head = text.slice(0, findCharBoundary(text, MAX_CHARS / 2));
  const tail = text.slice(findCharBoundary(text, text.length - MAX_CHARS / 2));
  const omittedChars = text.length - head.length - tail.length;
  return { text: `${head}\n${ATTACH_TEXTS.cut(omittedChars)}\n${tail}`, omittedChars };
}
