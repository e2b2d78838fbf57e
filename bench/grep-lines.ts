import type { GrepQuery, Host } from '../src/host/api.js';

/** What is searched for. */
export interface Pattern {
  readonly pattern: string;
  readonly isRegex: boolean;
}

// Letters that no word has.
const NO_WORD = 'qzxjqvkw';
// Nobody's list is cut off.
const NO_LIMIT = 1_000_000;

const request = ({ pattern, isRegex }: Pattern): GrepQuery => ({
  pattern,
  isRegex,
  caseSensitive: true,
  contextLines: 0,
  maxMatches: NO_LIMIT,
});

/** How many lines match. */
export async function countLines({ workspace }: Host, pattern: Pattern): Promise<number> {
  let lines = 0;
  for await (const { matches } of await workspace.grep(request(pattern))) lines += matches.length;
  return lines;
}

/** How much of a tree the filter rules out for letters that are nowhere. */
export async function shareRuledOut({ workspace }: Host): Promise<number> {
  for await (const { summary } of await workspace.grep(request({ pattern: NO_WORD, isRegex: false })))
    if (summary !== undefined) return (summary.filesRuledOut ?? 0) / summary.filesSearched;
  return 0;
}
