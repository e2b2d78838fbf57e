// A longer stem matches inside longer names, as `index` in `reindex`; a shorter one only at the beginning of a word.
const SHORT_STEM = 4;

/** Escapes every character with a meaning in regular expressions. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/**
 * Matches a name in any spelling: `worker-life`, `workerLife` and `worker_life` are the same name. Shape: the source of
 * a case-insensitive regular expression.
 */
export function identifierPattern(word: string): string {
  const parts = word
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '-')
    .split(/[-_$]+/)
    .filter((part) => part !== '');
  return parts.map((part) => escapeRegex(part.toLowerCase())).join('[-_ ]?');
}

/**
 * Matches a word in all its forms: `crashes` and `crashed` share `crash`.
 * Shape: the source of a regular expression; lower case if the word is.
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
