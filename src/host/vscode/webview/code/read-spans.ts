import { decodeEntities } from '../../../markdown/decode-entities.js';
import type { CodeSpan } from './code-span.js';

// All that highlight.js writes: a span that starts, one that ends, and escaped text.
const PIECE = /<span class="(?:hljs-|language-)(\w+)[^"]*">|<\/span>|([^<]+)/g;

/**
 * The HTML of highlight.js as pieces one after the other, so that it is read here and never by the page. A piece
 * within another is what the inner one is.
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
