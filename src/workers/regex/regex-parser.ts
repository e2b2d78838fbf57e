import { CharSet } from './char-set.js';
import { type Flags, otherCasesOf } from './flags.js';
import { parseClass } from './parse-class.js';
import { type ClassItems, parseEscape, SINGLE_BYTES_PROBLEM } from './parse-escape.js';
import { PatternReader } from './pattern-reader.js';
import { canBeEmpty, EMPTY_SEQUENCE, type Node, type Syntax } from './syntax-tree.js';

// The same limit as that of Rust's `regex`.
const MAX_DEPTH = 250;
const COUNT = /\{\s*(\d+)\s*(?:(,)\s*(\d*)\s*)?\}/y;
const COUNT_FROM_NOTHING = /\{\s*,\s*\d+\s*\}/y;
const GROUP_NAME = /\(\?P?<([\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*)>/uy;
const INLINE_FLAGS = /\(\?([imsxUuR]*)(?:-([imsxUu]+))?([:)])/y;
const CAPITAL = /\p{Uppercase}/u;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

// Group openings of other dialects, and what to write instead.
const FOREIGN_GROUPS: readonly (readonly [open: string, advice: string])[] = [
  ['(?>', 'there are no atomic groups; write (?:'],
  ['(?#', 'there are no comments in groups; switch on (?x) and use #'],
  ['(?|', 'there are no branch resets; write (?:'],
  ['(?(', 'there are no conditions'],
];

const LOOK_AROUND = [
  ['(?=', { isAhead: true, isNegative: false }],
  ['(?!', { isAhead: true, isNegative: true }],
  ['(?<=', { isAhead: false, isNegative: false }],
  ['(?<!', { isAhead: false, isNegative: true }],
] as const;

/** Parses one regular expression. */
export class RegexParser {
  readonly #reader: PatternReader;
  /** The capturing groups, by name and by number. */
  readonly #numbers = new Map<string, number>();
  readonly #references: { readonly group: string; readonly from: number }[] = [];
  #flags: Flags;
  #groups = 0;
  #depth = 0;
  #hasLookAround = false;
  /** Whether ripgrep would reject the expression, or match something else. */
  #isForeign = false;
  #hasCharacters = false;
  #hasCapitals = false;

  constructor(pattern: string, ignoreCase: boolean) {
    this.#reader = new PatternReader(pattern);
    this.#flags = { ignoreCase, isMultiLine: true, isExtended: false, isUnicode: true };
  }

  /** Whether there are literal characters, and none of them is a capital letter. Source: ripgrep's `--smart-case`. */
  get isWithoutCapitals(): boolean {
    return this.#hasCharacters && !this.#hasCapitals;
  }

  /** Parses the whole expression. Errors: `PatternSyntaxError`. */
  parse(): Syntax {
    const reader = this.#reader;
    const root = this.#parseAlternatives();
    if (!reader.isAtEnd) {
      reader.fail(String.raw`no group is open here; a bracket that is meant itself is written \)`, reader.at);
    }
    for (let number = 1; number <= this.#groups; number++) this.#numbers.set(String(number), number);
    const stray = this.#references.find(({ group }) => !this.#numbers.has(group));
    if (stray !== undefined) {
      reader.at = stray.from + 2;
      reader.fail('there is no such group to refer to', stray.from);
    }
    const isRegular = this.#references.length === 0 && !this.#hasLookAround;
    return {
      root,
      isRegular,
      isKnownToRipgrep: isRegular && !this.#isForeign && !canBeEmpty(root),
      groupNumbers: this.#references.length === 0 ? null : this.#numbers,
    };
  }

  #parseAlternatives(): Node {
    if (++this.#depth > MAX_DEPTH) {
      this.#reader.fail(`groups are inside of each other ${MAX_DEPTH} deep`, this.#reader.at);
    }
    const outside = this.#flags;
    const branches = [this.#parseSequence()];
    while (this.#reader.take('|')) branches.push(this.#parseSequence());
    this.#flags = outside;
    this.#depth--;
    const [only = EMPTY_SEQUENCE] = branches;
    return branches.length === 1 ? only : { kind: 'alternatives', branches };
  }

  #parseSequence(): Node {
    const parts: Node[] = [];
    for (;;) {
      this.#skip();
      if (this.#reader.isAtEnd || this.#reader.isBefore('|') || this.#reader.isBefore(')')) break;
      const atom = this.#parseAtom();
      if (atom !== null) parts.push(this.#parseRepeats(atom));
    }
    const [only = EMPTY_SEQUENCE] = parts;
    return parts.length === 1 ? only : { kind: 'sequence', parts };
  }

  /** `null` for a group that only switches flags. */
  #parseAtom(): Node | null {
    const reader = this.#reader;
    const from = reader.at;
    const char = reader.peek();
    switch (char) {
      case '(':
        return this.#parseGroup();
      case '[': {
        const onCharacter = (codePoint: number): void => this.#noteCharacter(codePoint);
        return { kind: 'character', set: parseClass({ reader, flags: this.#flags, onCharacter }) };
      }
      case '\\':
        return this.#parseEscape();
      case '.':
        reader.at++;
        if (!this.#flags.isUnicode) reader.fail(SINGLE_BYTES_PROBLEM, from);
        return { kind: 'character', set: CharSet.everything };
      case '^':
      case '$': {
        reader.at++;
        const side = char === '^' ? 'start' : 'end';
        this.#isForeign ||= !this.#flags.isMultiLine;
        return {
          kind: 'assertion',
          assertion: { kind: this.#flags.isMultiLine ? `line ${side}` : `text ${side}` },
        };
      }
      case '*':
      case '+':
      case '?':
        return reader.fail(
          `there is nothing to repeat; a ${char} that is meant itself is written \\${char}`,
          from,
        );
      default:
        if (reader.match(COUNT) !== null)
          reader.fail(
            String.raw`there is nothing to repeat; a brace that is meant itself is written \{`,
            from,
          );
        this.#isForeign ||= char === '{';
        this.#noteCharacter(reader.next());
        return this.#character(reader.pattern.codePointAt(from) ?? 0, from);
    }
  }

  #parseRepeats(atom: Node): Node {
    const reader = this.#reader;
    let node = atom;
    for (let depth = this.#depth; ; depth++) {
      this.#skip();
      const from = reader.at;
      const range = this.#parseRange();
      if (range === null) return node;
      if (range.max < range.min) reader.fail('the least number is higher than the most', from);
      if (depth > MAX_DEPTH) reader.fail('too many repeats of repeats', from);
      // A lazy repetition chooses a shorter match, but with the same start.
      reader.take('?');
      node = { kind: 'repeat', body: node, ...range };
    }
  }

  #parseRange(): { readonly min: number; readonly max: number } | null {
    const reader = this.#reader;
    if (reader.take('*')) return { min: 0, max: Infinity };
    if (reader.take('+')) return { min: 1, max: Infinity };
    if (reader.take('?')) return { min: 0, max: 1 };
    if (!reader.isBefore('{')) return null;
    const from = reader.at;
    const count = reader.match(COUNT);
    if (count === null) {
      if (reader.match(COUNT_FROM_NOTHING) !== null) reader.fail('write {0,n} for up to n times', from);
      return null;
    }
    const [, least = '', comma, most = ''] = count;
    const min = Number(least);
    return { min, max: comma === undefined ? min : most === '' ? Infinity : Number(most) };
  }

  #parseGroup(): Node | null {
    const reader = this.#reader;
    const from = reader.at;
    const lookAround = LOOK_AROUND.find(([open]) => reader.take(open))?.[1];
    if (lookAround !== undefined) {
      this.#hasLookAround = true;
      return { kind: 'look-around', body: this.#parseBody(from), ...lookAround };
    }
    const foreign = FOREIGN_GROUPS.find(([open]) => reader.isBefore(open));
    if (foreign !== undefined) {
      reader.at += foreign[0].length;
      return reader.fail(foreign[1], from);
    }
    const named = reader.match(/\(\?P=(\w+)\)/y);
    if (named !== null) return this.#reference(named[1] ?? '', from);
    const name = reader.match(GROUP_NAME)?.[1];
    if (name !== undefined) {
      if (this.#numbers.has(name)) reader.fail('there are two groups of this name', from);
      this.#numbers.set(name, this.#groups + 1);
      return this.#capture(from);
    }
    if (reader.isBefore('(?')) return this.#parseFlags(from);
    reader.take('(');
    return this.#capture(from);
  }

  #capture(from: number): Node {
    const number = ++this.#groups;
    return { kind: 'group', body: this.#parseBody(from), number };
  }

  /** Parses the body of a group opened at `from`, and its closing parenthesis. */
  #parseBody(from: number): Node {
    const reader = this.#reader;
    const body = this.#parseAlternatives();
    if (!reader.take(')')) {
      reader.at = from + 1;
      reader.fail(String.raw`its group does not end; a bracket that is meant itself is written \(`, from);
    }
    return body;
  }

  #parseFlags(from: number): Node | null {
    const reader = this.#reader;
    const match = reader.match(INLINE_FLAGS);
    if (match === null) {
      reader.at = from + 3;
      return reader.fail('there is no such group; the flags are i, m, s, x, U, u and R', from);
    }
    const [, on = '', off = '', end] = match;
    if (on + off === '' && end === ')') reader.fail('there are no flags', from);
    const outside = this.#flags;
    const is = (letter: string, otherwise: boolean): boolean =>
      on.includes(letter) || (otherwise && !off.includes(letter));
    this.#flags = {
      ignoreCase: is('i', outside.ignoreCase),
      isMultiLine: is('m', outside.isMultiLine),
      isExtended: is('x', outside.isExtended),
      isUnicode: is('u', outside.isUnicode),
    };
    if (end === ')') return null;
    const body = this.#parseBody(from);
    this.#flags = outside;
    return body;
  }

  #parseEscape(): Node {
    const reader = this.#reader;
    const from = reader.at;
    const escape = parseEscape(reader, this.#flags);
    switch (escape.kind) {
      case 'character':
        this.#noteCharacter(escape.codePoint);
        return this.#character(escape.codePoint, from);
      case 'class':
        return { kind: 'character', set: this.#classOf(escape) };
      case 'assertion':
        this.#isForeign ||= escape.assertion.kind.startsWith('text');
        return escape;
      default:
        return this.#reference(escape.group, from);
    }
  }

  #character(codePoint: number, from: number): Node {
    if (codePoint === NEWLINE || codePoint === CARRIAGE_RETURN) {
      this.#reader.fail('a search goes line by line, and no match reaches over the end of one', from);
    }
    return { kind: 'character', set: CharSet.ofCharacter(codePoint, otherCasesOf(this.#flags)) };
  }

  #classOf({ items, isNegated }: ClassItems): CharSet {
    const set = CharSet.ofItems(items, otherCasesOf(this.#flags));
    return isNegated ? set.complement() : set;
  }

  #reference(group: string, from: number): Node {
    // Checked at the end, because the group may come later.
    this.#references.push({ group, from });
    return { kind: 'backreference', group, ignoreCase: this.#flags.ignoreCase };
  }

  #noteCharacter(codePoint: number): void {
    this.#hasCharacters = true;
    this.#hasCapitals ||= CAPITAL.test(String.fromCodePoint(codePoint));
  }

  #skip(): void {
    if (this.#flags.isExtended) this.#reader.skipIgnored();
  }
}
