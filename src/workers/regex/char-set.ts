const ASCII_LETTER = /^[A-Za-z]$/;

/** A set of characters: one, or a class. */
export class CharSet {
  /** The same for sets that hold the same characters, as far as their text tells. */
  readonly key: string;
  /** The only character, or the one that stands for all of its cases; `null` for a class. Units: a code point. */
  readonly character: number | null;
  /** Whether it holds the other cases of its characters as well. */
  readonly ignoreCase: boolean;
  readonly #members: RegExp | null;

  private constructor(character: number | null, source: string, ignoreCase: boolean) {
    this.character = character;
    this.ignoreCase = ignoreCase;
    this.key = ignoreCase ? `(?i)${source}` : source;
    this.#members =
      character === null || ignoreCase ? new RegExp(`^${source}$`, ignoreCase ? 'vi' : 'v') : null;
  }

  static ofCharacter(codePoint: number, ignoreCase: boolean): CharSet {
    const hasCase = codePoint >= 0x80 || ASCII_LETTER.test(String.fromCodePoint(codePoint));
    return new CharSet(codePoint, escapeCharacter(codePoint), ignoreCase && hasCase);
  }

  /** Shape: `source` is one atom of a regular expression with flag `v`. Errors: `SyntaxError` when it is not. */
  static ofClass(source: string, ignoreCase: boolean): CharSet {
    return new CharSet(null, source, ignoreCase);
  }

  has(codePoint: number): boolean {
    return this.#members === null
      ? codePoint === this.character
      : this.#members.test(String.fromCodePoint(codePoint));
  }
}

/** A character as it may be written anywhere in a regular expression with flag `v`. */
export function escapeCharacter(codePoint: number): string {
  return String.raw`\u{${codePoint.toString(16)}}`;
}
