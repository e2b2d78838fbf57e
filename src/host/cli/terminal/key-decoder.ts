import { keyOfSequence } from './escape-sequences.js';
import { type Key, keyWith, withAlt } from './key.js';

const ESCAPE = '\u001b';
const PASTE_END = '\u001b[201~';

// ESC [ parameters intermediates final. Source: ECMA-48, 5.4.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROL_SEQUENCE = /\u001b\[([0-?]*)[ -/]*([@-~])/y;
// oxlint-disable-next-line eslint/no-control-regex
const OPEN_SEQUENCE = /\u001b{1,2}(?:\[[0-?]*[ -/]*|O)?$/y;
// Function keys of the Linux console, which nothing is bound to.
// oxlint-disable-next-line eslint/no-control-regex
const CONSOLE_KEY = /\u001b\[\[./y;
// oxlint-disable-next-line eslint/no-control-regex
const SS3_KEY = /\u001bO([A-Za-z])/y;
// What a terminal reports about itself: OSC, DCS, APC, PM, SOS, up to their end.
// oxlint-disable-next-line eslint/no-control-regex
const REPORT = /\u001b[\]P_^X][^\u0007\u001b]*(?:\u0007|\u001b\\)/y;
// oxlint-disable-next-line eslint/no-control-regex
const OPEN_REPORT = /\u001b[\]P_^X][^\u0007\u001b]*\u001b?$/y;
// oxlint-disable-next-line eslint/no-control-regex
const PRINTABLE = /[^\u0000-\u001f\u007f-\u009f]+/y;

// The longest that is waited for: a report of a terminal is shorter, and a key by far.
const MAX_OPEN_CHARS = 4_096;

const CONTROL_KEYS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'linefeed',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
};

/**
 * Makes keys of what a terminal sends, however it is cut into pieces: legacy sequences, kitty's keyboard protocol and
 * xterm's modifyOtherKeys, bracketed pastes.
 */
export class KeyDecoder {
  #open = '';
  /** The parts of a paste that has not ended. */
  #paste: string[] | undefined;

  /** Whether what came ends in the middle of something: an Escape alone, unless more comes soon. */
  get isOpen(): boolean {
    return this.#open !== '' && this.#paste === undefined;
  }

  feed(chunk: string): Key[] {
    return this.#decode(this.#open + chunk, false);
  }

  /** Nothing more came: an Escape that waits was the key of that name. A paste stays open until its end. */
  flush(): Key[] {
    return this.isOpen ? this.#decode(this.#open, true) : [];
  }

  #decode(input: string, isOver: boolean): Key[] {
    this.#open = '';
    const keys: Key[] = [];
    let at = 0;
    while (at < input.length) {
      if (this.#paste !== undefined) at = this.#readPaste(input, at, this.#paste, keys);
      else {
        const length =
          input[at] === ESCAPE ? this.#readEscape(input, at, isOver, keys) : readPlain(input, at, keys);
        if (length === 0) {
          this.#open = input.slice(at);
          break;
        }
        at += length;
      }
    }
    return keys;
  }

  /** Where it goes on. Of a piece that may be the beginning of the end nothing is taken. */
  #readPaste(input: string, from: number, parts: string[], keys: Key[]): number {
    const end = input.indexOf(PASTE_END, from);
    if (end >= 0) {
      parts.push(input.slice(from, end));
      keys.push({ type: 'paste', text: parts.join('').replace(/\r\n?/g, '\n') });
      this.#paste = undefined;
      return end + PASTE_END.length;
    }
    const safe = Math.max(from, input.length - longestEndThatBegins(input, PASTE_END));
    parts.push(input.slice(from, safe));
    this.#open = input.slice(safe);
    return input.length;
  }

  /** How many characters were taken; none when it is not whole yet. */
  #readEscape(input: string, at: number, isOver: boolean, keys: Key[]): number {
    const isWorthWaiting = !isOver && input.length - at < MAX_OPEN_CHARS;
    if (isWorthWaiting && (matchAt(OPEN_SEQUENCE, input, at) ?? matchAt(OPEN_REPORT, input, at))) return 0;
    const skipped = matchAt(CONSOLE_KEY, input, at) ?? matchAt(REPORT, input, at);
    if (skipped !== null) return skipped[0].length;
    const sequence = matchAt(CONTROL_SEQUENCE, input, at);
    if (sequence !== null) {
      const [whole, params = '', final = ''] = sequence;
      if (final === '~' && params === '200') this.#paste = [];
      else pushKey(keys, keyOfSequence(params, final));
      return whole.length;
    }
    const ss3 = matchAt(SS3_KEY, input, at);
    if (ss3 !== null) {
      pushKey(keys, keyOfSequence('', ss3[1] ?? ''));
      return ss3[0].length;
    }
    // Alt sends an Escape first.
    const next = input[at + 1];
    if (next === undefined || next === ESCAPE) {
      const behind: Key[] = [];
      const length = next === undefined ? 0 : this.#readAltSequence(input, at + 1, behind);
      keys.push(...(length === 0 ? [keyWith('escape')] : behind));
      return length + 1;
    }
    const behind: Key[] = [];
    const length = readPlain(input, at + 1, behind, true);
    keys.push(...behind.map(withAlt));
    return length + 1;
  }

  /** A whole sequence behind an Escape is that key with Alt. */
  #readAltSequence(input: string, at: number, keys: Key[]): number {
    const sequence = matchAt(CONTROL_SEQUENCE, input, at);
    if (sequence === null || sequence[2] === '~') return 0;
    const key = keyOfSequence(sequence[1] ?? '', sequence[2] ?? '');
    pushKey(keys, key === undefined ? undefined : withAlt(key));
    return sequence[0].length;
  }
}

/** A control character as its key, or a run of characters as text; one character of them when `isSingle`. */
function readPlain(input: string, at: number, keys: Key[], isSingle = false): number {
  const [run] = matchAt(PRINTABLE, input, at) ?? [];
  if (run !== undefined) {
    const text = isSingle ? String.fromCodePoint(run.codePointAt(0) ?? 0) : run;
    keys.push({ type: 'text', text });
    return text.length;
  }
  const char = input[at] ?? '';
  const name = CONTROL_KEYS[char];
  if (name !== undefined) keys.push(keyWith(name));
  // Ctrl takes a letter's first three bits away.
  else if (char < ' ')
    keys.push({ type: 'key', id: `ctrl-${String.fromCodePoint(char.charCodeAt(0) + 0x40).toLowerCase()}` });
  return 1;
}

function pushKey(keys: Key[], key: Key | undefined): void {
  if (key !== undefined) keys.push(key);
}

function matchAt(pattern: RegExp, input: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(input);
}

/** How many characters at the end of `text` are the beginning of `end`. */
function longestEndThatBegins(text: string, end: string): number {
  for (let length = Math.min(end.length - 1, text.length); length > 0; length--)
    if (text.endsWith(end.slice(0, length))) return length;
  return 0;
}
