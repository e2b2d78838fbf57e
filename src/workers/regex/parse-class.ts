import { CharSet, escapeCharacter, type SetOperator } from './char-set.js';
import { type Flags, otherCasesOf } from './flags.js';
import { type ClassItems, parseEscape, SINGLE_BYTES_PROBLEM } from './parse-escape.js';
import type { PatternReader } from './pattern-reader.js';

interface ClassContext {
  readonly reader: PatternReader;
  readonly flags: Flags;
  /** Called for each literal character. */
  readonly onCharacter: (codePoint: number) => void;
}

/** The operand of a set operator. */
interface Union {
  /** The class's items as written under flag `u`: characters, ranges, and properties with `\p`. */
  items: string;
  /** Nested classes and complements, which cannot be written as items. */
  readonly sets: CharSet[];
  /** The literal characters; `null` when there is anything else. */
  characters: number[] | null;
}

/** A class, parsed up to an operator. */
interface Operation {
  readonly left: CharSet;
  readonly operator: SetOperator;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: String.raw`\0-\x7f`,
  blank: String.raw`\t `,
  cntrl: String.raw`\0-\x1f\x7f`,
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-/:-@\\[-`{-~',
  space: String.raw`\t\n\v\f\r `,
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};
const OPERATORS = ['&&', '--', '~~'] as const;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const HYPHEN = 0x2d;
const BRACKET = 0x5d;
// The same limit as that of Rust's `regex`.
const MAX_DEPTH = 250;

/** Parses a class from its opening bracket. Source: the syntax of Rust's `regex`. Errors: `PatternSyntaxError`. */
export function parseClass(context: ClassContext, depth = 0): CharSet {
  const { flags } = context;
  const reader: PatternReader = context.reader;
  const from = reader.at;
  if (depth > MAX_DEPTH) reader.fail(`classes are inside of each other ${MAX_DEPTH} deep`, from);
  reader.take('[');
  const skip = (): void => {
    if (flags.isExtended) reader.skipIgnored();
    if (!reader.isAtEnd) return;
    reader.at = from + 1;
    reader.fail(String.raw`its class does not end; a bracket that is meant itself is written \[`, from);
  };
  skip();
  const isNegated = reader.take('^');
  if (isNegated && !flags.isUnicode) reader.fail(SINGLE_BYTES_PROBLEM, from);
  let union = emptyUnion();
  let operation: Operation | null = null;
  for (skip(); reader.take('-'); skip()) addCharacter(union, HYPHEN, context);
  if (union.items === '' && reader.take(']')) addCharacter(union, BRACKET, context);
  for (skip(); !reader.take(']'); skip()) {
    const operator = OPERATORS.find((text) => reader.take(text));
    if (operator === undefined) parseItem(context, union, skip, depth);
    else {
      operation = { left: combine(operation, union, flags), operator };
      union = emptyUnion();
    }
  }
  const { characters } = union;
  if (operation === null && !isNegated && characters !== null) {
    if (characters.every((one) => one === NEWLINE || one === CARRIAGE_RETURN)) {
      reader.fail('a search goes line by line, and no match reaches over the end of one', from);
    }
    const [only] = characters;
    if (only !== undefined && characters.length === 1) return CharSet.ofCharacter(only, otherCasesOf(flags));
  }
  const set = combine(operation, union, flags);
  return isNegated ? set.complement() : set;
}

function emptyUnion(): Union {
  return { items: '', sets: [], characters: [] };
}

function addCharacter(union: Union, codePoint: number, { onCharacter }: ClassContext): void {
  onCharacter(codePoint);
  union.items += escapeCharacter(codePoint);
  union.characters?.push(codePoint);
}

function addItems(union: Union, { items, isNegated }: ClassItems, flags: Flags): void {
  if (isNegated) union.sets.push(CharSet.ofItems(items, otherCasesOf(flags)).complement());
  else union.items += items;
  union.characters = null;
}

/** Parses one character, a range, a shorthand, or a nested class. */
function parseItem(context: ClassContext, union: Union, skip: () => void, depth: number): void {
  const { flags } = context;
  const reader: PatternReader = context.reader;
  const from = reader.at;
  if (reader.isBefore('[')) {
    const posix = parsePosix(reader, flags);
    if (posix === null) union.sets.push(parseClass(context, depth + 1));
    else addItems(union, posix, flags);
    union.characters = null;
    return;
  }
  const first = parseEnd(context);
  skip();
  const isRange = reader.isBefore('-') && !/[-\]]/u.test(afterHyphen(context));
  if (!isRange) {
    if (typeof first === 'number') addCharacter(union, first, context);
    else addItems(union, first, flags);
    return;
  }
  reader.take('-');
  skip();
  const last = parseEnd(context);
  if (typeof first !== 'number' || typeof last !== 'number') {
    reader.fail('a range goes from one character to another', from);
  }
  if (first > last) reader.fail('a range goes up, from the lower character to the higher one', from);
  context.onCharacter(first);
  context.onCharacter(last);
  addItems(union, { items: `${escapeCharacter(first)}-${escapeCharacter(last)}`, isNegated: false }, flags);
}

/** The character after the next hyphen. */
function afterHyphen({ reader, flags }: ClassContext): string {
  const { at } = reader;
  reader.at++;
  if (flags.isExtended) reader.skipIgnored();
  const char = reader.peek();
  reader.at = at;
  return char;
}

/** Parses a character, which may be an end of a range, or a shorthand. */
function parseEnd({ reader, flags }: ClassContext): number | ClassItems {
  const from = reader.at;
  if (!reader.isBefore('\\')) {
    const codePoint = reader.next();
    if (!flags.isUnicode && codePoint > 0x7f) reader.fail(SINGLE_BYTES_PROBLEM, from);
    return codePoint;
  }
  const escape = parseEscape(reader, flags);
  if (escape.kind === 'character') return escape.codePoint;
  if (escape.kind === 'class') return escape;
  return reader.fail('this is no character, and a class is made of characters', from);
}

/** Parses a class like `[:alpha:]`; `null` when there is none. */
function parsePosix(reader: PatternReader, { isUnicode }: Flags): ClassItems | null {
  const from = reader.at;
  const [, caret, name = ''] = reader.match(/\[:(\^?)(\w+):\]/y) ?? [];
  if (!Object.hasOwn(POSIX_CLASSES, name)) {
    reader.at = from;
    return null;
  }
  if (caret === '^' && !isUnicode) reader.fail(SINGLE_BYTES_PROBLEM, from);
  return { items: POSIX_CLASSES[name] ?? '', isNegated: caret === '^' };
}

function combine(operation: Operation | null, { items, sets }: Union, flags: Flags): CharSet {
  let right = CharSet.ofItems(items, otherCasesOf(flags));
  for (const set of sets) right = right.combine('||', set);
  return operation === null ? right : operation.left.combine(operation.operator, right);
}
