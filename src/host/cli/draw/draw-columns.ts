import type { Output } from '../terminal/output.js';
import { widthOf, wrapWords } from '../terminal/text-width.js';

const INDENT = '  ';
const GAP = '  ';

// A wider left column gets a line of its own.
const MAX_LEFT = 24;
// A narrower right column is put below the left one.
const MIN_RIGHT = 30;

/** Draws two columns: a name and its description, which is wrapped beside the name. */
export function drawColumns(rows: readonly (readonly [left: string, right: string])[], out: Output): string {
  const columns = out.columns - 1;
  const widths = rows.map(([left]) => widthOf(left)).filter((width) => width <= MAX_LEFT);
  const beside = INDENT.length + Math.max(1, ...widths) + GAP.length;
  const isBeside = columns - beside >= MIN_RIGHT;
  const indent = ' '.repeat(isBeside ? beside : 2 * INDENT.length);
  return rows
    .flatMap(([left, right]) => {
      const lines = wrapWords(right, columns - indent.length).map((line) => indent + line);
      const head = INDENT + out.style('bold', left);
      const gap = beside - INDENT.length - widthOf(left);
      if (!isBeside || gap < GAP.length) return [head, ...lines];
      return [head + ' '.repeat(gap) + (lines[0]?.slice(beside) ?? ''), ...lines.slice(1)];
    })
    .join('\n');
}
