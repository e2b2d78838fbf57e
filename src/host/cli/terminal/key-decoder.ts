import { decodeKeySequence } from './escape-sequences.js';
import { type Key, keyWith, withAlt } from './key.js';
import { PasteReader } from './paste-reader.js';

const ESCAPE = '\u001b';

// ESC [ parameters intermediates final. Source: ECMA-48, 5.4.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROL_SEQUENCE = /\u001b\[([0-?]*)[ -/]*([@-~])/y;
// oxlint-disable-next-line eslint/no-control-regex
const OPEN_SEQUENCE = /\u001b{1,2}(?:\[[0-?]*[ -/]*|O)?$/y;
// A sequence that was broken off by what follows it.
// oxlint-disable-next-line eslint/no-control-regex
const BROKEN_SEQUENCE = /\u001b\[(?:[0-?]+[ -/]*|[ -/]+)/y;
// Function keys of the Linux console, which have no bindings.
// oxlint-disable-next-line eslint/no-control-regex
const CONSOLE_KEY = /\u001b\[\[./y;
// oxlint-disable-next-line eslint/no-control-regex
const OPEN_CONSOLE_KEY = /\u001b\[\[$/y;
// The mouse in its oldest form, three characters behind the sequence: a program that crashed may have left it on.
// Source: xterm's control sequences, "Mouse Tracking".
// oxlint-disable-next-line eslint/no-control-regex
const MOUSE = /\u001b\[M[^\u001b]{3}/y;
// oxlint-disable-next-line eslint/no-control-regex
const OPEN_MOUSE = /\u001b\[M[^\u001b]{0,2}$/y;
// oxlint-disable-next-line eslint/no-control-regex
const SS3_KEY = /\u001bO([A-Za-z])/y;
// Reports of the terminal about itself: OSC, DCS, APC, PM, SOS. Alone these are keys with Alt.
// oxlint-disable-next-line eslint/no-control-regex
const REPORT = /\u001b[\]P_^X](?=[^\u0000-\u001f])/y;
// oxlint-disable-next-line eslint/no-control-regex
const OPEN_REPORT = /\u001b[\]P_^X]$/y;
// Its end, as far as it is there; or another control character, because a report that is broken off takes no keys along.
// oxlint-disable-next-line eslint/no-control-regex
const REPORT_END = /\u0007|\u001b(?:\\|$)|(?=[\u0000-\u001f])/g;
// oxlint-disable-next-line eslint/no-control-regex
const PRINTABLE = /[^\u0000-\u001f\u007f-\u009f]+/y;

// What only time can tell from a key: it is one when nothing follows.
// oxlint-disable-next-line eslint/no-control-regex
const AMBIGUOUS = /^\u001b{1,2}(?:\[|O|[\]P_^X])?$/;
// Arrives in one piece only from a terminal, directly behind what was taken for a key.
const CONTINUED =
  // oxlint-disable-next-line eslint/no-control-regex
  /^\u001b(?:\[[<-?]?\d[\d;:]*(?:[ -/]*[A-Za-z~]|$)|\[[A-Z]$|\]\d+;|[P_^X](?:\d+[;$+!|]|>\|))/;

// Longer than any key and report of numbers. A longer one is dropped. Units: UTF-16 units.
const MAX_OPEN_CHARS = 256;

const CONTROL_KEYS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'linefeed',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
};

/**
 * Decodes terminal input, in pieces of any size, to keys: legacy sequences, kitty's keyboard protocol, xterm's
 * modifyOtherKeys and bracketed pastes. Reports of the terminal are no keys.
 */
export class KeyDecoder {
  #open = '';
  /** What was given as a key because nothing followed it in time. */
  #given = '';
  #paste: PasteReader | undefined;
  #isInReport = false;

  /**
   * Whether a pause decides what the input means: an Escape counts as a key, and a paste is over, unless more arrives
   * soon.
   */
  get isOpen(): boolean {
    return this.#paste?.hasEnded ?? (!this.#isInReport && AMBIGUOUS.test(this.#open));
  }

  feed(chunk: string): Key[] {
    const given = this.#given;
    this.#given = '';
    const before = given !== '' && CONTINUED.test(given + chunk) ? given : this.#open;
    return this.#decode(before + chunk, false);
  }

  /** No more input arrived soon. A sequence of which parameters are there stays open, and a paste without its end. */
  flush(): Key[] {
    if (!this.isOpen) return [];
    const paste = this.#paste;
    if (paste !== undefined) {
      this.#paste = undefined;
      return [{ type: 'paste', text: paste.text }, ...this.#decode(paste.rest, true)];
    }
    this.#given = this.#open;
    return this.#decode(this.#open, true);
  }

  #decode(input: string, isOver: boolean): Key[] {
    this.#open = '';
    const keys: Key[] = [];
    let at = 0;
    while (at < input.length) {
      if (this.#paste !== undefined) {
        this.#paste.feed(input.slice(at));
        return keys;
      }
      if (this.#isInReport) at = this.#skipReport(input, at);
      else {
        const length =
          input[at] === ESCAPE ? this.#readEscape(input, at, isOver, keys) : readPlain(input, at, keys);
        if (length === 0) {
          this.#open = input.slice(at);
          return keys;
        }
        at += length;
      }
    }
    return keys;
  }

  /** Returns where the input continues behind the report. An Escape that may be its end stays open. */
  #skipReport(input: string, at: number): number {
    REPORT_END.lastIndex = at;
    const end = REPORT_END.exec(input);
    if (end === null) return input.length;
    this.#isInReport = end[0] === ESCAPE;
    if (this.#isInReport) this.#open = ESCAPE;
    return end.index + end[0].length;
  }

  /** Returns how many characters were consumed; 0 when the sequence is incomplete. */
  #readEscape(input: string, at: number, isOver: boolean, keys: Key[]): number {
    if (!(isOver && AMBIGUOUS.test(input.slice(at, at + 4))) && isIncomplete(input, at)) return 0;
    const skipped = matchAt(CONSOLE_KEY, input, at) ?? matchAt(MOUSE, input, at);
    if (skipped !== null) return skipped[0].length;
    const report = matchAt(REPORT, input, at);
    if (report !== null) {
      this.#isInReport = true;
      return report[0].length;
    }
    const sequence = matchAt(CONTROL_SEQUENCE, input, at);
    if (sequence !== null) {
      const [whole, params = '', final = ''] = sequence;
      if (final === '~' && params === '200') this.#paste = new PasteReader();
      else if (isKey(params, final)) pushKey(keys, decodeKeySequence(params, final));
      return whole.length;
    }
    const ss3 = matchAt(SS3_KEY, input, at);
    if (ss3 !== null) {
      pushKey(keys, decodeKeySequence('', ss3[1] ?? ''));
      return ss3[0].length;
    }
    const broken = matchAt(BROKEN_SEQUENCE, input, at);
    if (broken !== null) return broken[0].length;
    return this.#readAlt(input, at, keys);
  }

  /** Reads an Escape key, or a key with Alt, which sends an Escape first. */
  #readAlt(input: string, at: number, keys: Key[]): number {
    const next = input[at + 1];
    const behind: Key[] = [];
    if (next === undefined || next === ESCAPE) {
      const length = next === undefined ? 0 : readAltSequence(input, at + 1, behind);
      keys.push(...(length === 0 ? [keyWith('escape')] : behind));
      return length + 1;
    }
    const length = readPlain(input, at + 1, behind, true);
    keys.push(...behind.map(withAlt));
    return length + 1;
  }
}

/** Whether a control sequence is no report: of the terminal itself, or of its mouse. */
function isKey(params: string, final: string): boolean {
  return final !== 'M' && !/^[<-?]/.test(params);
}

function isIncomplete(input: string, at: number): boolean {
  if (input.length - at > MAX_OPEN_CHARS) return false;
  const open = [OPEN_SEQUENCE, OPEN_CONSOLE_KEY, OPEN_MOUSE, OPEN_REPORT];
  return open.some((pattern) => matchAt(pattern, input, at) !== null);
}

/** A complete sequence after an Escape is that key with Alt. */
function readAltSequence(input: string, at: number, keys: Key[]): number {
  const sequence = matchAt(CONTROL_SEQUENCE, input, at);
  if (sequence === null || sequence[2] === '~') return 0;
  const key = decodeKeySequence(sequence[1] ?? '', sequence[2] ?? '');
  pushKey(keys, key === undefined ? undefined : withAlt(key));
  return sequence[0].length;
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
