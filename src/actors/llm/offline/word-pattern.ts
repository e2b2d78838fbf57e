// A longer stem is found inside of longer names, as `index` is in `reindex`; a shorter one only where a word begins.
const SHORT_STEM = 4;

/** The text with everything that has a meaning in a regular expression taken by the letter. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/**
 * What finds a name however it is written: `worker-life`, `workerLife` and `worker_life` are the same name in different
 * places. Shape: the source of a regular expression without capitals.
 */
export function identifierPattern(word: string): string {
  const parts = word
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '-')
    .split(/[-_$]+/)
    .filter((part) => part !== '');
  return parts.map((part) => escapeRegex(part.toLowerCase())).join('[-_ ]?');
}

/**
 * What finds a word in all its forms: `crashes` and `crashed` have `crash` in common.
 * Shape: the source of a regular expression; no capitals where the word has none.
 */
export function stemPattern(word: string): string {
  if (/^.{2,}ies$/.test(word)) return `${bound(word.slice(0, -3))}(?:y|ie)`;
  if (/^.{3,}y$/.test(word)) return `${bound(word.slice(0, -1))}(?:y|ie)`;
  const stem = word
    .replace(/(?<=.{4})(?:ing|ed|es|s|ion|ions|ation|ations|ment|ments|ly)$/, '')
    .replace(/(?<=.{3})([bdglmnprt])\1$/, '$1')
    .replace(/(?<=.{4})e$/, '');
  return bound(stem);
}

function bound(stem: string): string {
  const pattern = escapeRegex(stem);
  return stem.length <= SHORT_STEM ? String.raw`\b${pattern}` : pattern;
}
