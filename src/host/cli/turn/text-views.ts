import { type Highlight, paintCodeWith } from '../markdown/code-painter.js';
import { CodeFinder, loadHighlight } from '../markdown/load-highlight.js';
import type { MarkdownFlow } from '../markdown/markdown-flow.js';
import type { Paint } from '../markdown/paint.js';
import type { Output } from '../terminal/output.js';
import { wrapLine, wrapWords } from '../terminal/text-width.js';

/** Prints a model's text as it streams in. */
export interface TextView {
  push(text: string): Promise<void>;
  end(): Promise<void>;
  /** Lines that may still change, for the live status. */
  readonly tail: () => readonly string[];
}

/** What prints an answer: drawn, on a terminal that can redraw. */
export function createAnswerView(out: Output): TextView {
  return out.canDraw ? new MarkdownView(out) : new PlainView(out);
}

/** What prints reasoning: dimmed, on a terminal that can redraw. */
export function createReasoningView(out: Output): TextView {
  return out.canDraw ? new ReasoningView(out) : new PlainView(out);
}

/** Loads what an answer on this output needs ahead of its first words. */
export function prepareAnswerView(out: Output): void {
  // The view says what is wrong.
  if (out.canDraw) loadFlow().catch(() => undefined);
}

/** Loaded on demand: what goes to a pipe needs none of the code that reads and draws Markdown. */
function loadFlow(): Promise<{ readonly MarkdownFlow: typeof MarkdownFlow }> {
  return import('../markdown/markdown-flow.js');
}

class MarkdownView implements TextView {
  readonly #out: Output;
  readonly #finder = new CodeFinder();
  #flow: MarkdownFlow | undefined;
  #highlight: Highlight | undefined;

  constructor(out: Output) {
    this.#out = out;
  }

  readonly tail = (): readonly string[] =>
    this.#flow?.tail.flatMap((line) => wrapLine(line, this.#out.columns - 1)) ?? [];

  async push(text: string): Promise<void> {
    if (this.#out.hasColor && this.#highlight === undefined && this.#finder.find(text))
      this.#highlight = await loadHighlight();
    const flow = this.#flow ?? (await this.#startFlow());
    await this.#print(flow.push(text));
  }

  async end(): Promise<void> {
    if (this.#flow !== undefined) await this.#print(this.#flow.end());
  }

  async #startFlow(): Promise<MarkdownFlow> {
    const { MarkdownFlow: Flow } = await loadFlow();
    const paint: Paint = (style, text) => this.#out.style(style, text);
    // Another text may have come meanwhile.
    return (this.#flow ??= new Flow(
      paint,
      () => this.#out.columns - 1,
      paintCodeWith(paint, () => this.#highlight),
    ));
  }

  async #print(lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await this.#out.line(lines.join('\n'));
  }
}

/** Prints the model's reasoning: dimmed, line by line. */
class ReasoningView implements TextView {
  readonly #out: Output;
  #open = '';

  constructor(out: Output) {
    this.#out = out;
  }

  readonly tail = (): readonly string[] => (this.#open === '' ? [] : this.#draw(this.#open));

  async push(text: string): Promise<void> {
    this.#open += text;
    const end = this.#open.lastIndexOf('\n');
    if (end < 0) return;
    const whole = this.#open.slice(0, end);
    this.#open = this.#open.slice(end + 1);
    await this.#out.line(this.#draw(whole).join('\n'));
  }

  async end(): Promise<void> {
    const rest = this.#open.trimEnd();
    this.#open = '';
    if (rest !== '') await this.#out.line(this.#draw(rest).join('\n'));
  }

  #draw(text: string): readonly string[] {
    return wrapWords(this.#out.sanitize(text), this.#out.columns - 1).map((line) =>
      this.#out.style('dim', line),
    );
  }
}

/** Prints text unchanged, for a pipe or a terminal that cannot redraw. */
class PlainView implements TextView {
  readonly #out: Output;
  #isMidLine = false;

  constructor(out: Output) {
    this.#out = out;
  }

  readonly tail = (): readonly string[] => [];

  async push(text: string): Promise<void> {
    await this.#out.write(this.#out.sanitize(text));
    if (text !== '') this.#isMidLine = !text.endsWith('\n');
  }

  async end(): Promise<void> {
    if (this.#isMidLine) await this.#out.line();
    this.#isMidLine = false;
  }
}
