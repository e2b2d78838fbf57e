import type { Keyword } from './keywords.js';
import { type PlannedCall, searchContents, searchPaths } from './step.js';

// Each search runs over the whole workspace; the best words decide anyway.
const MAX_SEARCHED_WORDS = 3;
const MAX_SEARCHED_NAMES = 2;

// Half of a longer word finds what it is derived from.
const PART_LENGTH = 5;

/** Searches for lines with two of the words, for the best words alone, and for paths with them. */
export function searchAll(words: readonly Keyword[]): readonly PlannedCall[] {
  const together = linesWithTwo(words);
  return [
    ...(together === undefined ? [] : [searchContents(together, true)]),
    ...words
      .slice(0, MAX_SEARCHED_WORDS)
      .map(({ pattern }) => searchContents(pattern, !/^[\w ]+$/.test(pattern))),
    ...words
      .slice(0, MAX_SEARCHED_NAMES)
      .map(({ word, pattern }) => searchPaths(/^\w+$/.test(pattern) ? pattern : word)),
  ];
}

/** A regular expression for the lines that have any two of the words. */
function linesWithTwo(words: readonly Keyword[]): string | undefined {
  if (words.length < 2) return undefined;
  return words
    .map(
      ({ pattern }, index) =>
        `${pattern}.*(?:${words
          .filter((_, other) => other !== index)
          .map((other) => other.pattern)
          .join('|')})`,
    )
    .join('|');
}

/** A regular expression for the beginnings of the longer words. */
export function partsOf(words: readonly Keyword[]): string | undefined {
  const parts = words
    .flatMap(({ word }) => word.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((part) => Array.from(part))
    .filter((letters) => letters.length > PART_LENGTH)
    .map((letters) => letters.slice(0, PART_LENGTH).join(''));
  return parts.length === 0 ? undefined : [...new Set(parts)].join('|');
}
