import { expect, test } from 'vitest';
import { toJson } from '../../../../src/actors/threads/exports/to-json.js';
import { toMarkdown } from '../../../../src/actors/threads/exports/to-markdown.js';
import {
  ENTRY_VERSION,
  type EntryBody,
  type ThreadEntry,
  type ThreadId,
} from '../../../../src/actors/protocol/thread.js';

/** A thread of one branch whose entries belong to one turn. */
function threadOf(...bodies: readonly EntryBody[]): readonly ThreadEntry[] {
  return bodies.map(
    (body, seq) =>
      ({
        id: `e${seq}`,
        parent: seq === 0 ? null : `e${seq - 1}`,
        seq,
        at: seq,
        turn: 't',
        ...body,
      }) as ThreadEntry,
  );
}

const usage = { inputTokens: 1, outputTokens: 1 };
const limits = { maxIterations: 1, maxTokens: 1, maxTimeMs: 1 };
const begin: readonly EntryBody[] = [
  { kind: 'thread', version: ENTRY_VERSION, roots: ['/work'] },
  {
    kind: 'user_message',
    text: 'Rename it',
    attachments: [{ ref: { kind: 'file', path: 'a.ts' }, resolved: { text: 'a' } }],
  },
  { kind: 'turn_began', mode: 'agent', model: 'openai/m', limits },
];

test('toMarkdown shows a turn with its call, its question and its answer', () => {
  const entries = threadOf(
    ...begin,
    {
      kind: 'reply',
      text: 'I will.',
      reasoning: 'Easy.',
      toolCalls: [{ id: 'c', name: 'edit_file', arguments: '{}' }],
      stop: 'toolCalls',
      usage,
    },
    { kind: 'call', callId: 'c', tool: 'edit_file', category: 'File edits', params: {}, paths: ['a.ts'] },
    {
      kind: 'approval_asked',
      callId: 'c',
      reasons: ['It edits.'],
      preview: { kind: 'diff', path: 'a.ts', diff: '-```\n+b' },
    },
    { kind: 'approval_answered', callId: 'c', decision: 'approve', by: 'person' },
    { kind: 'call_began', callId: 'c' },
    {
      kind: 'observation',
      callId: 'c',
      tool: 'edit_file',
      result: { outcome: 'success', success: true, output: 'Ok' },
    },
    { kind: 'reply', text: 'Done.', reasoning: '', toolCalls: [], stop: 'end', usage },
    { kind: 'turn_ended', outcome: 'answered' },
  );
  expect(toMarkdown(entries)).toBe(
    [
      '# Rename it',
      '## You',
      'Rename it',
      'Attached: `a.ts`',
      '## Troupe',
      '<details><summary>Reasoning</summary>',
      'Easy.',
      '</details>',
      'I will.',
      '<details><summary>edit_file: done</summary>',
      '````diff\n-```\n+b\n````',
      '```\nOk\n```',
      '</details>',
      'Done.\n',
    ].join('\n\n'),
  );
});

test('toMarkdown says that a turn without an end was interrupted, and where its call was', () => {
  const entries = threadOf(...begin, {
    kind: 'reply',
    text: '',
    reasoning: '',
    toolCalls: [{ id: 'c', name: 'run<>', arguments: '{"a":1}' }],
    stop: 'toolCalls',
    usage,
  });
  expect(toMarkdown(entries, 'Mine')).toMatch(/^# Mine\n/);
  expect(toMarkdown(entries)).toContain(
    '<summary>run&lt;>: interrupted</summary>\n\n```json\n{\n  "a": 1\n}\n```',
  );
  expect(toMarkdown(entries)).toContain('> This turn was interrupted before it ended.');
});

test('toMarkdown shortens a long output and cuts no character in half', () => {
  const entries = threadOf(
    ...begin,
    {
      kind: 'reply',
      text: '',
      reasoning: '',
      toolCalls: [{ id: 'c', name: 'look', arguments: '' }],
      stop: 'toolCalls',
      usage,
    },
    {
      kind: 'observation',
      callId: 'c',
      tool: 'look',
      result: { outcome: 'success', success: true, output: `a${'\u{1F600}'.repeat(1_500)}` },
    },
  );
  const text = toMarkdown(entries);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain('… 1002 more characters');
});

test('toJson has one entry a line and can be parsed', () => {
  const entries = threadOf(...begin);
  const text = toJson('t1' as ThreadId, entries);
  expect(JSON.parse(text)).toEqual({ format: 'troupe-thread', thread: 't1', entries });
  expect(text.split('\n')).toHaveLength(entries.length + 3);
});
