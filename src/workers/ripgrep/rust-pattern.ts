import type { GrepPattern } from '../scan/line-matcher.js';

// One piece of a pattern that both dialects read as the same piece. Everything else has no name here.
const PIECE =
  /\\(?<escape>[\^$\\.*+?()[\]{}|/])|\\(?<boundary>b)|\\(?<shorthand>[dDwWsS])|(?<class>\[\^?(?:\\[\^$\\.*+?()[\]{}|/-]|\\[dws]|[^\\[\]&~\-^]|(?<=[^[^])-(?=[^\]]))+\])|(?<group>\((?:\?:)?(?!\?)|[)|])|(?<quantifier>(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})\??)|(?<start>\^)|(?<end>\$(?=\||$))|(?<dot>\.)|(?<literal>[^\\.*+?()[\]{}|^$])/gu;

// What JavaScript means; Rust's own have more digits, more letters and another list of white space.
const SPACES = String.raw`\t\x{0B}\x{0C}\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`;
const IN_CLASS: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_', s: SPACES };
const SHORTHANDS: Readonly<Record<string, string>> = {
  d: '[0-9]',
  D: '[^0-9]',
  w: '[0-9A-Za-z_]',
  W: '[^0-9A-Za-z_]',
  s: `[${SPACES}]`,
  S: `[^${SPACES}]`,
};
const BOUNDARY = String.raw`(?-u:\b)`;
const DOT = String.raw`[^\r\x{2028}\x{2029}]`;
// ripgrep takes a carriage return at the end of a line for a part of it.
const END = String.raw`\r?$`;

// Beyond ASCII the two may know other letters as one, and with them what `\w` and `\b` are without case.
const IS_PLAIN_WITHOUT_CASE = /^(?:[\0-\x7f](?<!\\[wWbB]))*$/u;

/**
 * A regular expression for ripgrep that finds the same first match in every line; `null` when that is not certain. In
 * a line that ends in a carriage return a match may take that in, and then says nothing.
 * Cautious: literals, plain classes, groups, alternatives, repeats and the usual shorthands.
 */
export function rustPattern({ pattern, isRegex, caseSensitive }: GrepPattern): string | null {
  if (!caseSensitive && !IS_PLAIN_WITHOUT_CASE.test(pattern)) return null;
  // U+FFFD stands for any bytes that are no UTF-8, and for half of a pair.
  if (Buffer.from(pattern, 'utf8').includes('\u{FFFD}') || /\p{Cc}/u.test(pattern)) return null;
  if (!isRegex) return pattern === '' ? null : pattern.replaceAll(/[\\^$.*+?()[\]{}|#&~-]/g, String.raw`\$&`);
  let translated = '';
  let consuming = '';
  let at = 0;
  let depth = 0;
  for (const { 0: piece, index, groups = {} } of pattern.matchAll(PIECE)) {
    if (index !== at) return null;
    at += piece.length;
    const { shorthand, class: set, dot, group, start, end, boundary } = groups;
    if (group !== undefined) depth += group === ')' ? -1 : group === '|' ? 0 : 1;
    // Inside of a group something may follow that looks at what comes next.
    if (end !== undefined && depth > 0) return null;
    if ((start ?? end ?? boundary) === undefined) consuming += piece;
    if (shorthand !== undefined) translated += SHORTHANDS[shorthand] ?? '';
    else if (set !== undefined)
      translated += set.replaceAll(/\\([dws])/g, (_, name: string) => IN_CLASS[name] ?? '');
    else if (end !== undefined) translated += END;
    else if (boundary !== undefined) translated += BOUNDARY;
    else translated += dot === undefined ? piece : DOT;
  }
  return at === pattern.length && isRead(pattern) && !mayBeEmpty(consuming) ? translated : null;
}

// With flag `u` each of the pieces means what is said above; without it, half a pair is a character.
function isRead(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

// Of matches of nothing at the end of a file ripgrep has a view of its own. Without what looks around, a pattern that
// can match nothing matches the empty text.
function mayBeEmpty(consuming: string): boolean {
  try {
    return new RegExp(consuming, 'u').test('');
  } catch {
    return true;
  }
}
