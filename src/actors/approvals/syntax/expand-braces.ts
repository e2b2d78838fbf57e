import type { Piece } from './pieces.js';

// Bash makes all words at once: `{1..1000000000}` takes the memory of the machine.
const MAX_WORDS = 1_000;

const RANGE = /^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z]))$/;

/** A character of a word. */
type Char = Piece;

/**
 * Expands the braces of a word as bash does, for alternatives (`{a,b}`) and ranges (`{1..3}`) that are neither nested
 * nor have a step. Returns `undefined` for all others, and when there would be more than 1,000 words.
 */
export function expandBraces(pieces: readonly Piece[]): readonly (readonly Piece[])[] | undefined {
  const chars = pieces.flatMap(({ text, isQuoted }): Char[] =>
    isQuoted && text === '' ? [{ text, isQuoted }] : Array.from(text, (char) => ({ text: char, isQuoted })),
  );
  let words: readonly (readonly Char[])[] = [[]];
  let at = 0;
  while (at < chars.length) {
    const char = chars[at];
    if (char === undefined) break;
    let alternatives: readonly (readonly Char[])[] = [[char]];
    at += 1;
    if (!char.isQuoted && char.text === '}') return undefined;
    if (!char.isQuoted && char.text === '{') {
      const end = chars.findIndex((other, index) => index >= at && !other.isQuoted && other.text === '}');
      const found = end < 0 ? undefined : readAlternatives(chars.slice(at, end));
      if (found === undefined) return undefined;
      alternatives = found;
      at = end + 1;
    }
    if (words.length * alternatives.length > MAX_WORDS) return undefined;
    words = words.flatMap((word) => alternatives.map((alternative) => [...word, ...alternative]));
  }
  return words;
}

function readAlternatives(inner: readonly Char[]): readonly (readonly Char[])[] | undefined {
  if (inner.some(({ text, isQuoted }) => !isQuoted && text === '{')) return undefined;
  const alternatives: Char[][] = [[]];
  for (const char of inner)
    if (!char.isQuoted && char.text === ',') alternatives.push([]);
    else alternatives.at(-1)?.push(char);
  if (alternatives.length > 1) return alternatives;
  return inner.some(({ isQuoted }) => isQuoted)
    ? undefined
    : readRange(inner.map(({ text }) => text).join(''));
}

function readRange(text: string): readonly (readonly Char[])[] | undefined {
  const found = RANGE.exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined);
  const [first = '', last = ''] = found ?? [];
  // Zeros in front make bash pad the numbers.
  if (found === undefined || /^-?0\d/.test(first) || /^-?0\d/.test(last)) return undefined;
  const isNumber = /\d/.test(first);
  const [from, to] = isNumber ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)];
  if (Math.abs(to - from) >= MAX_WORDS) return undefined;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => {
    const value = from + (to < from ? -index : index);
    return [{ text: isNumber ? String(value) : String.fromCharCode(value), isQuoted: false }];
  });
}
