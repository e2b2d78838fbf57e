import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryBody, ThreadEntry } from '../../../../src/actors/protocol/thread.js';
import { toTurns } from '../../../../src/actors/threads/fold-turns.js';
import { cutEntry } from '../../../../src/host/vscode/chat/cut-entry.js';
import { conversations } from '../../../arbitraries/conversation.js';

const place = { id: 'e0', parent: null, seq: 0, at: 0 };
const entry = (body: EntryBody): ThreadEntry => ({ ...place, ...body }) as ThreadEntry;
const cause = { name: 'Error', message: 'deep' } as never;

test.each<[what: string, whole: EntryBody, cut: object]>([
  [
    'what an attachment contains',
    {
      kind: 'user_message',
      text: 'x'.repeat(300_000),
      attachments: [
        { ref: { kind: 'file', path: 'a' }, resolved: { text: 'secret' } },
        { ref: { kind: 'file', path: 'b' }, problem: 'It is missing.' },
      ],
    },
    {
      text: 'x'.repeat(300_000),
      attachments: [
        { ref: { kind: 'file', path: 'a' } },
        { ref: { kind: 'file', path: 'b' }, problem: 'It is missing.' },
      ],
    },
  ],
  [
    'long output, pictures, the whole text and the cause of a result',
    {
      kind: 'observation',
      callId: '1',
      tool: 't',
      result: {
        outcome: 'success',
        success: true,
        output: 'y'.repeat(200_001),
        whole: 'z'.repeat(300_000),
        images: [],
        cause,
      },
    },
    {
      result: {
        outcome: 'success',
        success: true,
        output: `${'y'.repeat(200_000)}\n(1 more characters are not shown)`,
      },
    },
  ],
  [
    'the cause of an error',
    {
      kind: 'turn_ended',
      outcome: 'failed',
      error: { name: 'LLMAuthError', code: 'LLM_AUTH', message: 'No.', cause },
    },
    { error: { name: 'LLMAuthError', code: 'LLM_AUTH', message: 'No.' } },
  ],
  [
    'messages for a model',
    { kind: 'compaction', messages: [{ role: 'user', content: 'a' }] },
    { messages: [] },
  ],
])('the view gets no %s', (_what, whole, cut) => {
  expect(cutEntry(entry(whole))).toStrictEqual({ ...entry(whole), ...cut });
});

test('the turns of cut entries are those of the entries, without what attachments contain', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const entries = happenings.flatMap((one) => (one.type === 'entry' ? [one.entry] : []));
      const plain = JSON.stringify(toTurns(entries), (name, value: unknown) =>
        name === 'resolved' || name === 'cause' ? undefined : value,
      );
      expect(JSON.stringify(toTurns(entries.map(cutEntry)))).toBe(plain);
    }),
    { numRuns: 200 },
  );
});
