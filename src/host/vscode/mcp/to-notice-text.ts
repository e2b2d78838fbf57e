import { toVisibleName } from '../../markdown/visible-text.js';

// A notification shows some lines. Units: UTF-16 units.
const MAX_CHARS = 500;

/**
 * A stranger's text for a notification of the editor, which would make a link, or a command, of `[text](address)`. On one
 * line, with hidden characters visible.
 */
export function toNoticeText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const shown = line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS).toWellFormed()}…` : line;
  return toVisibleName(shown.replaceAll('](', '] ('));
}
