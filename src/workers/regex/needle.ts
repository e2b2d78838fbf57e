/** A literal text that a match must contain. */
export interface Literal {
  readonly text: string;
  /** Whether the text matches in this case only. */
  readonly caseSensitive: boolean;
}

/** Bytes to search for. */
export interface Needle {
  /** UTF-8, in lower case when the case is ignored. Never empty. */
  readonly bytes: Buffer;
  readonly caseSensitive: boolean;
}

// Characters whose other cases have different bytes: beyond ASCII, and `k` and `s` (Kelvin sign, long s).
const HAS_OTHER_CASES = /[^\0-\x7f]|[ks]/iu;

/** The parts of a text whose bytes are the same in every match, except for the case of ASCII letters. */
export function caseInvariantParts({ text, caseSensitive }: Literal): readonly string[] {
  return caseSensitive ? [text] : text.split(HAS_OTHER_CASES);
}

/** The longest bytes that every occurrence of a text contains; `null` when there are none. */
export function needleOf(literal: Literal): Needle | null {
  const { caseSensitive } = literal;
  const [longest = ''] = caseInvariantParts(literal).toSorted((a, b) => b.length - a.length);
  if (longest === '') return null;
  return { bytes: Buffer.from(caseSensitive ? longest : longest.toLowerCase(), 'utf8'), caseSensitive };
}
