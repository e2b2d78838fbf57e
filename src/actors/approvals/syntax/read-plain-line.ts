/** A word or an operator of a plain line. */
export interface ShellToken {
  readonly kind: 'word' | 'operator';
  /** The text of a word without quotes and escapes, or the operator. */
  readonly value: string;
  /** Where it starts and ends in the line. Units: UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Whether it is the first word of a command. */
  readonly isProgram: boolean;
}

// At the start of a command these words are syntax, or treat the words after them as assignments. `[` is a glob, which
// no plain line has.
const RESERVED = new Set(
  'if then elif else fi case esac for select while until do done in function time coproc ! [[ ]] { } declare typeset export readonly local unset unsetenv'.split(
    ' ',
  ),
);

const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

// Characters without a meaning for the shell wherever they stand in a word.
const LITERAL = /[\w%+,./:=@^\]-]/;

// These have a meaning only at the start of a word: a comment, a negation.
const LITERAL_WITHIN = /[#!]/;

// Only after these does a tilde stand for itself: at the start of a word, and after `:` and `=`, it may be expanded.
const BEFORE_LITERAL_TILDE = /[\w^]/;

// What may not stand in quotes: control characters, save tabs and line feeds, and characters that nobody sees.
const INVISIBLE = /(?![\t\n])[\p{C}\p{Zl}\p{Zp}\p{DI}]/u;

const REDIRECTION = /(?<fd>\d?)(?:(?<copy>>&)(?<to>[12])|(?<operator>>>|>|<)[ \t]*\/dev\/null)(?![^\s;|&])/y;
const BOTH_STREAMS = /(?<operator>&>)[ \t]*\/dev\/null(?![^\s;|&])/y;
const NULL_DEVICE = '/dev/null';

/**
 * Reads a line of plain words, joined by `;`, `&&`, `||`, `|` and line feeds, with redirections to and from `/dev/null`.
 * Knows quotes and escapes, but nothing that the shell expands: it is small enough to be sure that bash reads the same
 * words. Returns `undefined` for any other line.
 * Cost: linear in the line.
 */
export function readPlainLine(line: string): readonly ShellToken[] | undefined {
  return new PlainReader(line).read();
}

class PlainReader {
  readonly #line: string;
  readonly #tokens: ShellToken[] = [];
  #at = 0;
  /** Whether the next word is the first one of a command. */
  #isAtStart = true;
  /** Whether a command must follow, as after `&&`. */
  #isOpen = false;

  constructor(line: string) {
    this.#line = line;
  }

  read(): readonly ShellToken[] | undefined {
    while (this.#at < this.#line.length) if (!this.#readNext()) return undefined;
    return this.#isOpen ? undefined : this.#tokens;
  }

  /** Reads blanks, a token or a redirection; returns whether it is known. */
  #readNext(): boolean {
    const char = this.#line.charAt(this.#at);
    if (char === ' ' || char === '\t') this.#at += 1;
    else if (char === '\n') {
      this.#at += 1;
      this.#isAtStart = true;
    } else if (this.#readRedirection()) return true;
    else if (/[;|&]/.test(char)) return this.#readJoin();
    else return this.#readWord();
    return true;
  }

  #readJoin(): boolean {
    const [text = ''] = /[;|&]+/.exec(this.#line.slice(this.#at, this.#at + 3)) ?? [];
    if (this.#isAtStart || !/^(?:;|\|\|?|&&)$/.test(text)) return false;
    this.#add('operator', text, this.#at, this.#at + text.length);
    this.#isAtStart = true;
    this.#isOpen = text !== ';';
    return true;
  }

  #readRedirection(): boolean {
    // Before the program the grammar and bash order the words differently.
    if (this.#isAtStart) return false;
    const start = this.#at;
    REDIRECTION.lastIndex = start;
    BOTH_STREAMS.lastIndex = start;
    const found = REDIRECTION.exec(this.#line) ?? BOTH_STREAMS.exec(this.#line);
    if (found === null) return false;
    const { fd = '', copy, to, operator = '' } = found.groups ?? {};
    const end = start + found[0].length;
    const afterFd = start + fd.length;
    if (fd !== '') this.#add('word', fd, start, afterFd);
    this.#add('operator', copy ?? operator, afterFd, afterFd + (copy ?? operator).length);
    const target = to ?? NULL_DEVICE;
    this.#add('word', target, end - target.length, end);
    return true;
  }

  #readWord(): boolean {
    const start = this.#at;
    let value = '';
    let isQuoted = false;
    while (this.#at < this.#line.length) {
      const char = this.#line.charAt(this.#at);
      if (/[ \t\n;|&<>]/.test(char)) break;
      const piece = this.#readPiece(char, start);
      if (piece === undefined) return false;
      value += piece;
      isQuoted ||= char === '"' || char === "'" || char === '\\';
    }
    const source = this.#line.slice(start, this.#at);
    // A number before a redirection would be a file descriptor.
    if (source === '' || (/^\d+$/.test(source) && /[<>]/.test(this.#line.charAt(this.#at)))) return false;
    if (this.#isAtStart && (ASSIGNMENT.test(source) || (!isQuoted && RESERVED.has(source)))) return false;
    this.#add('word', value, start, this.#at);
    return true;
  }

  /** Reads a character or a quoted part of a word. */
  #readPiece(char: string, start: number): string | undefined {
    if (char === "'") return this.#readSingleQuotes();
    if (char === '"') return this.#readDoubleQuotes();
    this.#at += 1;
    if (char === '\\') {
      const escaped = this.#line.charAt(this.#at);
      this.#at += 1;
      return /[ -~]/.test(escaped) ? escaped : undefined;
    }
    const isFirst = this.#at - 1 === start;
    const before = this.#line.charAt(this.#at - 2);
    const isLiteral =
      LITERAL.test(char) ||
      (LITERAL_WITHIN.test(char) && !isFirst) ||
      (char === '!' && !this.#isAtStart) ||
      (char === '~' && !isFirst && BEFORE_LITERAL_TILDE.test(before));
    return isLiteral ? char : undefined;
  }

  #readSingleQuotes(): string | undefined {
    const end = this.#line.indexOf("'", this.#at + 1);
    if (end < 0) return undefined;
    const text = this.#line.slice(this.#at + 1, end);
    this.#at = end + 1;
    return isVisible(text) ? text : undefined;
  }

  #readDoubleQuotes(): string | undefined {
    let text = '';
    for (let at = this.#at + 1; at < this.#line.length; at++) {
      const char = this.#line.charAt(at);
      const next = this.#line.charAt(at + 1);
      if (char === '"') {
        this.#at = at + 1;
        return isVisible(text) ? text : undefined;
      }
      if (char === '$' || char === '`' || (char === '\\' && (next === '\n' || next === ''))) return undefined;
      if (char === '\\' && /[$`"\\]/.test(next)) {
        text += next;
        at += 1;
      } else text += char;
    }
    return undefined;
  }

  #add(kind: ShellToken['kind'], value: string, start: number, end: number): void {
    const isProgram = kind === 'word' && this.#isAtStart;
    this.#tokens.push({ kind, value, start, end, isProgram });
    this.#at = end;
    if (kind !== 'word') return;
    this.#isAtStart = false;
    this.#isOpen = false;
  }
}

function isVisible(text: string): boolean {
  return !INVISIBLE.test(text);
}
