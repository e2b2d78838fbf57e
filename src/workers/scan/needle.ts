/** A text to look for in bytes. */
export interface Needle {
  /** UTF-8; without its case where it may be in another. Never empty. */
  readonly bytes: Buffer;
  readonly caseSensitive: boolean;
}

// What an expression without case may find written with other bytes: all that is not ASCII, and `k` and `s`, which
// the Kelvin sign and the long s fold to.
const HAS_OTHER_CASES = /[^\0-\x7f]|[ks]/iu;

/** Parts of a text that are the same bytes wherever it is found, but for the case of ASCII unless `caseSensitive`. */
export function steadyParts(text: string, caseSensitive: boolean): readonly string[] {
  return caseSensitive ? [text] : text.split(HAS_OTHER_CASES);
}

/** What to look for to find a text; `null` when it may be anything. */
export function needleOf(text: string, caseSensitive: boolean): Needle | null {
  const [longest = ''] = steadyParts(text, caseSensitive).toSorted((a, b) => b.length - a.length);
  if (longest === '') return null;
  return { bytes: Buffer.from(caseSensitive ? longest : longest.toLowerCase(), 'utf8'), caseSensitive };
}
