/**
 * `Segment.words` is sorted by this many bytes of each word; words with the same start are adjacent.
 * Few users type more of a word, and comparing whole words would take a first scan four times as long.
 */
export const SORTED_BYTES = 8;
