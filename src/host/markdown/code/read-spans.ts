import { decodeEntities } from '../decode-entities.js';
import type { CodeSpan } from './code-span.js';

// Everything that highlight.js outputs: the start of a span, its end, and escaped text.
const PIECE = /<span class="(?:hljs-|language-)(\w+)[^"]*">|<\/span>|([^<]+)/g;

/**
 * Parses the HTML of highlight.js to consecutive spans, so that the page never interprets it. Nested spans get the kind
 * of the innermost one.
 */
export function readSpans(html: string): readonly CodeSpan[] {
  const spans: CodeSpan[] = [];
  const kinds: string[] = [];
  for (const [, kind, text] of html.matchAll(PIECE)) {
    if (text !== undefined) spans.push({ kind: kinds.at(-1) ?? '', text: decodeEntities(text) });
    else if (kind === undefined) kinds.pop();
    else kinds.push(kind);
  }
  return spans;
}
