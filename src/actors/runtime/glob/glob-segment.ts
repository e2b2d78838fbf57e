/** One character of a segment: itself, any one, or one of a set; or any number of any characters. */
type Token = string | typeof ONE | typeof MANY | RegExp;
const ONE = Symbol('one');
const MANY = Symbol('many');

/** What one segment of a path has to look like. */
export interface GlobSegment {
  readonly tokens: readonly Token[];
  /** How the name ends, after the tokens: most globs name an extension, and most names have another. */
  readonly suffix: string;
}

// The members of `[[:alpha:]]` and its like, as they stand between the brackets of a regular expression.
const CLASSES: Readonly<Record<string, string>> = {
  alnum: '\\p{L}\\p{N}',
  alpha: '\\p{L}',
  blank: ' \\t',
  cntrl: '\\p{Cc}',
  digit: '0-9',
  lower: '\\p{Ll}',
  punct: '\\p{P}\\p{S}',
  space: '\\s',
  upper: '\\p{Lu}',
  xdigit: '0-9A-Fa-f',
};

/**
 * Reads one segment of a glob: `*`, `?`, `[...]`, and `\` before a character that stands for itself.
 * Errors: an `Error` that says what is wrong with it.
 */
export function readSegment(source: string): GlobSegment {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source.charAt(at);
    const end = char === '[' ? endOfBracket(source, at) : at + 1;
    if (char === '[') tokens.push(readBracket(source.slice(at, end)));
    else if (char === '?') tokens.push(ONE);
    else if (char === '\\' && end === source.length) throw new Error('a name in it ends in a backslash');
    else if (char !== '*') tokens.push(char === '\\' ? source.charAt(end) : char);
    // More stars than one say no more.
    else if (tokens.at(-1) !== MANY) tokens.push(MANY);
    at = char === '\\' ? end + 1 : end;
  }
  const literals = tokens.slice(tokens.findLastIndex((token) => typeof token !== 'string') + 1);
  return { tokens: tokens.slice(0, tokens.length - literals.length), suffix: literals.join('') };
}

/**
 * The position after the `]` that closes the bracket at `open`. A `]` that comes first is a member.
 * Errors: an `Error` when none closes it.
 */
export function endOfBracket(source: string, open: number): number {
  const matched = /^\[[!^]?\]?(?:\\.|\[:\w+:\]|[^\]\\])*?\]/s.exec(source.slice(open));
  if (matched === null) throw new Error('a [ is not closed');
  return open + matched[0].length;
}

/** Whether a name matches a segment. Cost: at most the product of the two lengths, whatever they are. */
export function matchesSegment({ tokens, suffix }: GlobSegment, name: string): boolean {
  if (!name.endsWith(suffix)) return false;
  const end = name.length - suffix.length;
  let token = 0;
  let at = 0;
  // What comes after the last star, and where in the name it is tried. Earlier stars need no second try.
  let afterStar = -1;
  let retryAt = 0;
  while (at < end) {
    const wanted = tokens[token];
    const length = typeof wanted === 'string' || wanted === undefined ? 1 : lengthAt(name, at);
    if (wanted === MANY) {
      if (token === tokens.length - 1) return true;
      afterStar = ++token;
      retryAt = at;
    } else if (wanted !== undefined && at + length <= end && matchesOne(wanted, name, at, length)) {
      token++;
      at += length;
    } else if (afterStar < 0) return false;
    else {
      at = ++retryAt;
      token = afterStar;
    }
  }
  return token === tokens.length || (token === tokens.length - 1 && tokens[token] === MANY);
}

function matchesOne(token: Exclude<Token, typeof MANY>, name: string, at: number, length: number): boolean {
  if (typeof token === 'string') return token === name.charAt(at);
  return token === ONE || token.test(name.slice(at, at + length));
}

/** How many UTF-16 units the character at a position has. */
function lengthAt(name: string, at: number): number {
  return (name.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function readBracket(source: string): RegExp {
  const isNegated = /^\[[!^]/.test(source);
  const members = source
    .slice(isNegated ? 2 : 1, -1)
    .replaceAll(/\[:(\w+):\]|\\(.)|[[\]^&~|(){}/.*+?$\\]/gsu, (char, name?: string, quoted?: string) =>
      name === undefined ? quote(quoted ?? char) : membersOf(name),
    );
  try {
    return new RegExp(`^[${isNegated ? '^' : ''}${members}]$`, 'su');
  } catch {
    throw new Error(`${source} names no characters`);
  }
}

function membersOf(name: string): string {
  const members = CLASSES[name];
  if (members === undefined) throw new Error(`[:${name}:] is no class of characters`);
  return members;
}

function quote(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
