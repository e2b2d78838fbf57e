import type { EditBlock } from './edit-block.js';

type Mark = ' ' | '-' | '+';

interface HunkLine {
  readonly mark: Mark;
  readonly text: string;
  /** The line if its context lacks the blank that marks it. */
  readonly unmarked: string;
}

// A header with the numbers of a unified diff: they are often made up, and what stands behind them is for people.
const RANGES = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;

/** The lines of a hunk, as they are read, and the block that they make. */
export class HunkBuilder {
  readonly anchors: string[] = [];
  isAtEnd = false;
  /** Whether a line of it had no mark. */
  hasUnmarked = false;
  /** Whether its header has line numbers: then it may be anywhere, and lines that only come need a line beside them. */
  #hasRanges = false;
  readonly #lines: HunkLine[] = [];

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** A header: what it says is a line that the hunk comes after, if it says anything. */
  addHeader(line: string): void {
    if (RANGES.test(line)) {
      this.#hasRanges = true;
      return;
    }
    const anchor = line.replace(/^@@|@@\s*$/g, '').trim();
    if (anchor !== '' && anchor !== '...') this.anchors.push(anchor);
  }

  /** A line with its mark. Models drop the blank of context: of empty lines mostly, of all lines at times. */
  add(line: string): void {
    const [first] = line;
    if (first === '-' || first === '+') {
      this.#lines.push({ mark: first, text: line.slice(1), unmarked: line.slice(1) });
      return;
    }
    const isBlank = line.trim() === '';
    const text = first === ' ' ? line.slice(1) : line;
    this.hasUnmarked ||= !isBlank && first !== ' ';
    this.#lines.push({ mark: ' ', text, unmarked: isBlank ? text : line });
  }

  /** Nothing where the hunk changes nothing. `isLast`: whether no other hunk of the file comes after it. */
  build(isLast: boolean): EditBlock | undefined {
    if (this.#lines.every(({ mark }) => mark === ' ')) return undefined;
    if (this.#onlyAdds()) return this.#buildAddition(isLast);
    const hasContext = this.#lines.some(({ text, unmarked }) => text !== unmarked);
    return {
      ...this.#partsBy('text'),
      anchors: this.anchors,
      isWholeLines: true,
      ...(hasContext ? { unmarked: this.#partsBy('unmarked') } : {}),
      ...(this.isAtEnd ? { isAtEnd: true } : {}),
    };
  }

  #onlyAdds(): boolean {
    return this.#lines.every(({ mark, text }) => mark === '+' || (mark === ' ' && text.trim() === ''));
  }

  /** Lines that only come go behind the innermost anchor; without one, and at the end of a patch, to the end. */
  #buildAddition(isLast: boolean): EditBlock {
    const first = this.#lines.findIndex(({ mark }) => mark === '+');
    const last = this.#lines.findLastIndex(({ mark }) => mark === '+');
    const isAtEnd = this.isAtEnd || (isLast && !this.#hasRanges && this.anchors.length === 0);
    return {
      original: [],
      updated: this.#lines.slice(first, last + 1).map(({ text }) => text),
      anchors: this.anchors,
      isWholeLines: true,
      ...(isAtEnd ? { isAtEnd } : {}),
    };
  }

  #partsBy(form: 'text' | 'unmarked'): Pick<EditBlock, 'original' | 'updated'> {
    const linesBut = (mark: Mark): string[] =>
      this.#lines.filter((line) => line.mark !== mark).map((line) => line[form]);
    return { original: linesBut('+'), updated: linesBut('-') };
  }
}
