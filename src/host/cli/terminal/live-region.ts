import { stripVTControlCharacters } from 'node:util';
import { type Frame, NO_FRAME } from './frame.js';
import { widthOf, wrapCharacters } from './text-width.js';

const ESCAPE = '\u001b';
const CLEAR_BELOW = `${ESCAPE}[J`;
const CLEAR_RIGHT = `${ESCAPE}[K`;
const HIDE_CURSOR = `${ESCAPE}[?25l`;
const SHOW_CURSOR = `${ESCAPE}[?25h`;
// The terminal shows everything between these two at once. Terminals without support ignore them.
const BEGIN_UPDATE = `${ESCAPE}[?2026h`;
const END_UPDATE = `${ESCAPE}[?2026l`;

// Without wrapping, a row of a frame that was made for a wider terminal is cut, and takes no second row.
const NO_WRAP = `${ESCAPE}[?7l`;
const WRAP = `${ESCAPE}[?7h`;
// A blank in the last column, wherever that is.
const LAST_BLANK = `${ESCAPE}[999G `;

// What `readTyped` writes for a column that is taken back.
const ERASED_COLUMN = '\b \b';

/**
 * The rows at the bottom of a terminal that are redrawn, below text that is not. Returns the text to write; writes
 * nothing itself.
 */
export class LiveRegion {
  /**
   * Whether all rows are one line that the terminal has wrapped. Where it leaves the line of the cursor as it is, it does
   * so with all rows then, and moves none of them out of sight.
   */
  readonly #isOneLine: boolean;
  #columns: number;
  /** The frame on the screen. */
  #drawn: Frame = NO_FRAME;
  /** What was printed since the last line feed. */
  #openLine = '';
  #isCursorHidden = false;

  /** `leavesCursorLine`: what `Output` says of the terminal. */
  constructor({
    columns,
    leavesCursorLine,
  }: {
    readonly columns: number;
    readonly leavesCursorLine: boolean;
  }) {
    this.#columns = columns;
    this.#isOneLine = leavesCursorLine;
  }

  /** Writes text above the region. The region is hidden while the last line of the text is incomplete. */
  print(text: string, frame: Frame): string {
    if (text === '') return this.draw(frame);
    const erased = this.#erase();
    const end = text.lastIndexOf('\n');
    this.#openLine = end < 0 ? this.#openLine + text : text.slice(end + 1);
    return this.#update(erased + text + this.#paint(frame));
  }

