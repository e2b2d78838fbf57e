import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  growMarkdown,
  NO_MARKDOWN,
  type ParsedMarkdown,
} from '../../../../../src/host/vscode/webview/markdown/grow-markdown.js';
import { markdownText, pieces } from './markdown-text.js';

const grow = (texts: readonly string[], isWhole = false): ParsedMarkdown =>
  texts.reduce((parsed, text) => growMarkdown(parsed, text, isWhole), NO_MARKDOWN);

describe('a text that grows', () => {
  test('has at every moment the blocks of its text in one piece', () => {
    const streamed = markdownText.chain((text) => fc.tuple(fc.constant(text), pieces(text)));
    fc.assert(
      fc.property(streamed, ([, texts]) => {
        let parsed = NO_MARKDOWN;
        for (const text of texts) {
          parsed = growMarkdown(parsed, text, false);
          expect(parsed.blocks).toEqual(growMarkdown(NO_MARKDOWN, text, true).blocks);
        }
      }),
      { numRuns: 500 },
    );
  });
});
void grow;
void describe;
