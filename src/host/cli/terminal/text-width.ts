import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

// The first use of `Intl` takes a process 20 ms, which no start waits for.
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a person counts them: graphemes. */
export function* charactersOf(text: string): Generator<string, void, undefined> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

// Most texts, for which nothing has to be loaded.
const PLAIN = /^[ -~]*$/;

/** The number of columns that a text takes; control sequences take none. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** Wraps a text to lines of at most `columns`. Splits only words that are wider than that. */
export function wrapWords(text: string, columns: number): readonly string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true })
    .split('\n')
    .map((line) => line.replace(/ +$/, ''));
}

/** Cuts a line into pieces of at most `columns`, at any character. Colours continue in the next piece. */
export function wrapLine(line: string, columns: number): readonly string[] {
  return wrapAnsi(line, Math.max(1, columns), { hard: true, trim: false, wordWrap: false }).split('\n');
}

/** Cuts a line without colours into pieces of at most `columns`, at any character. */
export function wrapCharacters(line: string, columns: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const character of charactersOf(line)) {
    const width = widthOf(character);
    if (used + width > columns && row !== '') {
      rows.push(row);
      row = '';
      used = 0;
    }
    row += character;
    used += width;
  }
  return [...rows, row];
}

/** Truncates a line without colours to `columns`, with `…` at the end. */
export function cutToWidth(line: string, columns: number): string {
  // Only this much text can be visible, so no more is measured.
  const near = line.slice(0, columns * MAX_CHARS_PER_COLUMN);
  if (near.length === line.length && widthOf(line) <= columns) return line;
  const [first = ''] = wrapCharacters(near, Math.max(1, columns - 1));
  return `${first}…`;
}

// Combining marks and joiners take no column, so a column may hold several characters.
const MAX_CHARS_PER_COLUMN = 8;
