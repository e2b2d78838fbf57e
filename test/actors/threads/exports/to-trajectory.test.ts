import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidJSONError } from '../../../../src/actors/protocol/errors.js';
import type {
  EntryBody,
  EntryId,
  ThreadEntry,
  ThreadId,
  TurnId,
} from '../../../../src/actors/protocol/thread.js';
import { branchTo } from '../../../../src/actors/threads/branch.js';
import { type ExportedThread, fromJson } from '../../../../src/actors/threads/exports/from-json.js';
import { toTrajectory } from '../../../../src/actors/threads/exports/to-trajectory.js';
import type { Trajectory } from '../../../../src/actors/threads/exports/trajectory.js';
import { conversations, entriesOf } from '../../../arbitraries/conversation.js';
import { RUNS } from '../property-runs.js';
import { ATIF } from './atif-schema.js';

const THREAD = 'thread' as ThreadId;

function load(text: string): ExportedThread {
  const reading = fromJson(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
  }
}

/** A thread of these entries, one behind the other. */
function threadOf(...bodies: readonly EntryBody[]): readonly ThreadEntry[] {
  const place = (seq: number) => ({
    id: `e${seq}` as EntryId,
    parent: seq === 0 ? null : (`e${seq - 1}` as EntryId),
    seq,
    at: 1_000 * seq,
    turn: 't' as TurnId,
  });
  return bodies.map((body, seq) => ({ ...place(seq), ...body }));
}

const BEGINNING: readonly EntryBody[] = [
  { kind: 'thread', version: 3, roots: ['/work'] },
  { kind: 'user_message', text: 'What is a?', attachments: [] },
  {
    kind: 'turn_began',
    mode: 'agent',
    model: 'openai/m',
    limits: { maxIterations: 9, maxTokens: 9_000, maxTimeMs: 9_000 },
    head: {
      mode: 'agent',
      prompt: 'You are Troupe.',
      tools: [{ name: 'read_file', description: 'Reads.', parameters: { type: 'object' } }],
    },
  },
];

const reply = (text: string, calls: readonly (readonly [id: string, args: string])[] = []): EntryBody => ({
  kind: 'reply',
  text,
  reasoning: 'Hm.',
  toolCalls: calls.map(([id, args]) => ({ id, name: 'read_file', arguments: args })),
  stop: calls.length > 0 ? 'toolCalls' : 'end',
  usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 60, reasoningTokens: 5 },
  costUsd: 0.25,
});

const observed = (callId: string, output: string): EntryBody => ({
  kind: 'observation',
  callId,
  tool: 'read_file',
  result: { outcome: 'success', success: true, output },
});

test('a trajectory is valid, has what the branch has, and loads back as the same thread', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const entries = entriesOf(happenings);
      const text = JSON.stringify(toTrajectory(THREAD, entries, '1.0.0'));
      const trajectory = JSON.parse(text) as Trajectory;
      expect(ATIF.safeParse(trajectory).error?.issues).toBeUndefined();
      expect(load(text)).toEqual({ id: THREAD, entries });
      const branch = branchTo(entries);
      const ofAgent = trajectory.steps.filter(({ source }) => source === 'agent');
      const replies = branch.filter(({ kind }) => kind === 'reply');
      expect(ofAgent.map(({ message }) => message)).toEqual(
        replies.map((entry) => 'text' in entry && entry.text),
      );
      const results = trajectory.steps.flatMap(({ observation }) => observation?.results ?? []);
      const outputs = branch.flatMap((entry) => (entry.kind === 'observation' ? [entry.result.output] : []));
      expect(results.map(({ content }) => content).sort()).toEqual(outputs.sort());
    }),
    { numRuns: RUNS },
  );
});

test('a run is told in steps, with the results beside their calls', () => {
  const entries = threadOf(
    ...BEGINNING,
    reply('I look.', [
      ['c1', '{"uri":"a.ts"}'],
      ['c2', '{"uri":'],
    ]),
    observed('c2', 'That is no JSON.'),
    observed('c1', 'const a = 1;'),
    reply('It is 1.'),
    { kind: 'turn_ended', outcome: 'answered' },
  );
  const { agent, steps, final_metrics } = toTrajectory(THREAD, entries, '1.2.3');
  expect(agent).toEqual({
    name: 'troupe',
    version: '1.2.3',
    model_name: 'openai/m',
    tool_definitions: [
      {
        type: 'function',
        function: { name: 'read_file', description: 'Reads.', parameters: { type: 'object' } },
      },
    ],
  });
  expect(steps).toMatchObject([
    { step_id: 1, source: 'user', message: 'What is a?', timestamp: '1970-01-01T00:00:01.000Z' },
    { step_id: 2, source: 'system', message: 'You are Troupe.' },
    {
      step_id: 3,
      source: 'agent',
      message: 'I look.',
      model_name: 'openai/m',
      reasoning_content: 'Hm.',
      tool_calls: [
        { tool_call_id: 'c1', function_name: 'read_file', arguments: { uri: 'a.ts' } },
        { tool_call_id: 'c2', arguments: {}, extra: { arguments: '{"uri":' } },
      ],
      observation: {
        results: [
          { source_call_id: 'c2', content: 'That is no JSON.' },
          { source_call_id: 'c1', content: 'const a = 1;', extra: { outcome: 'success' } },
        ],
      },
      metrics: { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 60, cost_usd: 0.25 },
    },
    { step_id: 4, source: 'agent', message: 'It is 1.' },
  ]);
  expect(final_metrics).toEqual({
    total_prompt_tokens: 200,
    total_completion_tokens: 40,
    total_cached_tokens: 120,
    total_cost_usd: 0.5,
    total_steps: 4,
  });
});

test('compactions and errors are steps of the system, and what a summary used is counted', () => {
  const entries = threadOf(
    ...BEGINNING,
    {
      kind: 'compaction',
      messages: [{ role: 'user', content: 'In short.' }],
      report: {
        cause: 'full',
        stage: 'summarised',
        tokensBefore: 900,
        tokensAfter: 90,
        replaced: 4,
        summary: 'In short.',
        usage: { inputTokens: 7, outputTokens: 3 },
      },
    },
    {
      kind: 'turn_ended',
      outcome: 'failed',
      error: { name: 'LLMConnectionError', code: 'LLM_CONNECTION', message: 'Nobody answers.' },
    },
  );
  const trajectory = toTrajectory(THREAD, entries, '1.0.0');
  expect(ATIF.safeParse(trajectory).success).toBe(true);
  expect(trajectory.steps.slice(2)).toMatchObject([
    {
      source: 'system',
      message: 'In short.',
      extra: { context_management: { type: 'compaction', tokens_before: 900, tokens_after: 90 } },
    },
    { source: 'system', message: 'Nobody answers.', extra: { outcome: 'failed', code: 'LLM_CONNECTION' } },
  ]);
  expect(trajectory.final_metrics).toEqual({
    total_prompt_tokens: 7,
    total_completion_tokens: 3,
    total_cached_tokens: 0,
    total_steps: 4,
  });
});

describe('a trajectory that is imported', () => {
  test.each([
    ['of another agent', {}],
    ['without entries', { troupe: { thread: 'a', entries: [] } }],
    ['with something else for a thread', { troupe: 7 }],
  ])('%s is refused with what was expected', (_what, extra) => {
    const text = JSON.stringify({ schema_version: 'ATIF-v1.6', agent: {}, steps: [], extra });
    expect(() => load(text)).toThrow(InvalidJSONError);
    expect(() => load(text)).toThrow(/expected a thread as .* got/);
  });
});
