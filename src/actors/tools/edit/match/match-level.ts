/** How leniently the lines of a block are compared with those of a file, the strictest level first. */
export const LINE_MATCH_LEVELS = ['exact', 'line ends', 'indentation', 'whitespace', 'punctuation'] as const;

export type LineMatchLevel = (typeof LINE_MATCH_LEVELS)[number];

/** How a block was found. `end of file` and `anchor` are places of blocks that only insert lines. */
export type MatchLevel = LineMatchLevel | 'part of a line' | 'anchor' | 'end of file';

/** How a block deviates from what was asked for, and was read nevertheless. */
export type Leniency =
  | 'blank lines at its ends'
  | 'unmarked context'
  | 'line numbers'
  | 'fences'
  | 'backslashes'
  | 'entities';
