/**
 * So many bytes of a word its place in `Segment.words` is decided by; those that are alike so far stand side by side.
 * Few people type more of a word, and to compare all of it takes a first scan four times as long.
 */
export const SORTED_BYTES = 8;
