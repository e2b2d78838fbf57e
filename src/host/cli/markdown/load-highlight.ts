import { isCodeLanguage } from '../../markdown/code/code-languages.js';
import type { Highlight } from './code-painter.js';

// The beginning of a fence with a language, also in a list or a quote.
const FENCE = /^[ \t>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*([^\s`]+)/gm;

// The mark and the language stand at the beginning of a line. Units: UTF-16 units.
const MAX_LINE_CHARS = 200;

let loading: Promise<Highlight | undefined> | undefined;

/** Loads the highlighter, once; resolves to `undefined` when that fails, and code stays plain. */
export function loadHighlight(): Promise<Highlight | undefined> {
  return (loading ??= import('../../markdown/code/highlight.js').then(
    ({ highlightPart }) => highlightPart,
    () => undefined,
  ));
}

/** Finds out whether Markdown that arrives in pieces has code in a known language. */
export class CodeFinder {
  #line = '';

  /** Whether the text up to here, from the last line that had not ended, begins such code. */
  find(text: string): boolean {
    const open = this.#line + text;
    this.#line = open.slice(open.lastIndexOf('\n') + 1).slice(0, MAX_LINE_CHARS);
    return [...open.matchAll(FENCE)].some(([, language = '']) => isCodeLanguage(language));
  }
}
