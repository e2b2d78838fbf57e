import { countFoundLines, readFoundLines } from './evidence.js';
import { compileKeyword, type Keyword } from './keywords.js';
import type { Finding } from './turn.js';

/** A keyword, what finds it, and how much it tells in this workspace: a word that is everywhere tells little. */
export interface WeighedKeyword {
  readonly word: string;
  readonly test: RegExp;
  readonly weight: number;
}

// Between words that are found a few times each, rarity says nothing.
const RARITY_BIAS = 10;

/** The keywords with the weight that their rarity gives them. */
export function weighKeywords(
  keywords: readonly Keyword[],
  searches: readonly Finding[],
): readonly WeighedKeyword[] {
  const lines = searches.flatMap(readFoundLines);
  return keywords.map((keyword) => {
    const test = compileKeyword(keyword);
    const own = searches.find(({ args }) => args.query === keyword.pattern);
    const hits =
      own === undefined ? lines.filter(({ text }) => test.test(text)).length : countFoundLines(own);
    return { word: keyword.word, test, weight: keyword.weight / Math.sqrt(RARITY_BIAS + hits) };
  });
}

/** How much of what is asked a text has in it: the weights of its keywords, each counted once. */
export function weighText(text: string, keywords: readonly WeighedKeyword[]): number {
  return keywords.reduce((sum, { test, weight }) => sum + (test.test(text) ? weight : 0), 0);
}
