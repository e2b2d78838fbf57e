import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many columns a text takes; colours take none. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The lines of a text of which none is wider than `columns`. Words stay whole unless one alone is wider. */
export function wrapWords(text: string, columns: number): readonly string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true })
    .split('\n')
    .map((line) => line.replace(/ +$/, ''));
}

/** A line in pieces of which none is wider than `columns`, cut wherever one is full. Colours go on in the next. */
export function wrapLine(line: string, columns: number): readonly string[] {
  return wrapAnsi(line, Math.max(1, columns), { hard: true, trim: false, wordWrap: false }).split('\n');
}

/** The pieces of a line of text without colours, of which none is wider than `columns`, cut wherever one is full. */
export function wrapCharacters(line: string, columns: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const { segment } of segmenter.segment(line)) {
    const width = widthOf(segment);
    if (used + width > columns && row !== '') {
      rows.push(row);
      row = '';
      used = 0;
    }
    row += segment;
    used += width;
  }
  return [...rows, row];
}

/** The beginning of a line of text without colours, with a `…` where its end is missing. */
export function cutToWidth(line: string, columns: number): string {
  // No character is wider than two columns, and what is not shown need not be measured.
  const near = line.slice(0, columns * MAX_CHARS_A_COLUMN);
  if (near.length === line.length && widthOf(line) <= columns) return line;
  const [first = ''] = wrapCharacters(near, Math.max(1, columns - 1));
  return `${first}…`;
}

// Marks and joiners take none.
const MAX_CHARS_A_COLUMN = 8;
