import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTextMessages } from '../../../../src/actors/llm/text-tools/to-text-messages.js';
import type { LLMMessage } from '../../../../src/actors/protocol/llm.js';
import { conversations, entriesOf } from '../../../arbitraries/conversation.js';
import { toMessages } from '../../../../src/actors/threads/to-messages.js';

const lsDir = { name: 'ls_dir', description: 'Lists a directory.', parameters: { type: 'object' } };

const messages: readonly LLMMessage[] = [
  { role: 'system', content: 'You are Troupe.' },
  { role: 'user', content: 'What is there?' },
  {
    role: 'assistant',
    content: 'I look.',
    toolCalls: [
      { id: 'a', name: 'ls_dir', arguments: '{"uri":"src"}' },
      { id: 'b', name: 'ls_dir', arguments: '{broken' },
    ],
  },
  { role: 'tool', toolCallId: 'a', name: 'ls_dir', content: 'a.ts' },
  { role: 'tool', toolCallId: 'b', name: 'ls_dir', content: 'The arguments are not valid JSON.' },
];

test('toTextMessages writes tools, calls and results as text', () => {
  const [system, ...rest] = toTextMessages(messages, [lsDir]);
  expect(system?.content).toMatch(/^You are Troupe\.\n\n# Tools\n/);
  expect(system?.content).toContain(JSON.stringify(lsDir));
  expect(rest).toEqual([
    { role: 'user', content: 'What is there?' },
    {
      role: 'assistant',
      content:
        'I look.\n<tool_call>\n{"name":"ls_dir","arguments":{"uri":"src"}}\n</tool_call>\n<tool_call>\n{"name":"ls_dir","arguments":{}}\n</tool_call>',
    },
    {
      role: 'user',
      content:
        '<tool_response name="ls_dir">\na.ts\n</tool_response>\n\n<tool_response name="ls_dir">\nThe arguments are not valid JSON.\n</tool_response>',
    },
  ]);
});

test('toTextMessages writes no role that needs tools, and no two messages of a person in a row', () => {
  fc.assert(
    fc.property(conversations, (conversation) => {
      const written = toTextMessages(toMessages(entriesOf(conversation), 'p'), [lsDir]);
      for (const [index, message] of written.entries()) {
        expect(message.role).not.toBe('tool');
        expect('toolCalls' in message).toBe(false);
        if (message.role === 'user') expect(written[index + 1]?.role).not.toBe('user');
      }
    }),
    { numRuns: 200 },
  );
});
