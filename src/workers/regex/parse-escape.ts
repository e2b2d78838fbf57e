import { WORD_ITEMS } from './char-set.js';
import type { Flags } from './flags.js';
import type { PatternReader } from './pattern-reader.js';
import type { Assertion } from './syntax-tree.js';
import { unicodeProperty } from './unicode-property.js';

/** Items of a class (characters, ranges, and properties with `\p`), or their complement. */
export interface ClassItems {
  readonly items: string;
  readonly isNegated: boolean;
}

/** The meaning of a backslash and the characters after it. */
export type Escape =
  | { readonly kind: 'character'; readonly codePoint: number }
  | ({ readonly kind: 'class' } & ClassItems)
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  /** Shape: the number or the name of a group. */
  | { readonly kind: 'backreference'; readonly group: string };

const CONTROLS: Readonly<Record<string, number>> = { a: 0x07, f: 0x0c, n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b };
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const UNICODE_CLASSES: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  s: String.raw`\p{White_Space}`,
  w: WORD_ITEMS,
};
const ASCII_CLASSES: Readonly<Record<string, string>> = {
  d: '0-9',
  s: String.raw`\t\n\v\f\r `,
  w: '0-9A-Za-z_',
};

const WORD_ASSERTIONS = {
  start: 'word start',
  end: 'word end',
  'start-half': 'word start half',
  'end-half': 'word end half',
} as const;

// Escapes of other dialects, and what to write instead.
const ADVICE: Readonly<Record<string, string>> = {
  Z: String.raw`the end of a line is $ or \z`,
  G: 'a search has no place to go on from',
  K: String.raw`use a look-behind, as in (?<=foo)bar`,
  R: 'a search goes line by line, and no match reaches over the end of one',
  X: String.raw`. is one character`,
  N: String.raw`. is any character of a line`,
  h: String.raw`blanks are [ \t]`,
  H: String.raw`all but blanks is [^ \t]`,
  Q: 'put a backslash before each special character',
  E: 'put a backslash before each special character',
  c: String.raw`write the character's number, as in \x01`,
  '0': String.raw`write \x00`,
};

/** Why a set of bytes that are no characters cannot be searched for. */
export const SINGLE_BYTES_PROBLEM =
  'without Unicode this stands for single bytes, and a search finds characters';

/** Parses an escape. Errors: `PatternSyntaxError` when it is unknown. */
export function parseEscape(reader: PatternReader, flags: Flags): Escape {
  const from = reader.at;
  reader.take('\\');
  if (reader.isAtEnd) reader.fail('a backslash escapes the character behind it, and there is none', from);
  const char = String.fromCodePoint(reader.next());
  const codePoint = CONTROLS[char];
  if (codePoint !== undefined) return { kind: 'character', codePoint };
  if (Object.hasOwn(HEX_DIGITS, char)) return parseNumber(reader, char, flags, from);
  if (/[dDsSwW]/u.test(char)) return { kind: 'class', ...shorthand(reader, char, flags, from) };
  if (/[pP]/u.test(char))
    return { kind: 'class', items: parseProperty(reader, flags, from), isNegated: char === 'P' };
  if (/[bBAz<>]/u.test(char))
    return { kind: 'assertion', assertion: parseAssertion(reader, char, flags, from) };
  if (/[1-9]/u.test(char)) {
    return { kind: 'backreference', group: char + (reader.match(/\d*/y)?.[0] ?? '') };
  }
  if (char === 'k') {
    const name = reader
      .match(/<(\w+)>|\{(\w+)\}|'(\w+)'/uy)
      ?.slice(1)
      .find((name) => name !== undefined);
    return { kind: 'backreference', group: name ?? reader.fail(String.raw`write \k<name>`, from) };
  }
  if (/[0-9A-Za-z\x80-\u{10FFFF}]/u.test(char)) {
    const advice = ADVICE[char];
    reader.fail(`there is no such escape${advice === undefined ? '' : `; ${advice}`}`, from);
  }
  return { kind: 'character', codePoint: char.codePointAt(0) ?? 0 };
}

function parseNumber(reader: PatternReader, letter: string, flags: Flags, from: number): Escape {
  const count = HEX_DIGITS[letter] ?? 0;
  const inBraces = reader.match(/\{([0-9A-Fa-f]+)\}/y)?.[1];
  const digits = inBraces ?? reader.match(new RegExp(`[0-9A-Fa-f]{${count}}`, 'y'))?.[0];
  if (digits === undefined) {
    reader.fail(`\\${letter} takes ${count} hexadecimal digits, or any number of them in braces`, from);
  }
  const codePoint = Number.parseInt(digits, 16);
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) {
    reader.fail('no character has this number', from);
  }
  if (!flags.isUnicode && letter === 'x' && inBraces === undefined && codePoint > 0x7f) {
    reader.fail(SINGLE_BYTES_PROBLEM, from);
  }
  return { kind: 'character', codePoint };
}

function shorthand(reader: PatternReader, letter: string, { isUnicode }: Flags, from: number): ClassItems {
  const name = letter.toLowerCase();
  const isNegated = letter !== name;
  if (!isUnicode && isNegated) reader.fail(SINGLE_BYTES_PROBLEM, from);
  return { items: (isUnicode ? UNICODE_CLASSES : ASCII_CLASSES)[name] ?? '', isNegated };
}

function parseProperty(reader: PatternReader, flags: Flags, from: number): string {
  const match = reader.match(/\{([^{}]*)\}|([A-Za-z])/uy);
  if (match === null) reader.fail(String.raw`a property is written \p{Greek}, or \pL with one letter`, from);
  if (!flags.isUnicode) reader.fail('Unicode is switched off here', from);
  return (
    unicodeProperty(match[1] ?? match[2] ?? '') ?? reader.fail('there is no such Unicode property', from)
  );
}

function parseAssertion(reader: PatternReader, char: string, { isUnicode }: Flags, from: number): Assertion {
  const isAscii = !isUnicode;
  switch (char) {
    case 'A':
      return { kind: 'text start' };
    case 'z':
      return { kind: 'text end' };
    case 'B':
      if (isAscii)
        reader.fail('without Unicode this is a place between bytes, and a search finds characters', from);
      return { kind: 'no word boundary', isAscii };
    case '<':
      return { kind: 'word start', isAscii };
    case '>':
      return { kind: 'word end', isAscii };
    default: {
      const name = reader.match(/\{([A-Za-z-]+)\}/y)?.[1];
      if (name === undefined) return { kind: 'word boundary', isAscii };
      if (Object.hasOwn(WORD_ASSERTIONS, name)) {
        return { kind: WORD_ASSERTIONS[name as keyof typeof WORD_ASSERTIONS], isAscii };
      }
      return reader.fail(String.raw`\b takes {start}, {end}, {start-half} or {end-half}`, from);
    }
  }
}
