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
import { SpanEmitter } from './span-emitter.js';

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
highlighter.configure({ __emitter: SpanEmitter });
for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);
highlighter.registerAliases('c', { languageName: 'cpp' });

// Some 10 ms of highlighting. What is longer is read as data, not as code.
const MAX_CHARS = 20_000;

/**
 * The code as a tree of what its parts are; one text when the language is not known (it is never guessed) or the code
 * is long. The texts of the tree together are the code.
 */
export function highlight(code: string, language: string): readonly CodeSpan[] {
  if (code.length > MAX_CHARS || highlighter.getLanguage(language) === undefined) return [code];
  const { _emitter: emitter, errorRaised } = highlighter.highlight(code, { language, ignoreIllegals: true });
  return emitter instanceof SpanEmitter && errorRaised === undefined ? emitter.spans : [code];
}
