import { STOP_WORDS } from './stop-words.js';
import { escapeRegex, identifierPattern, stemPattern } from './word-pattern.js';

/** A word to look for. */
export interface Keyword {
  /** As the person wrote it. */
  readonly word: string;
  /** Matches its forms. Shape: the source of a case-insensitive regular expression. */
  readonly pattern: string;
  /** How specific it is: a name from the code is more specific than a word of plain English. */
  readonly weight: number;
}

// A quoted word is meant literally.
const QUOTED_WEIGHT = 5;
const PATH_WEIGHT = 5;
const IDENTIFIER_WEIGHT = 4;
// A capital in mid-sentence marks a name.
const NAME_WEIGHT = 2;
const WORD_WEIGHT = 1.5;
// Short words occur inside many other words.
const SHORT_WORD_WEIGHT = 1;

// More words than that make a question vaguer, not clearer.
const MAX_KEYWORDS = 6;

// Text beyond this was pasted. Units: UTF-16 units.
const MAX_QUESTION_CHARS = 1_000;

/** The most specific words of a question, best first; of equals the earlier. */
export function pickKeywords(question: string): readonly Keyword[] {
  const found = new Map<string, Keyword>();
  const add = (word: string, pattern: string, weight: number): void => {
    if (pattern !== '' && !found.has(pattern)) found.set(pattern, { word, pattern, weight });
  };
  const prose = question
    .slice(0, MAX_QUESTION_CHARS)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/`[^`\n]+`|"[^"\n]+"|“[^”\n]+”|(?<!\w)'[^'\n]+'(?!\w)/g, (quoted) => {
      const words = quoted.slice(1, -1).trim();
      if (words.length > 1) add(words, escapeRegex(words.replace(/\(\)$/, '').toLowerCase()), QUOTED_WEIGHT);
      return ' ';
    })
    .replaceAll(/[\w.@~-]*\/[\w./@-]*\w|\b[\w-]+\.[a-z]\w{0,4}\b/gi, (path) => {
      add(path, escapeRegex(path.toLowerCase()), PATH_WEIGHT);
      return ' ';
    });
  let isSentenceStart = true;
  for (const [token] of prose.matchAll(/[\p{L}\p{N}_$][\p{L}\p{N}_$'-]*(?:\(\))?|[.!?\n]/gu)) {
    if (/^[.!?\n]$/.test(token)) {
      isSentenceStart = true;
      continue;
    }
    const word = token.replace(/\(\)$|'s$/, '');
    if (isIdentifier(word) || token.endsWith('()')) add(word, identifierPattern(word), IDENTIFIER_WEIGHT);
    else if (!STOP_WORDS.has(word.toLowerCase()) && word.length > 1)
      add(word, stemPattern(word.toLowerCase()), weighWord(word, isSentenceStart));
    isSentenceStart = false;
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_KEYWORDS);
}

/** A test for any line that has the keyword in it, in one of its forms. */
export function compileKeyword({ pattern }: Keyword): RegExp {
  return new RegExp(pattern, 'iu');
}

function isIdentifier(word: string): boolean {
  return /[\p{Ll}\p{N}]\p{Lu}|\p{Lu}{2}\p{Ll}|_|\$|\p{L}-\p{L}/u.test(word);
}

function weighWord(word: string, isSentenceStart: boolean): number {
  if (!isSentenceStart && /^\p{Lu}/u.test(word)) return NAME_WEIGHT;
  return word.length <= 3 ? SHORT_WORD_WEIGHT : WORD_WEIGHT;
}
