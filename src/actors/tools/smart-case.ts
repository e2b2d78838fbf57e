// `\S` or `\p{Lu}` are capitals in a regular expression's own words, and a group's name is not searched for.
const REGEX_WORDS = /\\(?:[pPu]\{[^}]*\}|k<[^>]*>|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|.)|\(\?<\w+>/giu;

/**
 * Whether a search for `query` minds upper and lower case: only when the query has a capital letter.
 * Source: ripgrep's `--smart-case`.
 */
export function isCaseSensitive(query: string, isRegex: boolean): boolean {
  return /\p{Lu}/u.test(isRegex ? query.replaceAll(REGEX_WORDS, '') : query);
}
