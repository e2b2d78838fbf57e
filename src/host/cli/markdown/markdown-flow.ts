import { countClosed } from '../../markdown/grow-markdown.js';
import type { Block } from '../../markdown/markdown-node.js';
import { safeMarkdown } from '../../markdown/safe-markdown.js';
import { settledText } from '../../markdown/settled-text.js';
import { codeLines, drawBlock } from './draw-block.js';
import type { Paint } from './paint.js';

// A block that does not end is drawn up to here and not kept waiting: to read it again with each line takes 2 ms.
const MAX_OPEN_CHARS = 8_000;

// Without one of these nothing has ended that could be given out: a line behind an empty one, or a fence.
const MAY_BE_CLOSED = /\n[ \t]*\n(?=[^\n]*\S)[^\n]*\n|(?:^|\n) {0,3}(?:```|~~~)[^\n]*\n/;

const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n/;

/** A fence that has begun, and not ended. */
interface OpenFence {
  readonly mark: string;
}

/**
 * Markdown that arrives piece by piece, as lines of a terminal. A line that was given out is never taken back: what
 * may still change is in `tail`. Code comes line by line, everything else block by block.
 */
export class MarkdownFlow {
  readonly #paint: Paint;
  readonly #columns: () => number;
  /** What was not given out. */
  #open = '';
  #fence: OpenFence | undefined;
  #isFirst = true;

  constructor(paint: Paint, columns: () => number) {
    this.#paint = paint;
    this.#columns = columns;
  }

  /** Whether nothing came that is still to be given out. */
  get isEmpty(): boolean {
    return this.#open === '' && this.#fence === undefined;
  }

  /** The lines that no text behind them can change. */
  push(text: string): readonly string[] {
    this.#open += text;
    // Nothing ends but with a line.
    return text.includes('\n') ? this.#take() : [];
  }

  /** What came since, as it looks now. */
  get tail(): readonly string[] {
    if (this.#fence !== undefined) return this.#open === '' ? [] : codeLines(this.#open);
    const text = settledText(this.#open);
    return text.trim() === '' ? [] : this.#drawBlocks(safeMarkdown(text).blocks, this.#isFirst);
  }

  /** The text is over: all that was not given out. */
  end(): readonly string[] {
    const rest =
      this.#fence === undefined ? this.#drawAll(safeMarkdown(this.#open).blocks) : this.#takeCode(true);
    this.#open = '';
    this.#fence = undefined;
    this.#isFirst = true;
    return rest;
  }

  #take(): readonly string[] {
    const lines: string[] = [];
    for (;;) {
      if (this.#fence !== undefined) {
        lines.push(...this.#takeCode(false));
        if (this.#fence !== undefined) return lines;
      }
      if (this.#open.length < MAX_OPEN_CHARS && !MAY_BE_CLOSED.test(this.#open)) return lines;
      const { blocks } = safeMarkdown(this.#open);
      const closed = blocks.slice(0, this.#countClosed(blocks));
      lines.push(...this.#drawAll(closed));
      const taken = closed.reduce((sum, { raw }) => sum + raw.length, 0);
      this.#open = withoutEmptyLines(this.#open.slice(taken));
      const fence = FENCE.exec(this.#open);
      if (fence === null) return lines;
      // The lines of code are told one by one from here.
      if (!this.#isFirst) lines.push('');
      this.#isFirst = false;
      this.#fence = { mark: fence[1] ?? '' };
      this.#open = this.#open.slice(fence[0].length);
    }
  }

  /** All before the first fence, which ends whatever paragraph it follows; without one those that are closed. */
  #countClosed(blocks: readonly Block[]): number {
    const fence = blocks.findIndex(({ node, raw }) => node.type === 'code' && FENCE.test(raw));
    if (fence >= 0) return fence;
    return this.#open.length < MAX_OPEN_CHARS ? countClosed(blocks) : blocks.length;
  }

  /** Whole lines of code up to the end of the fence. */
  #takeCode(isOver: boolean): readonly string[] {
    const { mark = '' } = this.#fence ?? {};
    const lines: string[] = [];
    for (;;) {
      const end = this.#open.indexOf('\n');
      if (end < 0 && (!isOver || this.#open === '')) return lines;
      const line = end < 0 ? this.#open : this.#open.slice(0, end);
      this.#open = end < 0 ? '' : this.#open.slice(end + 1);
      const closing = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1] ?? '';
      if (closing.startsWith(mark)) {
        this.#fence = undefined;
        this.#open = withoutEmptyLines(this.#open);
        return lines;
      }
      lines.push(...codeLines(line));
    }
  }

  #drawAll(blocks: readonly Block[]): readonly string[] {
    const lines = this.#drawBlocks(blocks, this.#isFirst);
    if (lines.length > 0) this.#isFirst = false;
    return lines;
  }

  #drawBlocks(blocks: readonly Block[], isFirst: boolean): readonly string[] {
    const columns = this.#columns();
    const lines: string[] = [];
    for (const { raw, node } of blocks) {
      // A reader of a terminal follows no reference: it is shown as it was written.
      const drawn =
        node.type === 'definition' ? codeLines(raw.trim()) : drawBlock(node, this.#paint, columns);
      if (drawn.length > 0) lines.push(...(isFirst && lines.length === 0 ? [] : ['']), ...drawn);
    }
    return lines;
  }
}

/** The text without the empty lines that it begins with. */
function withoutEmptyLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '');
}
