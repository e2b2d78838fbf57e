import { PatternSyntaxError } from '../../actors/protocol/errors.js';

// A longer excerpt of the pattern would not make the position any clearer.
const MAX_EXCERPT = 20;
const WHITE_SPACE = /^\p{White_Space}$/u;

/** A cursor over the characters of a pattern. */
export class PatternReader {
  readonly pattern: string;
  /** The position. Units: UTF-16 units from the start of the pattern. */
  at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.at >= this.pattern.length;
  }

  /** The next character; `''` at the end. */
  peek(): string {
    const codePoint = this.pattern.codePointAt(this.at);
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
  }

  /** Whether `text` comes next. */
  isBefore(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  /** Skips `text` if it comes next, and returns whether it did. */
  take(text: string): boolean {
    if (!this.isBefore(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Skips what a sticky expression matches. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const match = expression.exec(this.pattern);
    if (match !== null) this.at += match[0].length;
    return match;
  }

  /** Returns the next character and skips it. Errors: `PatternSyntaxError` at the end, or for half a surrogate pair. */
  next(): number {
    const codePoint = this.pattern.codePointAt(this.at);
    if (codePoint === undefined) this.fail('it ends too early', this.at);
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) this.fail('half of a character', this.at);
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  /** Skips white space and comments under `(?x)`. */
  skipIgnored(): void {
    for (let char = this.peek(); char !== ''; char = this.peek()) {
      if (char === '#') this.at = this.pattern.length;
      else if (WHITE_SPACE.test(char)) this.at += char.length;
      else return;
    }
  }

  /** Throws a `PatternSyntaxError` that quotes the pattern from `from` to the current position. */
  fail(problem: string, from: number): never {
    const found = this.pattern.slice(from, Math.max(this.at, from + 1)).slice(0, MAX_EXCERPT);
    const place = found === '' ? 'at its end' : `at character ${from + 1}, "${found}"`;
    throw new PatternSyntaxError(
      `Cannot read the search pattern as a regular expression ${place}: ${problem}. To search for the text as it is, turn regular expressions off.`,
      { pattern: this.pattern, source: 'search pattern' },
    );
  }
}
