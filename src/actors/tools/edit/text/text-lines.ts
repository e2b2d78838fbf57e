/** A text as lines. Shape: `lines` and `ends` have the same length; joined pairwise they are the text. */
export interface TextLines {
  /** Without their line ends. */
  readonly lines: readonly string[];
  /** `\n`, `\r\n`, or the `\r` of the classic Mac OS; only the last one may be `''`. */
  readonly ends: readonly LineEnd[];
}

export type LineEnd = '\n' | '\r\n' | '\r' | '';

const RETURN = 0x0d;
const FEED = 0x0a;

/** Splits a text that arrives in pieces into lines. */
export class LineSplitter {
  readonly #lines: string[] = [];
  readonly #ends: LineEnd[] = [];
  /** Pieces of a line whose end has not arrived. */
  readonly #unfinished: string[] = [];
  /** Whether the last piece ended in `\r`, which may be the first half of a line end. */
  #holdsReturn = false;

  add(piece: string): void {
    const text = this.#holdsReturn ? `\r${piece}` : piece;
    this.#holdsReturn = text.endsWith('\r');
    const length = this.#holdsReturn ? text.length - 1 : text.length;
    let start = 0;
    for (let at = nextEnd(text, 0); at < length; at = nextEnd(text, start)) {
      const isReturn = text.charCodeAt(at) === RETURN;
      const isPair = isReturn && text.charCodeAt(at + 1) === FEED;
      this.#finish(text.slice(start, at), isPair ? '\r\n' : isReturn ? '\r' : '\n');
      start = at + (isPair ? 2 : 1);
    }
    if (start < length) this.#unfinished.push(text.slice(start, length));
  }

  /** All lines. A final line end is not followed by an empty line; an empty text has no lines. */
  end(): TextLines {
    if (this.#holdsReturn) this.#finish('', '\r');
    else if (this.#unfinished.length > 0) this.#finish('', '');
    return { lines: this.#lines, ends: this.#ends };
  }

  #finish(rest: string, end: LineEnd): void {
    this.#lines.push(this.#unfinished.length === 0 ? rest : this.#unfinished.join('') + rest);
    this.#ends.push(end);
    this.#unfinished.length = 0;
  }
}

/** The index of the next `\r` or `\n`, or the length of the text. */
function nextEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === FEED || unit === RETURN) return at;
  }
  return text.length;
}

/** The lines of a text, in one go: for small texts. */
export function splitLines(text: string): TextLines {
  const splitter = new LineSplitter();
  splitter.add(text);
  return splitter.end();
}

/** The lines of a text from a model; a final line end is followed by an empty line. */
export function splitModelLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** The most common line end; `\n` when there is none. */
export function findCommonLineEnd({ ends }: TextLines): Exclude<LineEnd, ''> {
  const counts = { '\n': 0, '\r\n': 0, '\r': 0, '': 0 };
  for (const end of ends) counts[end]++;
  if (counts['\r\n'] > counts['\n'] && counts['\r\n'] >= counts['\r']) return '\r\n';
  return counts['\r'] > counts['\n'] ? '\r' : '\n';
}

/**
 * The number of a line as readers of the file count it. Units: counted from 1. In a file with other line ends a lone
 * `\r` does not end a line.
 */
export function lineNumber({ ends }: TextLines, line: number): number {
  const isOldMac = !ends.some((end) => end.endsWith('\n'));
  let number = 1;
  for (let before = 0; before < line; before++) if (isOldMac || ends[before] !== '\r') number++;
  return number;
}
