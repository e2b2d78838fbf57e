/** Text that ripgrep printed: as it is, or in base64 where it is no UTF-8. */
export type RipgrepText = { readonly text: string } | { readonly bytes: string };

/** A line that ripgrep printed. */
export interface RipgrepLine {
  readonly path: RipgrepText;
  readonly lines: RipgrepText;
  readonly line_number: number;
  /** The matches in it. Units: bytes. */
  readonly submatches: readonly { readonly start: number; readonly end: number }[];
}

/** A line of `rg --json`. */
export type RipgrepMessage =
  | { readonly type: 'begin'; readonly data: { readonly path: RipgrepText } }
  | { readonly type: 'match' | 'context'; readonly data: RipgrepLine }
  | {
      readonly type: 'end';
      readonly data: { readonly path: RipgrepText; readonly binary_offset: number | null };
    }
  | { readonly type: 'summary' };

export function textOf(given: RipgrepText): string {
  return 'text' in given ? given.text : Buffer.from(given.bytes, 'base64').toString('utf8');
}
