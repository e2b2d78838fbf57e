import { decodeKeySequence } from './escape-sequences.js';
import { type Key, keyWith, withAlt } from './key.js';

const ESCAPE = '\u001b';
const PASTE_END = '\u001b[201~';

// ESC [ parameters intermediates final. Source: ECMA-48, 5.4.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROL_SEQUENCE = /\u001b\[([0-?]*)[ -/]*([@-~])/y;
// oxlint-disable-next-line eslint/no-control-regex
const OPEN_SEQUENCE = /\u001b{1,2}(?:\[[0-?]*[ -/]*|O)?$/y;
// Function keys of the Linux console, which have no bindings.
// oxlint-disable-next-line eslint/no-control-regex
const CONSOLE_KEY = /\u001b\[\[./y;
// oxlint-disable-next-line eslint/no-control-regex
const SS3_KEY = /\u001bO([A-Za-z])/y;
// Reports of the terminal about itself: OSC, DCS, APC, PM, SOS, up to their end.
// oxlint-disable-next-line eslint/no-control-regex
const REPORT = /\u001b[\]P_^X][^\u0007\u001b]*(?:\u0007|\u001b\\)/y;
// oxlint-disable-next-line eslint/no-control-regex
const OPEN_REPORT = /\u001b[\]P_^X][^\u0007\u001b]*\u001b?$/y;
// oxlint-disable-next-line eslint/no-control-regex
const PRINTABLE = /[^\u0000-\u001f\u007f-\u009f]+/y;

// The longest incomplete sequence that is awaited: terminal reports are shorter, and keys much shorter. Units: UTF-16
// units.
const MAX_OPEN_CHARS = 4_096;

const CONTROL_KEYS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'linefeed',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
};

/**
 * Decodes terminal input, in pieces of any size, to keys: legacy sequences, kitty's keyboard protocol, xterm's
 * modifyOtherKeys and bracketed pastes.
 */
export class KeyDecoder {
  #open = '';
  /** The parts of a paste that has not ended. */
  #paste: string[] | undefined;

  /** Whether the input ends in the middle of a sequence: an Escape counts as a key unless more arrives soon. */
  get isOpen(): boolean {
    return this.#open !== '' && this.#paste === undefined;
  }

  feed(chunk: string): Key[] {
    return this.#decode(this.#open + chunk, false);
  }

  /** No more input arrived: a pending Escape is the Escape key. A paste stays open until its end. */
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

  /**
   * Reads a paste. Returns where the input continues; text that may be the beginning of its end marker is not consumed.
   */
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

  /** Returns how many characters were consumed; 0 when the sequence is incomplete. */
  #readEscape(input: string, at: number, isOver: boolean, keys: Key[]): number {
    const isWorthWaiting = !isOver && input.length - at < MAX_OPEN_CHARS;
    if (isWorthWaiting && (matchAt(OPEN_SEQUENCE, input, at) ?? matchAt(OPEN_REPORT, input, at))) return 0;
    const skipped = matchAt(CONSOLE_KEY, input, at) ?? matchAt(REPORT, input, at);
    if (skipped !== null) return skipped[0].length;
    const sequence = matchAt(CONTROL_SEQUENCE, input, at);
    if (sequence !== null) {
      const [whole, params = '', final = ''] = sequence;
      if (final === '~' && params === '200') this.#paste = [];
      else pushKey(keys, decodeKeySequence(params, final));
      return whole.length;
    }
    const ss3 = matchAt(SS3_KEY, input, at);
    if (ss3 !== null) {
      pushKey(keys, decodeKeySequence('', ss3[1] ?? ''));
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

  /** A complete sequence after an Escape is that key with Alt. */
  #readAltSequence(input: string, at: number, keys: Key[]): number {
    const sequence = matchAt(CONTROL_SEQUENCE, input, at);
    if (sequence === null || sequence[2] === '~') return 0;
    const key = decodeKeySequence(sequence[1] ?? '', sequence[2] ?? '');
    pushKey(keys, key === undefined ? undefined : withAlt(key));
    return sequence[0].length;
  }
}

/** Reads a control character as its key, or a run of characters as text; only one character when `isSingle`. */
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
  // Ctrl clears the upper three bits of a letter.
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

/** The length of the longest suffix of `text` that is a prefix of `end`. */
function longestEndThatBegins(text: string, end: string): number {
  for (let length = Math.min(end.length - 1, text.length); length > 0; length--)
    if (text.endsWith(end.slice(0, length))) return length;
  return 0;
}
