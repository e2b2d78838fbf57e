import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReasoningSplitter } from '../../../../src/actors/llm/openai/openai-reasoning.js';

/** What comes out of a text that comes in these pieces. */
function split(...pieces: readonly string[]): { reasoning: string; text: string } {
  const splitter = new ReasoningSplitter();
  const deltas = [...pieces.flatMap((piece) => splitter.read(piece)), ...splitter.end()];
  const gather = (wanted: string): string =>
    deltas.map(({ type, text }) => (type === wanted ? text : '')).join('');
  return { reasoning: gather('reasoning'), text: gather('text') };
}

/** The same by definition, for a text that is there at once. */
function splitWhole(whole: string): { reasoning: string; text: string } {
  let reasoning = '';
  let rest = whole;
  for (;;) {
    const thought = /^\s*<think>([^]*?)(?:<\/think>|$)/.exec(rest);
    if (thought === null) return { reasoning, text: rest === whole ? rest : rest.trimStart() };
    reasoning += (thought[1] ?? '').trim();
    rest = rest.slice(thought[0].length);
  }
}

describe('the thinking in a text', () => {
  test.each([
    ['is before the answer', '<think>Hm.</think>So.', 'Hm.', 'So.'],
    ['is parted from it by space that is left out', '\n<think>\nHm.\n</think>\n\nSo.\n', 'Hm.', 'So.\n'],
    ['has tags of Gemini', '<thought>Hm.</thought>So.', 'Hm.', 'So.'],
    ['has tags of others', '<thinking>Hm.</thinking>So.', 'Hm.', 'So.'],
    ['is empty', '<think>\n\n</think>\n\nSo.', '', 'So.'],
    ['has two parts', '<think>Hm.</think>\n<think> Well.</think>So.', 'Hm.Well.', 'So.'],
    ['speaks of tags', '<think>A </thin> and </ think>.</think>So.', 'A </thin> and </ think>.', 'So.'],
    ['never ends', '<think>Hm. And </thi', 'Hm. And </thi', ''],
    ['is not there', '  So <think> is a tag.</think>', '', '  So <think> is a tag.</think>'],
    ['is not there, nor is anything else', ' \n', '', ' \n'],
    ['is not there, but half a tag', '<thin', '', '<thin'],
    ['is not there, but a tag like it', '<thinker>', '', '<thinker>'],
  ])('%s', (_, whole, reasoning, text) => {
    expect(split(whole)).toEqual({ reasoning, text });
    expect(split(...(whole.match(/[^]/gu) ?? []))).toEqual({ reasoning, text });
  });

  test('is found however the text is cut, and all else is the answer', () => {
    const part = fc.constantFrom('<think>', '</think>', '<', 'think', '>', '/', ' ', '\n', 'a', '</');
    const pieces = fc.array(fc.array(part).map((parts) => parts.join('')));
    fc.assert(
      fc.property(pieces, (cut) => {
        expect(split(...cut)).toEqual(splitWhole(cut.join('')));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is told as it comes', () => {
    const splitter = new ReasoningSplitter();
    const told = ['<thi', 'nk>', 'Hm', ' well', '.</', 'think>', '\n\n', 'So', ' it', ' is'].map((piece) =>
      splitter.read(piece).map(({ type, text }) => `${type}: ${text}`),
    );
    expect(told).toEqual([
      [],
      [],
      ['reasoning: Hm'],
      ['reasoning:  well'],
      ['reasoning: .'],
      [],
      [],
      ['text: So'],
      ['text:  it'],
      ['text:  is'],
    ]);
  });
});
