import { escapeCharacter } from './char-set.js';
import type { Flags } from './flags.js';
import { parseEscape, SINGLE_BYTES } from './parse-escape.js';
import type { PatternReader } from './pattern-reader.js';

/** A class in brackets: one character, which it may be written for, or an atom of flag `v`. */
export type BracketClass =
  | { readonly kind: 'character'; readonly codePoint: number }
  | { readonly kind: 'class'; readonly source: string };

export interface ClassContext {
  readonly reader: PatternReader;
  readonly flags: Flags;
  /** Called for each character that is named. */
  readonly onCharacter: (codePoint: number) => void;
}

/** What stands between two operators. */
interface Union {
  readonly items: string[];
  /** The characters among them, as long as there is nothing else. */
  characters: number[] | null;
}

// What an intersection is of, and so on: the class so far, and the operator behind it.
interface Operation {
  readonly left: string;
  readonly operator: string;
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: '[0-9A-Za-z]',
  alpha: '[A-Za-z]',
  ascii: String.raw`[\0-\x7f]`,
  blank: String.raw`[\t ]`,
  cntrl: String.raw`[\0-\x1f\x7f]`,
  digit: '[0-9]',
  graph: '[!-~]',
  lower: '[a-z]',
  print: '[ -~]',
  punct: String.raw`[!-\/:-@\[-\`\{-~]`,
  space: String.raw`[\t\n\v\f\r ]`,
  upper: '[A-Z]',
  word: '[0-9A-Za-z_]',
  xdigit: '[0-9A-Fa-f]',
};
const OPERATORS = ['&&', '--', '~~'];
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
// As deep as anybody writes them; each symmetric difference takes twice the text of what is in it.
const MAX_DEPTH = 12;

/** Reads a class from its opening bracket on. Source: the syntax of Rust's `regex`. Errors: `PatternSyntaxError`. */
export function parseClass(context: ClassContext, depth = 0): BracketClass {
  const { reader, flags } = context;
  const from = reader.at;
  if (depth > MAX_DEPTH) reader.fail('too many classes inside of each other', from);
  reader.take('[');
  const skip = (): void => {
    if (flags.isExtended) reader.skipIgnored();
    if (reader.isAtEnd) {
      reader.at = from + 1;
      reader.fail(String.raw`its class does not end; a bracket that is meant itself is written \[`, from);
    }
  };
  skip();
  const isNegated = reader.take('^');
  if (isNegated && !flags.isUnicode) reader.fail(SINGLE_BYTES, from);
  let union = emptyUnion();
  let operation: Operation | null = null;
  const add = (codePoint: number): void => {
    context.onCharacter(codePoint);
    union.items.push(escapeCharacter(codePoint));
    union.characters?.push(codePoint);
  };
  for (skip(); reader.take('-'); skip()) add(0x2d);
  if (union.items.length === 0 && reader.take(']')) add(0x5d);
  for (skip(); !reader.take(']'); skip()) {
    const operator = OPERATORS.find((text) => reader.take(text));
    if (operator !== undefined) {
      operation = { left: combine(operation, union, flags), operator };
      union = emptyUnion();
      continue;
    }
    const nested = reader.isBefore('[') ? (parsePosix(reader, flags) ?? parseNested(context, depth)) : null;
    if (nested !== null) {
      union.items.push(nested);
      union.characters = null;
      continue;
    }
    parseRange(context, skip, union, add);
  }
  const { characters } = union;
  if (operation === null && !isNegated && characters !== null) {
    const [only] = characters;
    if (characters.length === 1 && only !== undefined) return { kind: 'character', codePoint: only };
    if (characters.every((one) => one === NEWLINE || one === CARRIAGE_RETURN)) {
      reader.fail('a search goes line by line, and no match reaches over the end of one', from);
    }
  }
  const source = combine(operation, union, flags);
  return { kind: 'class', source: isNegated ? `[^${source}]` : source };
}

function emptyUnion(): Union {
  return { items: [], characters: [] };
}

/** One character, a shorthand, or a range. */
function parseRange(
  context: ClassContext,
  skip: () => void,
  union: Union,
  add: (codePoint: number) => void,
): void {
  const reader: PatternReader = context.reader;
  const from = reader.at;
  const first = parseItem(context);
  skip();
  const isRange = reader.isBefore('-') && !/[-\]]/u.test(afterHyphen(context));
  if (!isRange) {
    if (typeof first === 'number') add(first);
    else {
      union.items.push(first);
      union.characters = null;
    }
    return;
  }
  reader.take('-');
  skip();
  const last = parseItem(context);
  if (typeof first !== 'number' || typeof last !== 'number') {
    reader.fail('a range goes from one character to another', from);
  }
  if (first > last) reader.fail('a range goes up, from the lower character to the higher one', from);
  context.onCharacter(first);
  context.onCharacter(last);
  union.items.push(`${escapeCharacter(first)}-${escapeCharacter(last)}`);
  union.characters = null;
}

/** What follows the hyphen that comes next. */
function afterHyphen({ reader, flags }: ClassContext): string {
  const { at } = reader;
  reader.at++;
  if (flags.isExtended) reader.skipIgnored();
  const char = reader.peek();
  reader.at = at;
  return char;
}

/** A character, or the source of a class. */
function parseItem({ reader, flags }: ClassContext): number | string {
  const from = reader.at;
  if (!reader.isBefore('\\')) {
    const codePoint = reader.next();
    if (!flags.isUnicode && codePoint > 0x7f) reader.fail(SINGLE_BYTES, from);
    return codePoint;
  }
  const escape = parseEscape(reader, flags);
  if (escape.kind === 'character') return escape.codePoint;
  if (escape.kind === 'class') return escape.source;
  return reader.fail('this is no character, and a class is made of characters', from);
}

function parseNested(context: ClassContext, depth: number): string {
  const nested = parseClass(context, depth + 1);
  return nested.kind === 'class' ? nested.source : `[${escapeCharacter(nested.codePoint)}]`;
}

/** The source of a class like `[:alpha:]`; `null` when there is none. */
function parsePosix(reader: PatternReader, { isUnicode }: Flags): string | null {
  const from = reader.at;
  const [, caret, name = ''] = reader.match(/\[:(\^?)(\w+):\]/y) ?? [];
  if (!Object.hasOwn(POSIX_CLASSES, name)) {
    reader.at = from;
    return null;
  }
  if (caret === '') return POSIX_CLASSES[name] ?? null;
  return isUnicode ? `[^${POSIX_CLASSES[name] ?? ''}]` : reader.fail(SINGLE_BYTES, from);
}

function combine(operation: Operation | null, { items }: Union, flags: Flags): string {
  const right = withOtherCases(`[${items.join('')}]`, flags);
  if (operation === null) return right;
  const { left, operator } = operation;
  return operator === '~~' ? `[[${left}--${right}][${right}--${left}]]` : `[${left}${operator}${right}]`;
}

/** A class of ASCII alone has the cases of ASCII alone. */
function withOtherCases(source: string, { isUnicode, ignoreCase }: Flags): string {
  if (isUnicode || !ignoreCase) return source;
  const members = new RegExp(source, 'v');
  const isMember = (char: string): boolean => members.test(char);
  const chars = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)).filter(
    (char) => isMember(char) || isMember(char.toLowerCase()) || isMember(char.toUpperCase()),
  );
  return `[${chars.map((char) => escapeCharacter(char.charCodeAt(0))).join('')}]`;
}
