/** The bytes that a bracket expression such as `[!a-c[:digit:]]` matches, and where it ends. */
interface Bracket {
  /** 1 for each byte that matches. Length 256. */
  readonly set: Uint8Array;
  /** The position after the closing `]`. */
  readonly end: number;
}

export type BracketProblem = 'an unclosed [' | 'an unknown character class';

// git classifies ASCII by its own tables: \v and \f are control characters there, not space as in C.
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[^ -~]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

const SLASH = 47;
const A_LOWER = 97;
const Z_LOWER = 122;
const TO_UPPER = -32;

/**
 * Reads the bracket expression that opens at `source[open]`, as git's wildmatch does: a first `]` is a member, `\`
 * quotes, a range that runs backwards holds its start only, and a slash never matches.
 * Shape: `source` is a byte string. With `ignoreCase` the set is for folded bytes.
 */
export function readBracket(source: string, open: number, ignoreCase: boolean): Bracket | BracketProblem {
  const set = new Uint8Array(256);
  let at = open + 1;
  const isNegated = source[at] === '!' || source[at] === '^';
  if (isNegated) at++;
  // The member that a following `-` makes the start of a range; 0 when there is none.
  let previous = 0;
  const first = at;
  // The next `]`, found once for all the `[:` before it.
  let close = at;
  for (;;) {
    let char = source[at];
    if (char === undefined) return 'an unclosed [';
    if (char === ']' && at > first) break;
    if (char === '[' && source[at + 1] === ':') {
      if (close < at + 2) close = source.indexOf(']', at + 2);
      if (close < 0) return 'an unclosed [';
      if (close > at + 2 && source[close - 1] === ':') {
        const name = source.slice(at + 2, close - 1);
        if (!addClass(set, name, ignoreCase)) return 'an unknown character class';
        previous = 0;
        at = close + 1;
        continue;
      }
    }
    if (char === '-' && previous !== 0 && at + 1 < source.length && source[at + 1] !== ']') {
      char = source[++at];
      if (char === '\\') char = source[++at];
      if (char === undefined) return 'an unclosed [';
      addRange(set, previous, char.charCodeAt(0), ignoreCase);
      previous = 0;
    } else {
      if (char === '\\') char = source[++at];
      if (char === undefined) return 'an unclosed [';
      previous = char.charCodeAt(0);
      set[previous] = 1;
    }
    at++;
  }
  if (isNegated) for (let byte = 0; byte < set.length; byte++) set[byte] = set[byte] === 0 ? 1 : 0;
  set[SLASH] = 0;
  return { set, end: at + 1 };
}

function addRange(set: Uint8Array, from: number, to: number, ignoreCase: boolean): void {
  set.fill(1, from, to + 1);
  if (!ignoreCase) return;
  for (let lower = A_LOWER; lower <= Z_LOWER; lower++) {
    if (lower + TO_UPPER >= from && lower + TO_UPPER <= to) set[lower] = 1;
  }
}

function addClass(set: Uint8Array, name: string, ignoreCase: boolean): boolean {
  const members = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
  if (members === undefined) return false;
  for (let byte = 0; byte < 0x80; byte++) if (members.test(String.fromCharCode(byte))) set[byte] = 1;
  if (ignoreCase && name === 'upper') set.fill(1, A_LOWER, Z_LOWER + 1);
  return true;
}
