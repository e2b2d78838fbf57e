import type { TextLimit } from './clamp-text.js';

/** The last lines of a text that fit both limits, without the final line feed and without splitting a character. */
export function takeLastLines(text: string, { maxChars, maxLines }: TextLimit): string {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  let start = Math.max(0, end - maxChars);
  let at = end;
  for (let lines = 0; lines < maxLines && at > start; lines++) at = text.lastIndexOf('\n', at - 1);
  if (at >= start) start = at + 1;
  const first = text.charCodeAt(start);
  if (start > 0 && first >= 0xdc00 && first <= 0xdfff) start++;
  return text.slice(start, end);
}
