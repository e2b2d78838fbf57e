import { countClosed } from '../../markdown/grow-markdown.js';
import type { Block } from '../../markdown/markdown-node.js';
import { parseSafeMarkdown } from '../../markdown/parse-safe-markdown.js';
import { dropUnsettledLine } from '../../markdown/drop-unsettled-line.js';
import { type PaintCode, plainCode } from './code-painter.js';
import { splitCodeLines, drawBlock } from './draw-block.js';
import type { Paint } from './paint.js';

// A block that does not end is drawn once it is this long: parsing it again with each line takes 2 ms. Units: UTF-16
// units.
const MAX_OPEN_CHARS = 8_000;

// Without one of these no block has ended: a line after an empty one, or a fence.
const MAY_BE_CLOSED = /\n[ \t]*\n(?=[^\n]*\S)[^\n]*\n|(?:^|\n) {0,3}(?:```|~~~)[^\n]*\n/;

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s]*)[^\n]*\n/;

/**
 * Draws Markdown that arrives in pieces as lines for a terminal. Lines that were returned are final; text that may
 * still change is in `tail`. Code is returned line by line, everything else block by block.
 */
export class MarkdownFlow {
  readonly #paint: Paint;
  readonly #columns: () => number;
  readonly #paintCode: PaintCode;
  /** Text that was not returned yet. */
  #open = '';
  /** The opening marks of a fence that has not been closed. */
  #fence: string | undefined;
  /** Draws the lines of the open fence. */
  #paintLine: (line: string) => string = plainCode('');
  #isFirst = true;

  /** `paintCode`: default, code has no colours. */
  constructor(paint: Paint, columns: () => number, paintCode: PaintCode = plainCode) {
    this.#paint = paint;
    this.#columns = columns;
    this.#paintCode = paintCode;
  }

  /** Whether all text was returned. */
  get isEmpty(): boolean {
    return this.#open === '' && this.#fence === undefined;
  }

  /** Adds text. Returns the lines that no later text can change. */
  push(text: string): readonly string[] {
    this.#open += text;
    // Only a complete line can end a block.
    return text.includes('\n') ? this.#take() : [];
  }

  /** The remaining text, drawn as it looks now, many times a second: without the colours of code. */
  get tail(): readonly string[] {
    if (this.#fence !== undefined) return this.#open === '' ? [] : splitCodeLines(this.#open);
    const text = dropUnsettledLine(this.#open);
    return text.trim() === ''
      ? []
      : this.#drawBlocks(parseSafeMarkdown(text).blocks, this.#isFirst, plainCode);
  }

  /** Ends the text. Returns all remaining lines. */
  end(): readonly string[] {
    const rest =
      this.#fence === undefined ? this.#drawAll(parseSafeMarkdown(this.#open).blocks) : this.#takeCode(true);
    this.#open = '';
    this.#fence = undefined;
    this.#isFirst = true;
    return rest;
  }

  #take(): readonly string[] {
    const lines: string[] = [];
    for (;;) {
      if (this.#fence !== undefined) {
        for (const item of this.#takeCode(false)) lines.push(item);
        if (this.#fence !== undefined) return lines;
      }
      if (this.#open.length < MAX_OPEN_CHARS && !MAY_BE_CLOSED.test(this.#open)) return lines;
      const { blocks } = parseSafeMarkdown(this.#open);
      const closed = blocks.slice(0, this.#countClosed(blocks));
      for (const item of this.#drawAll(closed)) lines.push(item);
      const taken = closed.reduce((sum, { raw }) => sum + raw.length, 0);
      this.#open = withoutEmptyLines(this.#open.slice(taken));
      const fence = FENCE.exec(this.#open);
      if (fence === null) return lines;
      // From here on, lines of code are returned one by one.
      if (!this.#isFirst) lines.push('');
      this.#isFirst = false;
      this.#fence = fence[1] ?? '';
      this.#paintLine = this.#paintCode(fence[2] ?? '');
      this.#open = this.#open.slice(fence[0].length);
    }
  }

  /** How many blocks are final: all before the first fence, which ends any paragraph, or else all that are closed. */
  #countClosed(blocks: readonly Block[]): number {
    const fence = blocks.findIndex(({ node, raw }) => node.type === 'code' && FENCE.test(raw));
    if (fence >= 0) return fence;
    return this.#open.length < MAX_OPEN_CHARS ? countClosed(blocks) : blocks.length;
  }

  /** Takes complete lines of code, up to the end of the fence. */
  #takeCode(isOver: boolean): readonly string[] {
    const mark = this.#fence ?? '';
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
      for (const item of splitCodeLines(line)) lines.push(this.#paintLine(item));
    }
  }

  #drawAll(blocks: readonly Block[]): readonly string[] {
    const lines = this.#drawBlocks(blocks, this.#isFirst, this.#paintCode);
    if (lines.length > 0) this.#isFirst = false;
    return lines;
  }

  #drawBlocks(blocks: readonly Block[], isFirst: boolean, paintCode: PaintCode): readonly string[] {
    const columns = this.#columns();
    const lines: string[] = [];
    for (const { raw, node } of blocks) {
      // Links by reference do not work on a terminal, so definitions are shown as written.
      const drawn =
        node.type === 'definition'
          ? splitCodeLines(raw.trim())
          : drawBlock(node, this.#paint, columns, paintCode);
      if (drawn.length > 0 && !(isFirst && lines.length === 0)) lines.push('');
      for (const line of drawn) lines.push(line);
    }
    return lines;
  }
}

function withoutEmptyLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '');
}
