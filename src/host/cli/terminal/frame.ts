import { widthOf, wrapLine } from './text-width.js';

/** The rows at the bottom of a terminal that are redrawn in place, and the cursor. */
export interface Frame {
  /** Shape: no wider than the terminal. */
  readonly rows: readonly string[];
  /** Default: hidden. Units: rows and columns, counted from 0. */
  readonly cursor?: { readonly row: number; readonly column: number };
}

export const NO_FRAME: Frame = { rows: [] };

// On a terminal that gets half as wide, each row becomes two: with this share there is room for them, and for a height of
// five sixths as well. What scrolls out of sight cannot be erased, and would stand there twice.
const LIVE_SHARE = 0.4;

// A line of text, an empty one and the status.
const MIN_LIVE_ROWS = 3;

/** The most rows that are redrawn at once on a screen of this height. */
export function maxLiveRows(screenRows: number): number {
  return Math.max(MIN_LIVE_ROWS, Math.floor(screenRows * LIVE_SHARE));
}

// Room for a character of two columns and the column that stays free. Units: columns.
const MIN_COLUMNS = 3;

/** The part of a frame that a screen has room for, around the cursor; nothing on one that is too narrow for any text. */
export function fitFrame(
  { rows, cursor }: Frame,
  screen: { readonly columns: number; readonly rows: number },
): Frame {
  if (screen.columns < MIN_COLUMNS) return NO_FRAME;
  const columns = screen.columns - 1;
  const count = Math.max(1, screen.rows);
  const top = Math.max(0, Math.min(cursor?.row ?? rows.length, rows.length - count));
  const fitted = rows
    .slice(top, top + count)
    .map((row) => (widthOf(row) <= columns ? row : (wrapLine(row, columns)[0] ?? '')));
  if (cursor === undefined) return { rows: fitted };
  return { rows: fitted, cursor: { row: cursor.row - top, column: Math.min(cursor.column, columns) } };
}
