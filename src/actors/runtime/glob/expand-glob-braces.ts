import { endOfBracket } from './glob-segment.js';

// Nobody means more, and each is tried on each path.
const MAX_ALTERNATIVES = 1000;

/**
 * The globs without braces that a glob with `{a,b}` stands for; the braces may be nested. Braces in brackets, or after
 * `\`, stand for themselves.
 * Errors: an `Error` that says what is wrong with it.
 */
export function expandGlobBraces(glob: string): readonly string[] {
  const { texts, end } = readAlternatives(glob, 0, false);
  if (end < glob.length) throw new Error('a } has no {');
  return texts;
}

interface Alternatives {
  readonly texts: readonly string[];
  /** Where reading ended: at the `}`, or after the last character. */
  readonly end: number;
}

/** Reads up to the `}` that closes these alternatives, or to the end. */
function readAlternatives(glob: string, start: number, isInBraces: boolean): Alternatives {
  const done: string[] = [];
  let open: readonly string[] = [''];
  let at = start;
  const append = (texts: readonly string[]): void => {
    if (done.length + open.length * texts.length > MAX_ALTERNATIVES)
      throw new Error(`it has more than ${MAX_ALTERNATIVES} alternatives`);
    open = open.flatMap((text) => texts.map((more) => text + more));
  };
  while (at < glob.length && glob[at] !== '}') {
    const char = glob.charAt(at);
    if (char === '{') {
      const inner = readAlternatives(glob, at + 1, true);
      if (inner.end === glob.length) throw new Error('a { is not closed');
      append(inner.texts);
      at = inner.end + 1;
    } else if (char === ',' && isInBraces) {
      done.push(...open);
      open = [''];
      at++;
    } else {
      const end = char === '[' ? endOfBracket(glob, at) : at + (char === '\\' ? 2 : 1);
      append([glob.slice(at, end)]);
      at = end;
    }
  }
  return { texts: [...done, ...open], end: at };
}
