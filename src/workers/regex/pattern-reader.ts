import { PatternSyntaxError } from '../../actors/protocol/errors.js';

// More of the pattern than this does not make its place any clearer.
const MAX_EXCERPT = 20;
const WHITE_SPACE = /^\p{White_Space}$/u;

/** Reads a pattern from left to right. */
export class PatternReader {
  readonly pattern: string;
  /** Units: UTF-16 units from the start of the pattern. */
  at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.at >= this.pattern.length;
  }

  /** The next character; nothing at the end. */
  peek(): string {
    const codePoint = this.pattern.codePointAt(this.at);
    return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
  }

  /** Whether `text` comes next. */
  isBefore(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  /** Passes over `text` where it comes next, and says whether it did. */
  take(text: string): boolean {
    if (!this.isBefore(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Passes over what a sticky expression matches. */
  match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const match = expression.exec(this.pattern);
    if (match !== null) this.at += match[0].length;
    return match;
  }

  /** Passes over the next character. Errors: there is none, or half of one. */
  next(): number {
    const codePoint = this.pattern.codePointAt(this.at);
    if (codePoint === undefined) this.fail('it ends too early', this.at);
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) this.fail('half of a character', this.at);
    this.at += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  /** Passes over what `(?x)` makes meaningless. */
  skipIgnored(): void {
    for (let char = this.peek(); char !== ''; char = this.peek()) {
      if (char === '#') this.at = this.pattern.length;
      else if (WHITE_SPACE.test(char)) this.at += char.length;
      else return;
    }
  }

  /** Errors: throws a `PatternSyntaxError` that shows the pattern from `from` to where it was read. */
  fail(problem: string, from: number): never {
    const found = this.pattern.slice(from, Math.max(this.at, from + 1)).slice(0, MAX_EXCERPT);
    const place = found === '' ? 'at its end' : `at character ${from + 1}, "${found}"`;
    throw new PatternSyntaxError(
      `Cannot read the search pattern as a regular expression ${place}: ${problem}. To search for the text as it is, turn regular expressions off.`,
      { pattern: this.pattern, source: 'search pattern' },
    );
  }
}
