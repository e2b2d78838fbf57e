export interface TextLimit {
  readonly maxChars: number;
  readonly maxLines: number;
}

interface ClampedText {
  readonly shown: string;
  /** How much is missing. Units: UTF-16 units, and lines that are missing in whole or in part. */
  readonly restChars: number;
  readonly restLines: number;
}

/**
 * The beginning of a text that fits both limits, without splitting a character.
 * Cost: the shown part, and one search for line feeds in the rest.
 */
export function clampText(text: string, { maxChars, maxLines }: TextLimit): ClampedText {
  let end = Math.min(text.length, maxChars);
  for (let lines = 0, at = -1; lines < maxLines; lines++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0 || at >= end) break;
    if (lines === maxLines - 1) end = at;
  }
  const last = text.charCodeAt(end - 1);
  if (end > 0 && end < text.length && last >= 0xd800 && last <= 0xdbff) end--;
  const restChars = text.length - end;
  return { shown: text.slice(0, end), restChars, restLines: restChars === 0 ? 0 : countLines(text, end) };
}

/** The number of lines from `start` on; a line feed at either end does not count as a line of its own. */
function countLines(text: string, start: number): number {
  let count = text[start] === '\n' ? 0 : 1;
  for (let at = text.indexOf('\n', start); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    count++;
  return count;
}
