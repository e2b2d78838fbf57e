/** What stands at the bottom of a terminal for now: rows that are drawn again and again, and where the cursor is. */
export interface Frame {
  /** Shape: none is wider than the terminal. */
  readonly rows: readonly string[];
  /** Default: hidden. Units: rows and columns from 0. */
  readonly cursor?: { readonly row: number; readonly column: number };
}

export const NO_FRAME: Frame = { rows: [] };
