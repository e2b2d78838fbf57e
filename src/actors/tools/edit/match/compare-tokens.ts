import { diffArrays } from 'diff';
import { alignFolded, type Cuts } from './align-folded.js';

// Lines that differ more are written anew: comparing them takes milliseconds, and hardly anything of them agrees.
export const MAX_EDIT_LENGTH = 150;

/** A word with its quotation marks, a sign, white space, or the end of a line with the white space before it. */
export interface Token {
  readonly text: string;
  readonly line: number;
  readonly isBreak: boolean;
  /** The same in the file. */
  readonly there: string;
  /** The offset of the token in its line, and how the line is aligned with that of the file. */
  readonly at: number;
  readonly cuts: Cuts;
}

const QUOTES = '\'"`‘’‚‛´′“”„‟«»″';
const TOKEN = new RegExp(
  `\\s+|[${QUOTES}]*[\\p{L}\\p{N}\\p{M}_$]+(?:[${QUOTES}][\\p{L}\\p{N}\\p{M}_$]+)*[${QUOTES}]*|\\.+|[^]`,
  'gu',
);
const NO_CUTS: Cuts = new Map();

/** The tokens of a line. `matched`: of a line of a block, with the line of the file that it matches. */
export function listTokens(line: string, index: number, matched?: string): Token[] {
  const there = matched ?? line;
  const cuts = matched === undefined ? NO_CUTS : alignFolded(line, there);
  const tokens: Token[] = [];
  const text = line.trimEnd();
  let at = 0;
  for (const { 0: word, index: start } of text.matchAll(TOKEN)) {
    const end = start + word.length;
    // What the file has instead of a part of a token belongs to no token alone.
    if (matched !== undefined && !cuts.has(end) && end < text.length) continue;
    const own = there.slice(cuts.get(at), cuts.get(end));
    tokens.push({ text: text.slice(at, end), line: index, isBreak: false, there: own, at, cuts });
    at = end;
  }
  const rest = line.slice(text.length);
  const restThere = there.slice(there.trimEnd().length);
  return [...tokens, { text: `${rest}\n`, line: index, isBreak: true, there: restThere, at, cuts }];
}

/** A part of a new line; `kept` when the file has it, in the same or in other characters. */
export interface LinePiece {
  readonly line: number;
  readonly text: string;
  readonly isBreak: boolean;
  readonly kept?: { readonly line: number; readonly there: string } | undefined;
}

/**
 * Compares the tokens of two lines, or takes what both lines begin and end with where that keeps more: equal tokens may
 * be paired in several ways.
 */
export function compareLineTokens(before: readonly Token[], after: readonly Token[]): LinePiece[] {
  const pieces = compareTokens(before, after);
  const ends = keepEnds(before, after, pieces.at(-1));
  return countKept(ends) > countKept(pieces) ? ends : pieces;
}

function countKept(pieces: readonly LinePiece[]): number {
  return pieces.reduce(
    (sum, { text, kept }) => sum + (kept === undefined ? 0 : text.replace(/\s/g, '').length),
    0,
  );
}

function keepEnds(
  before: readonly Token[],
  after: readonly Token[],
  end: LinePiece | undefined,
): LinePiece[] {
  const whole = (tokens: readonly Token[]): Token | undefined => {
    const [first, ...others] = tokens.filter(({ isBreak }) => !isBreak);
    if (first === undefined) return undefined;
    const all = [first, ...others];
    return {
      ...first,
      text: all.map(({ text }) => text).join(''),
      there: all.map(({ there }) => there).join(''),
    };
  };
  const [old, token] = [whole(before), whole(after)];
  if (old === undefined || token === undefined) return [];
  return [...replaceTokens([old], [token], 'prefix'), ...(end === undefined ? [] : [end])];
}

