import type { Align, BlockNode } from '../../markdown/markdown-node.js';
import { widthOf, wrapWords } from '../terminal/text-width.js';
import { drawInline } from './draw-inline.js';
import type { Paint } from './paint.js';

const GAP = '  ';
// A narrower column cannot be read.
const MIN_COLUMN = 6;

/** Draws a table: as wide as its text, or narrower with the text of its cells wrapped. */
export function drawTable(
  table: Extract<BlockNode, { type: 'table' }>,
  paint: Paint,
  columns: number,
): readonly string[] {
  const draw = (cells: typeof table.header): string[] => cells.map((cell) => drawInline(cell, paint).trim());
  const header = draw(table.header).map((cell) => paint('bold', cell));
  const rows = table.rows.map(draw);
  const natural = header.map((cell, index) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), Math.max(1, widthOf(cell))),
  );
  const widths = fit(natural, columns - GAP.length * (natural.length - 1));
  const rule = paint('dim', widths.map((width) => '─'.repeat(width)).join(GAP));
  const lines = (cells: readonly string[]): string[] => drawRow(cells, widths, table.align);
  return [...lines(header), rule, ...rows.flatMap(lines)];
}

/** Column widths that fit: the widest columns shrink to a common width. */
function fit(natural: readonly number[], columns: number): readonly number[] {
  let limit = natural.reduce((most, width) => Math.max(most, width), 0);
  const total = (most: number): number => natural.reduce((sum, width) => sum + Math.min(width, most), 0);
  while (limit > MIN_COLUMN && total(limit) > columns) limit--;
  return natural.map((width) => Math.min(width, limit));
}

function drawRow(cells: readonly string[], widths: readonly number[], align: readonly Align[]): string[] {
  const wrapped = widths.map((width, index) => wrapWords(cells[index] ?? '', width));
  const height = wrapped.reduce((most, lines) => Math.max(most, lines.length), 0);
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, index) => pad(wrapped[index]?.[line] ?? '', width, align[index] ?? null))
      .join(GAP)
      .replace(/ +$/, ''),
  );
}

function pad(text: string, width: number, align: Align): string {
  const blanks = Math.max(0, width - widthOf(text));
  const left = align === 'right' ? blanks : align === 'center' ? Math.floor(blanks / 2) : 0;
  return ' '.repeat(left) + text + ' '.repeat(blanks - left);
}
