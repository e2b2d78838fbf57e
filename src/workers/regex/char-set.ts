const ASCII_LETTER = /^[A-Za-z]$/;
const ASCII_SIZE = 0x80;

/** Which other cases of its characters a set includes: none, all that Unicode defines, or those of ASCII. */
export type OtherCases = 'none' | 'all' | 'ascii';

// The items of `\w` in a class. Source: Unicode TR 18, Annex C.
export const WORD_ITEMS = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}`;

/** A union, an intersection, a difference or a symmetric difference. */
export type SetOperator = '||' | '&&' | '--' | '~~';

const OPERATIONS: Readonly<Record<SetOperator, (a: boolean, b: boolean) => boolean>> = {
  '||': (a, b) => a || b,
  '&&': (a, b) => a && b,
  '--': (a, b) => a && !b,
  '~~': (a, b) => a !== b,
};

/**
 * A set of characters. Set operations are done here and not by V8: in Node 20 its flag `v` gets some case-insensitive
 * complements wrong, and crashes on others.
 */
export class CharSet {
  /** Equal for sets that were built in the same way. */
  readonly key: string;
  /** The only character, or the representative of its cases; `null` for a class. Units: a code point. */
  readonly character: number | null;
  readonly otherCases: OtherCases;
  readonly has: (codePoint: number) => boolean;

  private constructor(
    key: string,
    has: (codePoint: number) => boolean,
    character: number | null = null,
    otherCases: OtherCases = 'none',
  ) {
    this.key = key;
    this.has = has;
    this.character = character;
    this.otherCases = otherCases;
  }

  static readonly everything = new CharSet('everything', () => true);

  static ofCharacter(codePoint: number, otherCases: OtherCases): CharSet {
    const source = escapeCharacter(codePoint);
    const isAsciiLetter = codePoint < ASCII_SIZE && ASCII_LETTER.test(String.fromCharCode(codePoint));
    // Treats characters without other cases as case-sensitive, because an exact literal is faster to find.
    if (otherCases === 'none' || (!isAsciiLetter && (otherCases === 'ascii' || codePoint < ASCII_SIZE))) {
      return new CharSet(source, (other) => other === codePoint, codePoint);
    }
    const { key, has } = CharSet.ofItems(source, otherCases);
    return new CharSet(key, has, codePoint, otherCases);
  }

  /** Shape: `items` are the items of a class with flag `u`: characters, ranges, and properties with `\p`. */
  static ofItems(items: string, otherCases: OtherCases): CharSet {
    const members = new RegExp(`^[${items}]$`, otherCases === 'all' ? 'iu' : 'u');
    const isMember = (codePoint: number): boolean => members.test(String.fromCodePoint(codePoint));
    const key = `${otherCases} [${items}]`;
    if (otherCases !== 'ascii') return new CharSet(key, isMember);
    return new CharSet(key, (codePoint) => isMember(codePoint) || isMember(otherAsciiCase(codePoint)));
  }

  complement(): CharSet {
    return new CharSet(`!(${this.key})`, (codePoint) => !this.has(codePoint));
  }

  combine(operator: SetOperator, other: CharSet): CharSet {
    const decide = OPERATIONS[operator];
    return new CharSet(`(${this.key} ${operator} ${other.key})`, (codePoint) =>
      decide(this.has(codePoint), other.has(codePoint)),
    );
  }
}

/** A character as written in a regular expression with flag `u`. */
export function escapeCharacter(codePoint: number): string {
  return String.raw`\u{${codePoint.toString(16)}}`;
}

function otherAsciiCase(codePoint: number): number {
  const isLetter = codePoint < ASCII_SIZE && ASCII_LETTER.test(String.fromCharCode(codePoint));
  return isLetter ? codePoint ^ 0x20 : codePoint;
}