  /** Redraws the region; unchanged rows are not written again. */
  draw(frame: Frame): string {
    if (this.#isMidLine) return '';
    if (isSame(this.#drawn, frame)) return '';
    const [before, after] = [this.#drawn.rows.length, frame.rows.length];
    // Only a whole line can be wrapped anew.
    const isPainted = before === 0 || after === 0 || (this.#isOneLine && before !== after);
    return this.#update(isPainted ? this.#erase() + this.#paint(frame) : this.#redraw(frame));
  }

  /** Removes the region from the screen, and shows the cursor. */
  clear(): string {
    return this.#isMidLine ? this.#cursor(true) : this.draw(NO_FRAME) + this.#cursor(true);
  }

  /**
   * Must be called before anything is drawn on a terminal whose size has changed, also back to what it was. Removes the region; an incomplete
   * line is written again where the terminal has cut it.
   */
  resize(columns: number): string {
    const up = this.#rowsAboveCursor(columns);
    const isCut = this.#isMidLine && this.#isOneLine;
    const rows = isCut ? countRows(this.#openLine, this.#columns) : 0;
    this.#columns = columns;
    return isCut ? `${moveUp(rows - 1)}\r${CLEAR_BELOW}${this.#openLine}` : this.#eraseFrom(up);
  }

  /** Whether a screen of another size has room for all rows, so that none of them would move out of reach. */
  fits(columns: number, rows: number): boolean {
    return this.#rowsAboveCursor(columns) < rows && countRows(this.#openLine, columns) <= rows;
  }

  /** Begins anew on a terminal that another program has used: writes what was printed of the last line again. */
  restart(): string {
    this.#drawn = NO_FRAME;
    this.#isCursorHidden = false;
    return `\r${SHOW_CURSOR}${this.#openLine}`;
  }

  get #isMidLine(): boolean {
    return this.#openLine !== '';
  }

  #erase(): string {
    return this.#eraseFrom(this.#cursorRow());
  }

  #eraseFrom(rowsAboveCursor: number): string {
    if (this.#drawn.rows.length === 0) return '';
    this.#drawn = NO_FRAME;
    return `${moveUp(rowsAboveCursor)}\r${CLEAR_BELOW}`;
  }

  #paint(frame: Frame): string {
    const { rows } = frame;
    if (this.#isMidLine || rows.length === 0) return '';
    this.#drawn = frame;
    // The terminal wraps the second blank.
    const drawn = this.#isOneLine
      ? rows.map((row) => `${NO_WRAP}${row}${WRAP}`).join(`${LAST_BLANK} \r`)
      : rows.join('\r\n');
    return drawn + this.#place(frame, rows.length - 1);
  }

  #redraw(frame: Frame): string {
    const before = this.#drawn.rows;
    const last = frame.rows.length - 1;
    let at = this.#cursorRow();
    let text = '';
    for (const [index, row] of frame.rows.entries()) {
      if (index < before.length && row === before[index]) continue;
      // There is no row below the last one to move to, so a line feed creates it.
      text += index < before.length ? `${move(at, index)}\r` : `${move(at, index - 1)}\r\n`;
      text += this.#redrawRow(row, index === last);
      at = index;
    }
    if (frame.rows.length < before.length) {
      text += `${move(at, frame.rows.length)}\r${CLEAR_BELOW}`;
      at = frame.rows.length;
    }
    this.#drawn = frame;
    return text + this.#place(frame, at);
  }

  #redrawRow(row: string, isLast: boolean): string {
    if (!this.#isOneLine) return row + CLEAR_RIGHT;
    // Erasing a whole row would part it from the one above.
    return `${NO_WRAP}${row === '' ? ' ' : row}${WRAP}${CLEAR_RIGHT}${isLast ? '' : LAST_BLANK}`;
  }

  /** Moves the cursor from the row to its place in the frame. */
  #place({ rows, cursor }: Frame, fromRow: number): string {
    const { row, column } = cursor ?? { row: rows.length - 1, column: 0 };
    const right = column === 0 ? '' : `${ESCAPE}[${column}C`;
    return `${move(fromRow, row)}\r${right}${this.#cursor(cursor !== undefined)}`;
  }

  #cursorRow(): number {
    return this.#drawn.cursor?.row ?? Math.max(0, this.#drawn.rows.length - 1);
  }

  /**
   * How many rows of the region are above the cursor once the terminal has this width. A terminal that wraps lines anew
   * leaves the cursor on its character.
   */
  #rowsAboveCursor(columns: number): number {
    const row = this.#cursorRow();
    if (this.#isOneLine) return row;
    const above = this.#drawn.rows.slice(0, row).reduce((sum, text) => sum + countRows(text, columns), 0);
    return above + Math.floor((this.#drawn.cursor?.column ?? 0) / Math.max(1, columns));
  }

  #cursor(isShown: boolean): string {
    if (isShown !== this.#isCursorHidden) return '';
    this.#isCursorHidden = !isShown;
    return isShown ? SHOW_CURSOR : HIDE_CURSOR;
  }

  #update(text: string): string {
    return text === '' ? '' : BEGIN_UPDATE + text + END_UPDATE;
  }
}

function countRows(text: string, columns: number): number {
  const [first = '', ...rest] = stripVTControlCharacters(text).split(ERASED_COLUMN);
  const line = rest.reduce((before, after) => {
    const [kept = ''] = wrapCharacters(before, Math.max(1, widthOf(before) - 1));
    return kept + after;
  }, first);
  return wrapCharacters(line, Math.max(1, columns)).length;
}

function isSame(one: Frame, other: Frame): boolean {
  return (
    one.rows.length === other.rows.length &&
    one.rows.every((row, index) => row === other.rows[index]) &&
    one.cursor?.row === other.cursor?.row &&
    one.cursor?.column === other.cursor?.column
  );
}

function move(fromRow: number, toRow: number): string {
  return toRow < fromRow ? moveUp(fromRow - toRow) : toRow > fromRow ? `${ESCAPE}[${toRow - fromRow}B` : '';
}

function moveUp(rows: number): string {
  return rows === 0 ? '' : `${ESCAPE}[${rows}A`;
}
