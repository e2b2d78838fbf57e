import type { Output } from '../terminal/output.js';
import { widthOf, wrapWords } from '../terminal/text-width.js';

/**
 * Draws sentences: on a terminal wrapped at words, with the lines after the first indented by the width of `mark`; in a
 * pipe on one line. Control characters in the text are made visible.
 */
export function drawProse(text: string, out: Output, mark = ''): string {
  const shown = out.sanitize(text);
  if (!out.canDraw) return mark + shown;
  const width = widthOf(mark);
  const lines = wrapWords(shown, Math.max(1, out.columns - 1 - width));
  return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(width)) + line).join('\n');
}
