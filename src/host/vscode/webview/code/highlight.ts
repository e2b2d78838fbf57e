import type { LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
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

// 300 lines, some 10 ms of highlighting. What is longer is read as data, not as code.
const MAX_CHARS = 10_000;

// Some rules go back over a word for each letter of it: one of 20,000 letters costs a second. People break lines.
const MAX_LINE_CHARS = 500;

/**
 * The code in pieces of one kind each; one piece when the language is not known (it is never guessed) or the code
 * is too long. The texts of the pieces together are the code.
 */
export function highlight(code: string, language: string): readonly CodeSpan[] {
  if (highlighter.getLanguage(language) === undefined || isTooLong(code)) return [{ kind: '', text: code }];
  const spans = readSpans(highlighter.highlight(code, { language, ignoreIllegals: true }).value);
  return spans.map(({ text }) => text).join('') === code ? spans : [{ kind: '', text: code }];
}

function isTooLong(code: string): boolean {
  return code.length > MAX_CHARS || code.split('\n').some((line) => line.length > MAX_LINE_CHARS);
}
