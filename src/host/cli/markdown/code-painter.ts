import type { CodeSpan } from '../../markdown/code/code-span.js';
import type { Highlighted } from '../../markdown/code/highlight.js';
import type { Paint } from './paint.js';

// A screen or ten. Longer texts are data rather than code, and a line takes a tenth of a millisecond. Units: lines.
const MAX_LINES = 300;

// A comment or a text of several lines is highlighted again with each of them. Units: UTF-16 units.
const MAX_OPEN_CHARS = 4_000;

/** Splits code into spans, and says whether it ends within one. */
export type Highlight = (code: string, language: string) => Highlighted;

// The colours of a terminal's own theme that can be read on light and on dark ground; all other code is as it was.
const STYLES: Readonly<Record<string, Parameters<Paint>[0]>> = {
  keyword: 'magenta',
  selector: 'magenta',
  name: 'magenta',
  string: 'green',
  regexp: 'green',
  addition: 'green',
  deletion: 'red',
  number: 'yellow',
  literal: 'yellow',
  symbol: 'yellow',
  comment: 'dim',
  quote: 'dim',
  title: 'cyan',
  built_in: 'cyan',
  type: 'cyan',
  attr: 'cyan',
  attribute: 'cyan',
  meta: 'cyan',
  section: 'bold',
};

/** Begins a block of code in a language: the function draws its lines, in their order. */
export type PaintCode = (language: string) => (line: string) => string;

/** Leaves code as it is. */
export const plainCode: PaintCode = () => (line) => line;

/** Colours code, once there is a highlighter. */
export function paintCodeWith(paint: Paint, highlight: () => Highlight | undefined): PaintCode {
  return (language) => {
    const loaded = highlight();
    if (loaded === undefined) return plainCode(language);
    const painter = new CodePainter(language, paint, loaded);
    return (line) => painter.paintLine(line);
  };
}

/**
 * Colours one block of code line by line, in the order of its lines. A drawn line is final, and its text is that of the
 * line. The lines of a block that is longer than `MAX_LINES` are plain behind those.
 */
class CodePainter {
  readonly #language: string;
  readonly #paint: Paint;
  readonly #highlight: Highlight;
  /** The lines before that must be highlighted with the next one. */
  #open = '';
  #linesLeft = MAX_LINES;

  constructor(language: string, paint: Paint, highlight: Highlight) {
    this.#language = language;
    this.#paint = paint;
    this.#highlight = highlight;
  }

  paintLine(line: string): string {
    if (this.#linesLeft === 0) return line;
    this.#linesLeft -= 1;
    // A comment may end with its line.
    const code = `${this.#open}${line}\n`;
    const { spans, isOpen } = this.#highlight(code, this.#language);
    const drawn = this.#draw(spans, this.#open.length, code.length - 1);
    this.#open = isOpen ? code : '';
    if (this.#open.length > MAX_OPEN_CHARS) this.#linesLeft = 0;
    return drawn;
  }

  /** The spans between two places. */
  #draw(spans: readonly CodeSpan[], from: number, to: number): string {
    let at = 0;
    let drawn = '';
    for (const { kind, text } of spans) {
      const part = text.slice(Math.max(0, from - at), Math.max(0, to - at));
      at += text.length;
      const style = Object.hasOwn(STYLES, kind) ? STYLES[kind] : undefined;
      // Blanks have no colour.
      drawn += style === undefined || part.trim() === '' ? part : this.#paint(style, part);
    }
    return drawn;
  }
}
