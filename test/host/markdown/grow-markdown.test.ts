import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growMarkdown, NO_MARKDOWN, type ParsedMarkdown } from '../../../src/host/markdown/grow-markdown.js';
import { markdownText, pieces } from './markdown-text.js';
import { outline } from './outline.js';

const whole = (text: string): ParsedMarkdown => growMarkdown(NO_MARKDOWN, text, true);

const grow = (...texts: readonly string[]): ParsedMarkdown =>
  texts.reduce((parsed, text) => growMarkdown(parsed, text, false), NO_MARKDOWN);

const read = ({ blocks }: ParsedMarkdown): string => outline(blocks.map(({ node }) => node));

describe('growMarkdown', () => {
  test('has at every moment the blocks of its text in one piece', () => {
    const streamed = markdownText.chain((text) => pieces(text));
    fc.assert(
      fc.property(streamed, (texts) => {
        let parsed = NO_MARKDOWN;
        for (const text of texts) {
          parsed = growMarkdown(parsed, text, false);
          expect(parsed.blocks).toEqual(whole(text).blocks);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('keeps the blocks that are finished as the same objects', () => {
    const before = grow('# a\n\nb\n\n- c\n\n');
    const after = growMarkdown(before, '# a\n\nb\n\n- c\n\nd *e', false);
    expect(read(after)).toBe('heading1("a") paragraph("b") list(line("c")) paragraph("d *e")');
    expect(after.blocks.slice(0, 3).map((block, index) => block === before.blocks[index])).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('keeps blocks that come out the same once the text is whole', () => {
    const before = grow('a\n\nb');
    const after = growMarkdown(before, 'a\n\nb', true);
    expect(after.blocks.map((block, index) => block === before.blocks[index])).toEqual([true, true]);
  });

  test('is the same object when nothing has changed', () => {
    const parsed = grow('a');
    expect(growMarkdown(parsed, 'a', false)).toBe(parsed);
    const done = whole('a');
    expect(growMarkdown(done, 'a', true)).toBe(done);
  });

  test('lets a list go on after an empty line', () => {
    expect(read(grow('- a\n\n', '- a\n\n ', '- a\n\n  b'))).toBe('list(paragraph("a") paragraph("b"))');
  });

  test('lets a numbered list go on after an empty line, once the number is one', () => {
    expect(read(grow('1. a\n\n', '1. a\n\n2', '1. a\n\n2. b'))).toBe('list1(paragraph("a"), paragraph("b"))');
  });

  test('makes a heading of a paragraph that is underlined', () => {
    expect(read(grow('a\n', 'a\n=', 'a\n==='))).toBe('heading1("a")');
  });

  test('keeps an open fence open over empty lines', () => {
    expect(read(grow('```ts\na\n\n', '```ts\na\n\nb\n', '```ts\na\n\nb\n```\n\nc'))).toBe(
      'code:ts("a\\n\\nb") paragraph("c")',
    );
  });

  test('makes the links whose definition came last once the text is whole', () => {
    const text = '[a][b]\n\nc\n\nd\n\n[b]: https://example.com';
    const streamed = grow('[a][b]\n\nc\n\nd\n\n', text);
    expect(read(streamed)).toBe('paragraph("[a][b]") paragraph("c") paragraph("d") definition');
    expect(read(growMarkdown(streamed, text, true))).toContain('link:https://example.com/');
  });

  test('starts anew when the text is another one', () => {
    expect(read(grow('a\n\nb\n\nc\n\n', 'x'))).toBe('paragraph("x")');
  });

  test('shows what is behind 100,000 characters as it was written, also while that grows', () => {
    const head = 'a\n\n'.repeat(1_000) + 'b'.repeat(97_000);
    const one = grow(head, `${head}*c*`);
    const two = growMarkdown(one, `${head}*c* *d*`, false);
    expect(two.blocks.at(-1)?.node).toEqual({
      type: 'paragraph',
      children: [{ type: 'plain', text: '*c* *d*' }],
    });
    expect(two.blocks.at(-2)).toBe(one.blocks.at(-2));
  });

  test('draws 2,000 blocks and what is behind them as one', () => {
    const { blocks } = whole('a\n\n'.repeat(3_000));
    expect(blocks.length).toBe(2_001);
    expect(blocks.at(-1)?.raw).toBe('a\n\n'.repeat(1_000));
  });
});
