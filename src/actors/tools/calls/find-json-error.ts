/** Where a text stops being valid JSON, and what was expected there. */
export interface JsonError {
  /** Units: UTF-16 units from the start; the length of the text when it ends too early. */
  readonly index: number;
  readonly expected: string;
}

type State = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end';

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these inside a string
const PLAIN_CHARS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The first place where `text` is not valid JSON, or `undefined` when it is valid. `JSON.parse` decides what is valid,
 * but does not always report the place, and never in words for a model.
 * Cost: linear in the text, whatever its depth.
 */
export function findJsonError(text: string): JsonError | undefined {
  const open: ('{' | '[')[] = [];
  let state: State = 'value';
  let at = 0;
  for (;;) {
    at = skip(SPACE, text, at);
    const char = text[at];
    const within = open.at(-1);
    switch (state) {
      case 'name':
      case 'name or end': {
        if (char === '}' && state === 'name or end') {
          open.pop();
          at += 1;
          state = 'comma or end';
          break;
        }
        if (char !== '"') return { index: at, expected: 'a property name in double quotes' };
        const end = endOfString(text, at);
        if (typeof end !== 'number') return end;
        at = end;
        state = 'colon';
        break;
      }
      case 'colon':
        if (char !== ':') return { index: at, expected: 'a colon' };
        at += 1;
        state = 'value';
        break;
      case 'comma or end':
        if (within === undefined) return at === text.length ? undefined : { index: at, expected: 'the end' };
        if (char === ',') state = within === '{' ? 'name' : 'value';
        else if (char === (within === '{' ? '}' : ']')) open.pop();
        else return { index: at, expected: within === '{' ? 'a comma or "}"' : 'a comma or "]"' };
        at += 1;
        break;
      case 'value':
      case 'value or end':
        if (char === ']' && state === 'value or end') {
          open.pop();
          at += 1;
          state = 'comma or end';
        } else if (char === '{' || char === '[') {
          open.push(char);
          at += 1;
          state = char === '{' ? 'name or end' : 'value or end';
        } else {
          const end = char === '"' ? endOfString(text, at) : skip(SCALAR, text, at);
          if (typeof end !== 'number') return end;
          if (end === at) return { index: at, expected: 'a value' };
          at = end;
          state = 'comma or end';
        }
        break;
    }
  }
}

/** The end of the string that begins at `start`, or the error inside it. */
function endOfString(text: string, start: number): number | JsonError {
  let at = start + 1;
  for (;;) {
    at = skip(PLAIN_CHARS, text, at);
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === undefined) return { index: at, expected: 'the closing quote of a string' };
    if (char !== '\\')
      return { index: at, expected: 'an escape such as \\n instead of a raw control character' };
    const end = skip(ESCAPE, text, at);
    if (end === at) return { index: at, expected: 'a valid escape; a backslash itself is written \\\\' };
    at = end;
  }
}

/** The end of a match of `pattern`, which must be sticky, at `at`; or `at` itself when it does not match. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
