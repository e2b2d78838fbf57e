/** A text that is to be found. */
export interface Literal {
  readonly text: string;
  /** Whether it is found in this case only. */
  readonly caseSensitive: boolean;
}

/** A text to look for in bytes. */
export interface Needle {
  /** UTF-8; without its case where it may be in another. Never empty. */
  readonly bytes: Buffer;
  readonly caseSensitive: boolean;
}

// What may be written with other bytes in another case: all that is not ASCII, and `k` and `s`, which the Kelvin sign
// and the long s fold to.
const HAS_OTHER_CASES = /[^\0-\x7f]|[ks]/iu;

/** Parts of a text that are the same bytes wherever it is found, but for the case of ASCII where any will do. */
export function steadyParts({ text, caseSensitive }: Literal): readonly string[] {
  return caseSensitive ? [text] : text.split(HAS_OTHER_CASES);
}

/** What to look for to find a text; `null` when it may be anything. */
export function needleOf(literal: Literal): Needle | null {
  const { caseSensitive } = literal;
  const [longest = ''] = steadyParts(literal).toSorted((a, b) => b.length - a.length);
  if (longest === '') return null;
  return { bytes: Buffer.from(caseSensitive ? longest : longest.toLowerCase(), 'utf8'), caseSensitive };
}
