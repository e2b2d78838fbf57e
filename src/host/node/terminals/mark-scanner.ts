/** The output of a terminal, separated into text and the marks that the shell prints when a command has ended. */
export type ScannedOutput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly run: number; readonly exitCode: number };

const START = '\u001b]777;';
const END = '\u0007';
// A mark is a token and two numbers; anything longer is text. Units: UTF-16 units.
const MAX_MARK_CHARS = 128;

/**
 * The mark that a shell prints, as a format for bash's `printf`. Shape: an operating system command that no terminal
 * knows.
 */
export function buildMarkFormat(token: string): string {
  return `\\033]777;${token};%s;%s\\007`;
}

/** Finds the marks with a token in output that arrives in pieces. Marks with other tokens are text. */
export class MarkScanner {
  readonly #start: string;
  #held = '';

  constructor(token: string) {
    this.#start = `${START}${token};`;
  }

  push(piece: string): readonly ScannedOutput[] {
    const found: ScannedOutput[] = [];
    let text = this.#held + piece;
    this.#held = '';
    let before = '';
    for (;;) {
      const at = this.#findStart(text);
      if (at === -1) break;
      const end = text.indexOf(END, at);
      if (end === -1 && text.length - at <= MAX_MARK_CHARS) {
        this.#held = text.slice(at);
        text = text.slice(0, at);
        break;
      }
      const mark = end === -1 ? undefined : this.#parse(text.slice(at, end));
      const next = mark === undefined ? at + 1 : end + 1;
      before += text.slice(0, mark === undefined ? next : at);
      text = text.slice(next);
      if (mark === undefined) continue;
      if (before !== '') found.push({ kind: 'text', text: before });
      before = '';
      found.push(mark);
    }
    if (before + text !== '') found.push({ kind: 'text', text: before + text });
    return found;
  }

  /** The index at which a mark begins, or may begin when the piece ends too early to tell. */
  #findStart(text: string): number {
    const whole = text.indexOf(this.#start);
    if (whole !== -1) return whole;
    for (let chars = Math.min(this.#start.length - 1, text.length); chars > 0; chars -= 1)
      if (text.endsWith(this.#start.slice(0, chars))) return text.length - chars;
    return -1;
  }

  #parse(mark: string): ScannedOutput | undefined {
    const [, run, exitCode] = /^(\d+);(\d+)$/.exec(mark.slice(this.#start.length)) ?? [];
    return run === undefined ? undefined : { kind: 'mark', run: Number(run), exitCode: Number(exitCode) };
  }
}
