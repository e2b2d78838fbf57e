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
