import type { Emitter } from 'highlight.js';
import type { CodeSpan } from './code-span.js';

/** Gathers what highlight.js finds as a tree instead of HTML. */
export class SpanEmitter implements Emitter {
  readonly #root: CodeSpan[] = [];
  readonly #open: CodeSpan[][] = [this.#root];

  get spans(): readonly CodeSpan[] {
    return this.#root;
  }

  startScope(scope: string): void {
    const children: CodeSpan[] = [];
    this.#add({ scope, children });
    this.#open.push(children);
  }

  endScope(): void {
    if (this.#open.length > 1) this.#open.pop();
  }

  addText(text: string): void {
    if (text !== '') this.#add(text);
  }

  /** The spans of a language within another, such as the script in a page. */
  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof SpanEmitter) for (const span of emitter.spans) this.#add(span);
  }

  finalize(): void {
    this.#open.length = 1;
  }

  toHTML(): string {
    return '';
  }

  #add(span: CodeSpan): void {
    this.#open.at(-1)?.push(span);
  }
}
