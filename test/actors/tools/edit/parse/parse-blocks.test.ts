import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBlocks, type ParsedBlocks } from '../../../../../src/actors/tools/edit/parse/parse-blocks.js';
import { splitModelLines } from '../../../../../src/actors/tools/edit/text/text-lines.js';

const parse = (text: string): ParsedBlocks => parseBlocks(splitModelLines(text));

const BLOCK = { original: ['a', '  b'], updated: ['c'] };

describe('parseBlocks', () => {
  test.each([
    ['the words of the tool', '<<<<<<< ORIGINAL\na\n  b\n=======\nc\n>>>>>>> UPDATED'],
    ['SEARCH and REPLACE', '<<<<<<< SEARCH\na\n  b\n=======\nc\n>>>>>>> REPLACE\n'],
    ['no words', '<<<<<<<\na\n  b\n=======\nc\n>>>>>>>'],
    ['fewer characters', '<<<<< old\na\n  b\n=====\nc\n>>>>> new'],
    [
      'a fence and a file name around it',
      'src/a.ts\n```ts\n<<<<<<< SEARCH\na\n  b\n=======\nc\n>>>>>>> REPLACE\n```\n',
    ],
    ['CRLF', '<<<<<<< ORIGINAL\r\na\r\n  b\r\n=======\r\nc\r\n>>>>>>> UPDATED\r\n'],
  ])('reads a block with %s', (_, text) => {
    expect(parse(text)).toEqual({ blocks: [BLOCK], notes: [], problems: [] });
  });

  test('reads an empty part as no lines, and an empty line as one', () => {
    expect(
      parse('<<<<<<< ORIGINAL\na\n=======\n>>>>>>> UPDATED\n<<<<<<< ORIGINAL\nb\n=======\n\n>>>>>>> UPDATED')
        .blocks,
    ).toEqual([
      { original: ['a'], updated: [] },
      { original: ['b'], updated: [''] },
    ]);
  });

  test.each([
    ['no block', 'hello', 'There is no block in it.'],
    ['no divider', '<<<<<<< ORIGINAL\na\n>>>>>>> UPDATED', 'ends in line 3 without a divider'],
    ['no end', '<<<<<<< ORIGINAL\na\n=======\nb', 'never ends'],
    [
      'two dividers',
      '<<<<<<< ORIGINAL\na\n=======\nb\n=======\nc\n>>>>>>> UPDATED',
      'more than one divider (line 5)',
    ],
    [
      'a block in a block',
      '<<<<<<< ORIGINAL\na\n<<<<<<< ORIGINAL\nb\n=======\nc\n>>>>>>> UPDATED',
      'is still open in line 3',
    ],
    ['an end alone', '>>>>>>> UPDATED', 'no block is open there'],
  ])('refuses %s and says where', (_, text, problem) => {
    const { blocks, problems } = parse(text);
    expect({ blocks, problem: problems[0] }).toEqual({
      blocks: [],
      problem: expect.stringContaining(problem),
    });
  });

  test('reads any blocks that are written with markers longer than those in their lines', () => {
    const line = fc.oneof(
      fc.string().filter((text) => !/[\r\n]/.test(text)),
      fc.constantFrom('=======', '<<<<<<< HEAD', '>>>>>>> x', ''),
    );
    const part = fc.array(line, { maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ original: part, updated: part }), { minLength: 1, maxLength: 4 }),
        (blocks) => {
          const longest = Math.max(
            7,
            ...blocks
              .flatMap(({ original, updated }) => [...original, ...updated])
              .map((text) => text.length),
          );
          const [open, divider, close] = ['<', '=', '>'].map((sign) => sign.repeat(longest + 1));
          const text = blocks
            .flatMap(({ original, updated }) => [
              `${open} ORIGINAL`,
              ...original,
              divider,
              ...updated,
              `${close} UPDATED`,
            ])
            .join('\n');
          expect(parse(text)).toEqual({ blocks, notes: [], problems: [] });
        },
      ),
      { numRuns: 500 },
    );
  });
});
