/** How much has to be overlooked to find the lines of a block, from nothing on. */
export const LINE_RUNGS = ['exact', 'line ends', 'indentation', 'whitespace', 'punctuation'] as const;

export type LineRung = (typeof LINE_RUNGS)[number];

/** How a block was found. `end of file` and `anchor` are places of lines that only come. */
export type Rung = LineRung | 'part of a line' | 'anchor' | 'end of file';

/** How a block was read that is not in the file as it was written. */
export type Leniency =
  'blank lines at its ends' | 'unmarked context' | 'line numbers' | 'fences' | 'backslashes' | 'entities';
