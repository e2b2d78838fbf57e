import type { BlockNode, ListItem } from '../../markdown/markdown-node.js';
import { plainText, toVisibleText } from '../../markdown/visible-text.js';
import { wrapWords } from '../terminal/text-width.js';
import type { PaintCode } from './code-painter.js';
import { drawInline } from './draw-inline.js';
import { drawTable } from './draw-table.js';
import type { Paint } from './paint.js';

// Longer lines of prose are hard to read. Units: columns.
const MAX_PROSE_COLUMNS = 100;
// Deeply nested lists are wrapped to this width even where less is left. Units: columns.
const MIN_COLUMNS = 20;

/**
 * Draws a block of Markdown as lines for a terminal. Prose is wrapped at words; code is drawn as written, without
 * decoration but the colours of `paintCode`, so that it can be copied.
 * Shape: only lines of code may be wider than `columns`.
 */
export function drawBlock(
  node: BlockNode,
  paint: Paint,
  columns: number,
  paintCode: PaintCode,
): readonly string[] {
  const prose = (text: string): readonly string[] =>
    wrapWords(text, Math.min(MAX_PROSE_COLUMNS, Math.max(MIN_COLUMNS, columns)));
  switch (node.type) {
    case 'paragraph':
    case 'line':
      return prose(drawInline(node.children, paint));
    case 'heading':
      return prose(
        paint(node.level === 1 ? ['bold', 'underline'] : 'bold', drawInline(node.children, paint)),
      );
    case 'code':
      return node.text === '' ? [] : splitCodeLines(node.text).map(paintCode(node.language));
    case 'quote':
      return indent(
        drawBlocks(node.children, paint, columns - 2, paintCode),
        paint('dim', '│ '),
        paint('dim', '│ '),
      );
    case 'list':
      return drawList(node, paint, columns, paintCode);
    case 'table':
      return drawTable(node, paint, columns);
    case 'rule':
      return [paint('dim', '─'.repeat(Math.max(1, Math.min(MAX_PROSE_COLUMNS, columns))))];
    case 'definition':
      return [];
    default:
      return node satisfies never;
  }
}

/** Lines of code, with hidden characters visible. */
export function splitCodeLines(text: string): readonly string[] {
  return toVisibleText(plainText(text)).replace(/\n$/, '').split('\n');
}

function drawBlocks(
  nodes: readonly BlockNode[],
  paint: Paint,
  columns: number,
  paintCode: PaintCode,
): readonly string[] {
  return nodes.flatMap((node, index) => {
    const lines = drawBlock(node, paint, columns, paintCode);
    const isApart = index > 0 && node.type !== 'list' && node.type !== 'line' && lines.length > 0;
    return isApart ? ['', ...lines] : lines;
  });
}

function drawList(
  { start, items }: Extract<BlockNode, { type: 'list' }>,
  paint: Paint,
  columns: number,
  paintCode: PaintCode,
): readonly string[] {
  const marks = items.map((item, index) => markOf(item, start === undefined ? undefined : start + index));
  // Numbers are right-aligned.
  const width = start === undefined ? 0 : marks.reduce((most, mark) => Math.max(most, mark.length), 0);
  const isLoose = items.some(({ children }) => children.some(({ type }) => type === 'paragraph'));
  return items.flatMap(({ children }, index) => {
    const mark = marks[index]?.padStart(width) ?? '';
    const lines = drawBlocks(children, paint, columns - mark.length, paintCode);
    const item = indent(lines.length === 0 ? [''] : lines, mark, ' '.repeat(mark.length));
    return isLoose && index > 0 ? ['', ...item] : item;
  });
}

function markOf({ isChecked }: ListItem, number: number | undefined): string {
  if (isChecked !== undefined) return isChecked ? '[x] ' : '[ ] ';
  return number === undefined ? '• ' : `${number}. `;
}

function indent(lines: readonly string[], first: string, rest: string): readonly string[] {
  return lines.map(
    (line, index) => (index === 0 ? first : line === '' && rest.trim() === '' ? '' : rest) + line,
  );
}
