// Commands without arguments that print, drop, join or swap lines, or end the script.
const PLAIN_COMMAND = /^(?:[pPdDnNgGhHxz=]|[qQ]\s*\d{0,3}|l\s*\d{0,3}|[bt]\s*\w*)\s*(?=[;}\n]|$)/;
const BLANKS = /^[\s;{}]+/;
const LINE_ADDRESS = /^(?:\d+~\d+|\d+|\$|[+~]\d+)/;

// `e` would run the result as a program, `w` would write it.
const FLAGS = /^[gpiIM\d]*\s*(?=[;}\n]|$)/;

/**
 * Whether a sed script only changes what it prints: no `w`, `e` or `r`, and no flag of `s` that writes or runs. The text
 * of `a`, `i` and `c` is not read, so that these are refused too.
 * Cost: linear in the script, for each command.
 */
export function isHarmlessSedScript(script: string): boolean {
  let rest = script;
  while (rest !== '') {
    const next = BLANKS.test(rest) ? rest.replace(BLANKS, '') : readCommand(rest);
    if (next === undefined) return false;
    rest = next;
  }
  return true;
}

/** The script after its first command; `undefined` when that is not known to be harmless. */
function readCommand(script: string): string | undefined {
  let rest = readAddress(script);
  if (rest?.startsWith(',') === true) rest = readAddress(rest.slice(1).trimStart());
  if (rest === undefined) return undefined;
  rest = rest.replace(/^\s*(?:!\s*)*/, '');
  if (rest.startsWith('{')) return rest.slice(1);
  if (PLAIN_COMMAND.test(rest)) return rest.replace(PLAIN_COMMAND, '');
  if (!/^[sy]/.test(rest)) return undefined;
  const delimiter = rest.charAt(1);
  // The delimiter ends a part wherever it stands, also in brackets, where GNU sed goes on: refuse that.
  if (!/[/|,#!:@%_+~=]/.test(delimiter)) return undefined;
  const pattern = readUntil(rest.slice('s/'.length), delimiter);
  const replacement = pattern === undefined ? undefined : readUntil(pattern, delimiter);
  if (replacement === undefined) return undefined;
  return FLAGS.test(replacement) ? replacement.replace(FLAGS, '') : undefined;
}

/** The script after an address, if there is one. */
function readAddress(script: string): string | undefined {
  if (script.startsWith('/'))
    return readUntil(script.slice(1), '/')
      ?.replace(/^[IM]+/, '')
      .trimStart();
  return script.startsWith('\\') ? undefined : script.replace(LINE_ADDRESS, '').trimStart();
}

/** The text behind the next delimiter; `undefined` without one, or where brackets make its end uncertain. */
function readUntil(text: string, delimiter: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '\n') return undefined;
    else if (char === delimiter) {
      const bracket = text
        .slice(0, at)
        .replaceAll(/\\./gs, '')
        .replaceAll(/\[\^?\]?[^\]]*\]/g, '');
      return bracket.includes('[') ? undefined : text.slice(at + 1);
    }
  }
  return undefined;
}
