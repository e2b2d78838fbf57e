import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeDeltas } from '../../../../src/actors/llm/merge-deltas.js';
import { TextCallReader } from '../../../../src/actors/llm/text-tools/text-call-reader.js';
import type { FinishReason, ModelDelta } from '../../../../src/actors/protocol/llm.js';

const written = (name: string): string => `<tool_call>\n{"name": "${name}", "arguments": {}}\n</tool_call>`;

/** The deltas of an answer that comes in these pieces. */
function read(pieces: readonly string[], reason: FinishReason = 'end'): readonly ModelDelta[] {
  let calls = 0;
  const reader = new TextCallReader(() => `call_${calls++}`);
  const deltas = pieces.flatMap((text) => reader.read({ type: 'text', text }));
  return mergeDeltas([...deltas, ...reader.read({ type: 'finish', reason })]);
}

const toolCall = (index: number, name: string): ModelDelta => ({
  type: 'toolCall',
  index,
  id: `call_${index}`,
  name,
  arguments: '{}',
});

/** Cuts a text at these places. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((start, index) => text.slice(start, ends[index] ?? text.length));
}

describe('TextCallReader', () => {
  test('separates calls from the text before them', () => {
    expect(read([`Let me look.\n\n${written('ls_dir')}\n${written('read_file')}\n`])).toEqual([
      { type: 'text', text: 'Let me look.\n\n' },
      toolCall(0, 'ls_dir'),
      toolCall(1, 'read_file'),
      { type: 'finish', reason: 'toolCalls' },
    ]);
  });

  test.each([
    ['in a code block', `See:\n\`\`\`xml\n${written('ls_dir')}\n\`\`\`\nDone.`],
    ['in a line', `A call begins with ${written('ls_dir')}.`],
    ['without the name of a tool', '<tool_call>\nwhat?\n</tool_call>'],
  ])('leaves alone what is written like a call %s', (_where, text) => {
    expect(read([text])).toEqual([
      { type: 'text', text },
      { type: 'finish', reason: 'end' },
    ]);
  });

  test('reads calls whose end is missing', () => {
    const open = '<tool_call>\n{"name": "ls_dir", "arguments": {}}\n';
    expect(read([open + open]).filter(({ type }) => type === 'toolCall')).toEqual([
      toolCall(0, 'ls_dir'),
      toolCall(1, 'ls_dir'),
    ]);
  });

  test('says of an answer that was cut off that it was', () => {
    expect(read([written('ls_dir')], 'length').at(-1)).toEqual({ type: 'finish', reason: 'length' });
  });

  test('releases text at once that cannot be the beginning of a call', () => {
    const reader = new TextCallReader(() => 'id');
    expect(reader.read({ type: 'text', text: 'Hello' })).toEqual([{ type: 'text', text: 'Hello' }]);
    expect(reader.read({ type: 'text', text: '\n<tool' })).toEqual([{ type: 'text', text: '\n' }]);
    expect(reader.read({ type: 'text', text: 'box>' })).toEqual([{ type: 'text', text: '<toolbox>' }]);
  });

  const part = fc.constantFrom(
    'Hello',
    ' ',
    '\n',
    '`',
    '```',
    '```ts\n',
    '~~~',
    '<tool',
    '_call>',
    '</tool_call>',
    '<',
    '  ',
    '{}',
    written('ls_dir'),
    `\n${written('read_file')}\n`,
  );
  const answer = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

  test('reads the same wherever the stream is cut', () => {
    fc.assert(
      fc.property(answer, fc.array(fc.nat(), { maxLength: 30 }), (text, places) => {
        expect(read(cut(text, places))).toEqual(read([text]));
      }),
      { numRuns: 2_000 },
    );
  });

  test('loses nothing of an answer without calls', () => {
    fc.assert(
      fc.property(answer, fc.array(fc.nat(), { maxLength: 30 }), (text, places) => {
        const deltas = read(cut(text, places));
        fc.pre(!deltas.some(({ type }) => type === 'toolCall'));
        const said = deltas.map((delta) => (delta.type === 'text' ? delta.text : '')).join('');
        // The line end behind what looked like a call is the only thing that may go.
        expect(said.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each<[string, string, string]>([
  [
    'in the middle of its arguments',
    '{"name": "write", "arguments": {"content": "half',
    '{"name": "write", "arguments": {"content": "half',
  ],
  [
    'in the middle of a parameter',
    '<function=write>\n<parameter=content>\nhalf',
    '<function=write>\n<parameter=content>\nhalf',
  ],
  ['behind its end', '{"name": "write", "arguments": {"content": "x"}}', '{"content":"x"}'],
])('TextCallReader leaves a call as it is that the output limit has cut %s', (_where, written, args) => {
  const reader = new TextCallReader(() => 'new');
  const deltas = [
    ...reader.read({ type: 'text', text: `<tool_call>\n${written}` }),
    ...reader.read({ type: 'finish', reason: 'length' }),
  ].filter((delta) => delta.type !== 'text');
  expect(deltas).toEqual([
    { type: 'toolCall', index: 0, id: 'new', name: 'write', arguments: args },
    { type: 'finish', reason: 'length' },
  ]);
});
