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

/** The bytes that ripgrep read. */
export function bytesOf(given: RipgrepText): Buffer {
  return 'text' in given ? Buffer.from(given.text, 'utf8') : Buffer.from(given.bytes, 'base64');
}