/** The new tokens, with what old ones the file has for them. */
export function compareTokens(before: readonly Token[], after: readonly Token[]): LinePiece[] {
  const changes = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: MAX_EDIT_LENGTH });
  if (changes === undefined) return after.map(toPiece);
  const pieces: LinePiece[] = [];
  let [from, to] = [0, 0];
  let [goes, comes] = [0, 0];
  const flush = (): void => {
    pieces.push(...replaceTokens(before.slice(from, from + goes), after.slice(to, to + comes)));
    [from, to, goes, comes] = [from + goes, to + comes, 0, 0];
  };
  for (const { added, removed, count } of changes) {
    if (removed) goes += count;
    else if (added) comes += count;
    else {
      flush();
      for (let each = 0; each < count; each++) pieces.push(keepToken(before[from++], after[to++]));
    }
  }
  flush();
  return pieces;
}

/** Equal for tokens that may be the same one: the indentation of a line is no white space within another one. */
function keyOf(token: Token): string {
  return isIndent(token) ? `${token.text}^` : token.text;
}

function isIndent({ text, at, isBreak }: Token): boolean {
  return at === 0 && !isBreak && text.trim() === '';
}

function toPiece({ line, text, isBreak }: Token): LinePiece {
  return { line, text, isBreak };
}

function keepToken(old: Token | undefined, token: Token | undefined): LinePiece {
  if (old === undefined || token === undefined) throw new Error('A diff is longer than what it compares.');
  return { ...toPiece(token), kept: { line: old.line, there: old.there } };
}

/** New tokens for old ones. The first and the last of them may begin and end with the same characters. */
function replaceTokens(
  goes: readonly Token[],
  comes: readonly Token[],
  first: 'prefix' | 'suffix' = 'suffix',
): LinePiece[] {
  const last = comes.length - 1;
  const none = { old: 0, token: 0 };
  // One token must not be used for both.
  const usedBy = (part: CommonPart | undefined): typeof none => ({
    old: goes.length === 1 ? (part?.length ?? 0) : 0,
    token: comes.length === 1 ? (part?.length ?? 0) : 0,
  });
  const findPrefix = (used: typeof none) => findCommonPart('prefix', goes[0], comes[0], used);
  const findSuffix = (used: typeof none) => findCommonPart('suffix', goes.at(-1), comes.at(-1), used);
  const early = first === 'prefix' ? findPrefix(none) : findSuffix(none);
  const late = first === 'prefix' ? findSuffix(usedBy(early)) : findPrefix(usedBy(early));
  const [prefix, suffix] = first === 'prefix' ? [early, late] : [late, early];
  return comes.flatMap((token, index) => {
    const piece = toPiece(token);
    const start = index === 0 ? (prefix?.length ?? 0) : 0;
    const end = token.text.length - (index === last ? (suffix?.length ?? 0) : 0);
    return [
      ...(index === 0 && prefix !== undefined
        ? [{ ...piece, text: token.text.slice(0, start), kept: prefix }]
        : []),
      { ...piece, text: token.text.slice(start, end) },
      ...(index === last && suffix !== undefined
        ? [{ ...piece, text: token.text.slice(end), kept: suffix }]
        : []),
    ];
  });
}

interface CommonPart {
  readonly length: number;
  readonly line: number;
  /** The same in the file. */
  readonly there: string;
}

/** The characters with which two tokens begin or end, and what the file has for them; `undefined` for none. */
function findCommonPart(
  side: 'prefix' | 'suffix',
  old: Token | undefined,
  token: Token | undefined,
  used: { readonly old: number; readonly token: number },
): CommonPart | undefined {
  if (old === undefined || token === undefined || old.isBreak || token.isBreak) return undefined;
  if (isIndent(old) !== isIndent(token)) return undefined;
  const isPrefix = side === 'prefix';
  const charAt = (text: string, at: number): string => text.charAt(isPrefix ? at : text.length - 1 - at);
  const cutAt = (length: number): number | undefined =>
    old.cuts.get(old.at + (isPrefix ? length : old.text.length - length));
  const most = Math.min(old.text.length - used.old, token.text.length - used.token);
  let length = 0;
  while (length < most && charAt(old.text, length) === charAt(token.text, length)) length++;
  while (length > 0 && cutAt(length) === undefined) length--;
  if (length === 0) return undefined;
  const cut = (cutAt(length) ?? 0) - (old.cuts.get(old.at) ?? 0);
  return { length, line: old.line, there: isPrefix ? old.there.slice(0, cut) : old.there.slice(cut) };
}

/** The number of letters and digits. */
export function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
