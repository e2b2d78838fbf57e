/** Text printed by ripgrep: as a string, or in base64 when it is not UTF-8. */
export type RipgrepText = { readonly text: string } | { readonly bytes: string };

export interface RipgrepLine {
  readonly path: RipgrepText;
  readonly lines: RipgrepText;
  readonly line_number: number;
  /** The matches in the line. Units: bytes. */
  readonly submatches: readonly { readonly start: number; readonly end: number }[];
}

/** A message of `rg --json`. */
export type RipgrepMessage =
  | { readonly type: 'begin'; readonly data: { readonly path: RipgrepText } }
  | { readonly type: 'match' | 'context'; readonly data: RipgrepLine }
  | {
      readonly type: 'end';
      readonly data: { readonly path: RipgrepText; readonly binary_offset: number | null };
    }
  | { readonly type: 'summary' };

/** The bytes that ripgrep read from the file. */
export function bytesOf(given: RipgrepText): Buffer {
  return 'text' in given ? Buffer.from(given.text, 'utf8') : Buffer.from(given.bytes, 'base64');
}
