import { findCharBoundary } from '../../../actors/tools/text/find-char-boundary.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

/** The beginning of a long text, followed by a line that says how much is missing. */
export function cutLongText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = findCharBoundary(text, maxChars);
  return `${text.slice(0, end)}\n${CHAT_TEXTS.cut(text.length - end)}`;
}
