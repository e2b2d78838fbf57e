import { compileMatcher } from '../../../src/workers/grep/line-matcher.js';

/** What each line of `text` has from its first match on: enough to see where that starts. */
export function findIn(
  text: string,
  pattern: string,
  caseSensitive: boolean | 'smart' = true,
  isRegex = true,
): string[] {
  const bytes = Buffer.from(text);
  return Array.from(
    compileMatcher({ pattern, isRegex, caseSensitive }).matches(bytes, 0, bytes.length),
    (at) => bytes.toString('utf8', at).split(/\r?\n/, 1)[0] ?? '',
  );
}
