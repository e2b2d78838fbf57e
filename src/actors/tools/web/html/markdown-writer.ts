import { stripHidden } from '../../text/strip-hidden.js';
import { fenceText } from '../../../protocol/attachments.js';

// Deeper ones look the same, and each costs two characters a line.
const MAX_CONTAINERS = 10;

/** Something whose blocks begin with a mark: a quotation or an item of a list. */
interface Container {
  readonly first: string;
  readonly rest: string;
  isBegun: boolean;
}

/** A stretch of a block that gets a form once it is whole: a link or code. */
interface Stretch {
  readonly block: number;
  readonly part: number;
}

/**
 * Writes Markdown block by block: runs of white space become one space, and characters that a person does not see are
 * left out. What is written costs as much as it is long, in whatever order it comes.
 */
export class MarkdownWriter {
  readonly #lines: string[] = [];
  readonly #containers: Container[] = [];
  /** Containers that were opened beyond the limit. */
  #ignored = 0;
  #parts: string[] = [];
  #endsWithSpace = true;
  /** Counts the blocks, so that a stretch knows whether its block has ended. */
  #block = 0;
  #wasItem = false;
  #chars = 0;

  /** Units: UTF-16 units of all that was written. */
  get length(): number {
    return this.#chars;
  }

  /** Adds text to the block. */
  add(text: string): void {
    const plain = stripHidden(text).replace(/\s+/g, ' ');
    const kept = this.#endsWithSpace && plain.startsWith(' ') ? plain.slice(1) : plain;
    if (kept !== '') this.#push(kept);
  }

  /** Begins another line of the block. */
  breakLine(): void {
    if (this.#parts.length > 0) this.#push('\n');
  }

  begin(): Stretch {
    return { block: this.#block, part: this.#parts.length };
  }

  /** Gives what was added since `begin` another form; nothing, where that was nothing or its block has ended. */
  end({ block, part }: Stretch, toText: (text: string) => string): 'written' | 'empty' | 'in another block' {
    if (block !== this.#block) return 'in another block';
    const text = this.#parts.slice(part).join('');
    const inner = text.trim();
    if (inner === '') return 'empty';
    this.#parts.length = part;
    const [before, after] = [/^\s/.test(text) ? ' ' : '', /\s$/.test(text) ? ' ' : ''];
    this.#push(`${before}${toText(inner.replace(/\s+/g, ' '))}${after}`);
    return 'written';
  }

  /** Ends the block, as one that begins with `mark`. */
  endBlock(mark = ''): void {
    const text = this.takeBlock();
    if (text !== '') this.#write((mark + text).split('\n').map((line) => line.trim()));
  }

  /** Ends the block and returns its text in place of writing it. */
  takeBlock(): string {
    const text = this.#parts.join('').trim();
    this.#parts = [];
    this.#endsWithSpace = true;
    this.#block += 1;
    return text;
  }

  /** Writes a block as it is, behind the one before. `isNext`: without an empty line between them. */
  writeLines(lines: readonly string[], { isNext = false }: { readonly isNext?: boolean } = {}): void {
    this.endBlock();
    this.#write(lines, isNext);
  }

  /** Writes code as a block. Shape: without hidden characters. */
  writeCode(code: string, language: string): void {
    const text = code.replace(/^\n/, '').trimEnd();
    if (text === '') return;
    const fenced = fenceText(text, language);
    // Without marks in front of its lines a long text need not be taken apart.
    this.writeLines(this.#containers.length === 0 ? [fenced] : fenced.split('\n'));
  }

  open(first: string, rest: string): void {
    this.endBlock();
    if (this.#containers.length >= MAX_CONTAINERS) this.#ignored += 1;
    else this.#containers.push({ first, rest, isBegun: false });
  }

  close(): void {
    this.endBlock();
    if (this.#ignored > 0) this.#ignored -= 1;
    else this.#containers.pop();
  }

  /** The whole text. */
  finish(): string {
    this.endBlock();
    return this.#lines.join('\n');
  }

  #push(text: string): void {
    this.#parts.push(text);
    this.#chars += text.length;
    this.#endsWithSpace = /\s$/.test(text);
  }

  #write(lines: readonly string[], isNext = false): void {
    const last = this.#containers.at(-1);
    const isItem = last?.isBegun === false && last.first !== last.rest;
    if (this.#lines.length > 0 && !isNext && !(isItem && this.#wasItem)) this.#lines.push('');
    this.#wasItem = this.#containers.some(({ first, rest }) => first !== rest);
    for (const line of lines) {
      const marks = this.#containers.map((container) => {
        if (container.isBegun) return container.rest;
        container.isBegun = true;
        return container.first;
      });
      const written = `${marks.join('')}${line}`.trimEnd();
      this.#lines.push(written);
      this.#chars += written.length - line.length + 1;
    }
  }
}
