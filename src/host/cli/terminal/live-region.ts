import { type Frame, NO_FRAME } from './frame.js';
import { widthOf } from './text-width.js';

const ESCAPE = '\u001b';
const CLEAR_BELOW = `${ESCAPE}[J`;
const CLEAR_RIGHT = `${ESCAPE}[K`;
const HIDE_CURSOR = `${ESCAPE}[?25l`;
const SHOW_CURSOR = `${ESCAPE}[?25h`;
// The terminal shows everything between these two at once. Terminals without support ignore them.
const BEGIN_UPDATE = `${ESCAPE}[?2026h`;
const END_UPDATE = `${ESCAPE}[?2026l`;

/**
 * The rows at the bottom of a terminal that are redrawn, below text that is not. Returns the text to write; writes
 * nothing itself.
 */
export class LiveRegion {
  /** The frame on the screen. */
  #drawn: Frame = NO_FRAME;
  #isMidLine = false;
  #isCursorHidden = false;

  /** Writes text above the region. The region is hidden while the last line of the text is incomplete. */
  print(text: string, frame: Frame): string {
    if (text === '') return this.draw(frame);
    const erased = this.#erase();
    this.#isMidLine = !text.endsWith('\n');
    return this.#update(erased + text + this.#paint(frame));
  }

  /** Redraws the region; unchanged rows are not written again. */
  draw(frame: Frame): string {
    if (this.#isMidLine) return '';
    if (isSame(this.#drawn, frame)) return '';
    if (this.#drawn.rows.length === 0 || frame.rows.length === 0)
      return this.#update(this.#erase() + this.#paint(frame));
    return this.#update(this.#redraw(frame));
  }

  /** Removes the region from the screen, and shows the cursor. */
  clear(): string {
    return this.#isMidLine ? this.#cursor(true) : this.draw(NO_FRAME) + this.#cursor(true);
  }

  /**
   * Must be called before anything is drawn on a terminal that got narrower: the terminal has wrapped the rows on the
   * screen, or has cut them off. The row of the cursor counts as one: the terminal of VS Code does not wrap it, and
   * erasing a row too many would take printed text.
   */
  resize(columns: number): string {
    const { rows, cursor } = this.#drawn;
    if (rows.length === 0) return '';
    const wrapped = (row: string): number => Math.max(1, Math.ceil(widthOf(row) / Math.max(1, columns)));
    const above = rows.slice(0, cursor?.row ?? rows.length - 1);
    const up = above.reduce((sum, row) => sum + wrapped(row), 0);
    this.#drawn = NO_FRAME;
    return `${moveUp(up)}\r${CLEAR_BELOW}`;
  }

  #erase(): string {
    const { rows } = this.#drawn;
    if (rows.length === 0) return '';
    const up = moveUp(this.#cursorRow());
    this.#drawn = NO_FRAME;
    return `${up}\r${CLEAR_BELOW}`;
  }

  #paint(frame: Frame): string {
    if (this.#isMidLine || frame.rows.length === 0) return '';
    this.#drawn = frame;
    return frame.rows.join('\r\n') + this.#place(frame, frame.rows.length - 1);
  }

  #redraw(frame: Frame): string {
    const before = this.#drawn.rows;
    let at = this.#cursorRow();
    let text = '';
    for (const [index, row] of frame.rows.entries()) {
      if (index < before.length && row === before[index]) continue;
      // There is no row below the last one to move to, so a line feed creates it.
      text += index < before.length ? `${move(at, index)}\r` : `${move(at, index - 1)}\r\n`;
      text += row + CLEAR_RIGHT;
      at = index;
    }
    if (frame.rows.length < before.length) {
      text += `${move(at, frame.rows.length)}\r${CLEAR_BELOW}`;
      at = frame.rows.length;
    }
    this.#drawn = frame;
    return text + this.#place(frame, at);
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

  #cursor(isShown: boolean): string {
    if (isShown !== this.#isCursorHidden) return '';
    this.#isCursorHidden = !isShown;
    return isShown ? SHOW_CURSOR : HIDE_CURSOR;
  }

  #update(text: string): string {
    return text === '' ? '' : BEGIN_UPDATE + text + END_UPDATE;
  }
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
