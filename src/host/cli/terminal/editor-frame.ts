import type { EditBuffer } from './edit-buffer.js';
import type { Frame } from './frame.js';
import { widthOf, wrapCharacters } from './text-width.js';

// How a tab is drawn in the input line, where nothing needs alignment.
const TAB = '  ';

/** How the input line is drawn. */
interface EditorLook {
  /** Before the first row. */
  readonly prompt: string;
  /** Before all other rows. As wide as `prompt`. */
  readonly indent: string;
  readonly columns: number;
  /** Most rows; of a longer text, those around the cursor are drawn. */
  readonly maxRows: number;
}

/** The rows of the input line, wrapped at the width of the terminal, and the cursor in them. */
export function drawEditor({ text, cursor }: EditBuffer, look: EditorLook): Frame {
  const columns = Math.max(2, look.columns - widthOf(look.prompt) - 1);
  const rows: string[] = [];
  let place = { row: 0, column: 0 };
  let from = 0;
  for (const line of text.split('\n')) {
    if (cursor >= from && cursor <= from + line.length) {
      const head = wrapCharacters(line.slice(0, cursor - from).replaceAll('\t', TAB), columns);
      const last = head.at(-1) ?? '';
      place = { row: rows.length + head.length - 1, column: widthOf(last) };
    }
    for (const item of wrapCharacters(line.replaceAll('\t', TAB), columns)) rows.push(item);
    from += line.length + 1;
  }
  const top = Math.max(0, Math.min(place.row - Math.floor(look.maxRows / 2), rows.length - look.maxRows));
  const shown = rows.slice(top, top + look.maxRows);
  return {
    rows: shown.map((row, index) => (index + top === 0 ? look.prompt : look.indent) + row),
    cursor: { row: place.row - top, column: widthOf(look.prompt) + place.column },
  };
}
