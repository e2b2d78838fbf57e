import type { EditBlock } from './edit-block.js';

type Mark = ' ' | '-' | '+';

interface HunkLine {
  readonly mark: Mark;
  readonly text: string;
  /** The line as read when context lines lack their leading space. */
  readonly unmarked: string;
}

// A header with the line numbers of a unified diff: models often make these up, and the text after them is for
// people.
const RANGES = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;

/** Collects the lines of a hunk and builds a block from them. */
export class HunkBuilder {
  readonly anchors: string[] = [];
  isAtEnd = false;
  /** Whether a line had no `+`, `-` or space. */
  hasUnmarked = false;
  /** Whether the header has line numbers: if so the hunk may be anywhere, and inserted lines need a context line. */
  #hasRanges = false;
  readonly #lines: HunkLine[] = [];

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** Reads a header. Any text in it is a line that the hunk comes after. */
  addHeader(line: string): void {
    if (RANGES.test(line)) {
      this.#hasRanges = true;
      return;
    }
    const anchor = line.replace(/^@@|@@\s*$/g, '').trim();
    if (anchor !== '' && anchor !== '...') this.anchors.push(anchor);
  }

  /** Reads a line with its mark. Models drop the space of context lines, mostly of empty ones, sometimes of all. */
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

  /**
   * The block, or `undefined` when the hunk changes nothing. `isLast`: whether the hunk is the last one of its file.
   */
  build(isLast: boolean): EditBlock | undefined {
    if (this.#lines.every(({ mark }) => mark === ' ')) return undefined;
    if (this.#isInsertionOnly()) return this.#buildAddition(isLast);
    const hasContext = this.#lines.some(({ text, unmarked }) => text !== unmarked);
    return {
      ...this.#partsBy('text'),
      anchors: this.anchors,
      isWholeLines: true,
      ...(hasContext ? { unmarked: this.#partsBy('unmarked') } : {}),
      ...(this.isAtEnd ? { isAtEnd: true } : {}),
    };
  }

  #isInsertionOnly(): boolean {
    return this.#lines.every(({ mark, text }) => mark === '+' || (mark === ' ' && text.trim() === ''));
  }

  /** Inserted lines go after the innermost anchor; without one, in the last hunk, to the end of the file. */
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
