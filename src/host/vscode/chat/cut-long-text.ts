import { findCharBoundary } from '../../../actors/tools/text/find-char-boundary.js';

/** The beginning of a long text, followed by a line that says how much is missing. */
export function cutLongText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = findCharBoundary(text, maxChars);
  return `${text.slice(0, end)}\n(${text.length - end} more characters are not shown)`;
}
