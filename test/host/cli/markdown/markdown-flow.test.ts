import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Paint } from '../../../../src/host/cli/markdown/paint.js';
import { MarkdownFlow } from '../../../../src/host/cli/markdown/markdown-flow.js';
import { widthOf } from '../../../../src/host/cli/terminal/text-width.js';
import { type PaintCode, paintCodeWith } from '../../../../src/host/cli/markdown/code-painter.js';
import { highlightPart } from '../../../../src/host/markdown/code/highlight.js';
import { markdownText, pieces } from '../../markdown/markdown-text.js';

const plain: Paint = (_style, text) => text;
const marked: Paint = (style, text) => `<${String(style)}:${text}>`;

/** Draws code in the colours of `paint` as well. */
const paintCode = (paint: Paint): PaintCode => paintCodeWith(paint, () => highlightPart);

function drawn(chunks: readonly string[], columns = 40, paint = plain): string[] {
  const flow = new MarkdownFlow(paint, () => columns, paintCode(paint));
  return [...chunks.flatMap((chunk) => flow.push(chunk)), ...flow.end()];
}

// More than a function takes arguments.
const MANY = 150_000;

test.each<[string, string, number]>([
  ['lines of a paragraph', 'x\n'.repeat(MANY), 0],
  ['paragraphs', 'x\n\n'.repeat(MANY), MANY],
  ['lines of code', `\`\`\`\n${'x\n'.repeat(MANY)}\`\`\`\n`, MANY],
  ['lines of code without an end', `\`\`\`\n${'x\n'.repeat(MANY)}`, MANY],
  ['items', '- x\n'.repeat(MANY), MANY],
  ['numbered items', '1. x\n'.repeat(MANY), MANY],
  ['lines of a quote', '> x\n'.repeat(MANY), 0],
  ['rows of a table', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(MANY)}`, MANY],
])('MarkdownFlow draws very many %s', (_what, text, least) => {
  const whole = drawn([text], 40);
  expect(whole.length).toBeGreaterThanOrEqual(least);
  expect(whole.join('').length).toBeGreaterThanOrEqual(MANY);
});

describe('MarkdownFlow', () => {
  test('wraps words whole and keeps the blocks apart', () => {
    expect(drawn(['# Title\nSome words that are longer than one line is.\n\nMore\nof it.'], 20)).toEqual([
      'Title',
      '',
      'Some words that are',
      'longer than one line',
      'is.',
      '',
      'More of it.',
    ]);
  });

  test('gives out code line by line, as it was written and with nothing around it', () => {
    const flow = new MarkdownFlow(plain, () => 10);
    expect(flow.push('Look:\n```ts\nconst a =')).toEqual(['Look:', '']);
    expect(flow.tail).toEqual(['const a =']);
    expect(flow.push(' "longer than ten";\n\n\tx')).toEqual(['const a = "longer than ten";', '']);
    expect(flow.push('\n```\nDone.')).toEqual(['\tx']);
    expect(flow.end()).toEqual(['', 'Done.']);
  });

  test('draws lists, quotes, rules and tasks', () => {
    const text = '- one\n- two words\n  1. in it\n  2. again\n- [x] done\n\n> said\n> so\n\n---\n';
    expect(drawn([text], 12)).toEqual([
      '• one',
      '• two words',
      '  1. in it',
      '  2. again',
      '[x] done',
      '',
      '│ said so',
      '',
      '─'.repeat(12),
    ]);
  });

  test('draws a table in columns, wrapped where it does not fit', () => {
    const text = '| name | n |\n| --- | --: |\n| a | 1 |\n| some longer words | 22 |\n';
    expect(drawn([text], 40)).toEqual([
      'name                n',
      '─────────────────  ──',
      'a                   1',
      'some longer words  22',
    ]);
    expect(drawn([text], 16)).toEqual([
      'name           n',
      '────────────  ──',
      'a              1',
      'some longer   22',
      'words',
    ]);
  });

  test('writes where a link leads, unless its text says so', () => {
    expect(drawn(['See [the docs](https://a.example/x) and https://b.example.\n'], 100, marked)).toEqual([
      'See the docs (<underline:https://a.example/x>) and <underline:https://b.example>.',
    ]);
  });

  test('shows what hides in a text', () => {
    expect(drawn(['a\u202eb `c\u001b]0;t\u0007` \n```\n\u001b[2Jx\u0007\n```\n'])).toEqual([
      'a⟨U+202E⟩b c⟨U+001B⟩]0;t⟨U+0007⟩',
      '',
      'x⟨U+0007⟩',
    ]);
  });

  test('shows what may still change as it looks now, and never takes back what it gave out', () => {
    const flow = new MarkdownFlow(plain, () => 40);
    expect(flow.push('A **bold')).toEqual([]);
    expect(flow.tail).toEqual(['A **bold']);
    expect(flow.push(' word**')).toEqual([]);
    expect(flow.tail).toEqual(['A bold word']);
    expect(flow.push('\n\nNext')).toEqual([]);
    expect(flow.push('\n')).toEqual(['A bold word']);
    expect(flow.end()).toEqual(['', 'Next']);
  });

  test('gives out the same lines however the text is cut', () => {
    fc.assert(
      fc.property(
        markdownText.chain((text) => fc.tuple(fc.constant(text), pieces(text))),
        ([text, grown]) => {
          const chunks = grown.map((piece, index) => piece.slice(grown[index - 1]?.length ?? 0));
          expect(drawn(chunks)).toEqual(drawn([text]));
          expect(drawn(chunks, 40, marked)).toEqual(drawn([text], 40, marked));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('gives out no line of prose that is wider than the terminal', () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom('a', '語', '👍'), minLength: 1, maxLength: 50 }),
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 60 }), (text, columns) => {
        for (const line of drawn([text.join(' ')], columns))
          expect(widthOf(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  test('does not wait for ever for the end of a block', () => {
    const flow = new MarkdownFlow(plain, () => 40);
    const lines = Array.from({ length: 2_000 }, (_, index) => `- item ${index}\n`);
    const early = lines.flatMap((line) => flow.push(line));
    expect(early.length).toBeGreaterThan(1_000);
    expect([...early, ...flow.end()].filter((line) => line !== '')).toHaveLength(2_000);
  });
});
