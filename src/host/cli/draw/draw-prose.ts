import type { Output } from '../terminal/output.js';
import { widthOf, wrapWords } from '../terminal/text-width.js';

/**
 * Sentences for a person, with words wrapped whole on a terminal, behind a mark that the lines below it are indented by.
 * In a pipe they are one line. Nothing in them acts on the terminal.
 */
export function drawProse(text: string, out: Output, mark = ''): string {
  const shown = out.foreign(text);
  if (!out.canDraw) return mark + shown;
  const width = widthOf(mark);
  const lines = wrapWords(shown, Math.max(1, out.columns - 1 - width));
  return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(width)) + line).join('\n');
}
