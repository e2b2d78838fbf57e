const ESCAPE = '\u001b';
const BELL = '\u0007';
// The longest escape sequence that is awaited: a title or a link. A longer one is treated as text. Units: UTF-16
// units.
const MAX_SEQUENCE_CHARS = 4096;

const COLOUR_OR_CURSOR = /^\[[0-?]*[ -/]*[@-~]/;
const CUT_COLOUR_OR_CURSOR = /^\[[0-?]*[ -/]*$/;
const STRING_START = /^[\]PX^_]/;
const SHORT = /^[ -/]*[0-~]/;
const CUT_SHORT = /^[ -/]*$/;
const ODD_CHARACTER = /(?![\t\n])\p{Cc}/u;
const EVERY_ODD_CHARACTER = /(?![\t\n])\p{Cc}/gu;
const LINE_END = /\r+\n?/g;

/**
 * Converts the output of a program, piece by piece, to text that is safe on a terminal: drops escape sequences, turns
 * `\r\n` and `\r` into `\n`, and replaces every other control character by `\uFFFD`.
 */
export class PlainText {
  #held = '';

  /** The text of a piece, except for an end whose meaning depends on the next piece. */
  push(piece: string): string {
    const text = this.#held + piece;
    if (!ODD_CHARACTER.test(text)) {
      this.#held = '';
      return text;
    }
    const { done, held } = splitHeld(text);
    this.#held = held;
    return clean(done);
  }

  /** The text still held back when the output ends. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return clean(held);
  }
}

/** Splits off an incomplete escape sequence or line end. */
function splitHeld(text: string): { done: string; held: string } {
  const at = findCutSequence(text);
  if (at !== -1) return { done: text.slice(0, at), held: text.slice(at) };
  const lineEnd = /\r+$/.exec(text)?.index;
  return lineEnd === undefined ? { done: text, held: '' } : { done: text.slice(0, lineEnd), held: '\r' };
}

/** The start of the incomplete escape sequence at the end of the text. */
function findCutSequence(text: string): number {
  let at = text.lastIndexOf(ESCAPE);
  if (at === -1) return -1;
  // `ESC ] ... ESC` may become `ESC ] ... ESC \`, one sequence.
  if (at === text.length - 1) {
    const before = text.slice(0, at).lastIndexOf(ESCAPE);
    if (before !== -1 && isOpenString(text.slice(before + 1, at))) at = before;
  }
  if (text.length - at > MAX_SEQUENCE_CHARS) return -1;
  const tail = text.slice(at + 1);
  const isCut = CUT_COLOUR_OR_CURSOR.test(tail) || CUT_SHORT.test(tail) || isOpenString(tail);
  return isCut ? at : -1;
}

function isOpenString(afterEscape: string): boolean {
  return STRING_START.test(afterEscape) && !afterEscape.includes(BELL);
}

function clean(text: string): string {
  const lines = text.replace(LINE_END, '\n');
  return (lines.includes(ESCAPE) ? dropSequences(lines) : lines).replace(EVERY_ODD_CHARACTER, '\uFFFD');
}

function dropSequences(text: string): string {
  const [first = '', ...parts] = text.split(ESCAPE);
  const kept = [first];
  for (const [index, part] of parts.entries()) {
    // The `ESC \` that ends a string is a sequence of its own.
    const isString = isOpenString(part) && parts[index + 1]?.startsWith('\\') === true;
    kept.push(isString ? '' : dropSequence(part));
  }
  return kept.join('');
}

/** The text after the sequence that `part`, the text after an escape character, begins with. */
function dropSequence(part: string): string {
  const chars = sequenceChars(part);
  return chars === 0 ? `\uFFFD${part}` : part.slice(chars);
}

function sequenceChars(part: string): number {
  if (part.startsWith('[')) return COLOUR_OR_CURSOR.exec(part)?.[0].length ?? 0;
  if (STRING_START.test(part)) return part.indexOf(BELL) + 1;
  return SHORT.exec(part)?.[0].length ?? 0;
}
