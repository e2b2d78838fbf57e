import hljs, { type LanguageFn } from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { CodeSpan } from './code-span.js';
import { readSpans } from './read-spans.js';

const LANGUAGES: Readonly<Record<string, LanguageFn>> = {
  bash,
  cpp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  typescript,
  xml,
  yaml,
};

const highlighter = hljs.newInstance();
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);
highlighter.registerAliases('c', { languageName: 'cpp' });

// 300 lines, some 10 ms of highlighting. Longer texts are data rather than code. Units: UTF-16 units.
const MAX_CHARS = 10_000;

// Some rules backtrack over a word for each letter of it: one of 20,000 letters costs a second. Written code has
// shorter lines.
const MAX_LINE_CHARS = 500;

/** Code in pieces of one kind each. */
export interface Highlighted {
  /** Their texts add up to the code. */
  readonly spans: readonly CodeSpan[];
  /** Whether the code ends within something that goes on, such as a comment of several lines. */
  readonly isOpen: boolean;
}

/**
 * Splits code into spans of one kind each; a single span when the language is unknown (it is never guessed) or the code
 * is too long. The texts of all spans add up to the code.
 */
export function highlight(code: string, language: string): readonly CodeSpan[] {
  return highlightPart(code, language).spans;
}

/** The same for the beginning of a code: also says whether what follows must be highlighted with it. */
export function highlightPart(code: string, language: string): Highlighted {
  const plain = { spans: [{ kind: '', text: code }], isOpen: false };
  if (highlighter.getLanguage(language) === undefined || isTooLong(code)) return plain;
  const { value, _top: top } = highlighter.highlight(code, { language, ignoreIllegals: true });
  const spans = readSpans(value);
  // At the top level there is no mode around the current one.
  return spans.map(({ text }) => text).join('') === code
    ? { spans, isOpen: top?.parent !== undefined }
    : plain;
}

function isTooLong(code: string): boolean {
  return code.length > MAX_CHARS || code.split('\n').some((line) => line.length > MAX_LINE_CHARS);
}
