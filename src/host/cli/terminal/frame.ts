/** The rows at the bottom of a terminal that are redrawn in place, and the cursor. */
export interface Frame {
  /** Shape: no wider than the terminal. */
  readonly rows: readonly string[];
  /** Default: hidden. Units: rows and columns, counted from 0. */
  readonly cursor?: { readonly row: number; readonly column: number };
}

export const NO_FRAME: Frame = { rows: [] };
