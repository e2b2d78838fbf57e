import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentMode } from '../../../../src/actors/protocol/agent.js';
import type { ModelReply } from '../../../../src/actors/protocol/llm.js';
import { PLAN_TOOL } from '../../../../src/actors/protocol/plans/plan.js';
import type { BodyOf, EntryBody, ThreadEntry } from '../../../../src/actors/protocol/thread.js';
import { branchTo } from '../../../../src/actors/threads/branch.js';
import { findOpenTurn } from '../../../../src/actors/threads/open-turn.js';
import { replayEntries } from '../../../../src/host/engine/replay/replay-entries.js';
import type { ReplayStep } from '../../../../src/host/engine/replay/replay-step.js';
import type { ReactInput } from '../../../../src/machines/react.js';
import type { ToolInfo } from '../../../../src/machines/tool-info.js';
import { refuseUnknownTool } from '../../../../src/machines/refused-call.js';
import { RUNS } from '../../../actors/threads/property-runs.js';
import { EntryGrammar } from '../../../machines/entry-grammar.js';
import { beginning, threadOf } from '../../../machines/one-turn-thread.js';
import { FINE, modes, play, type Step, steps, TOOLS } from '../../../machines/random-turn.js';

async function replay(entries: readonly ThreadEntry[], tools = TOOLS): Promise<readonly ReplayStep[]> {
  const found: ReplayStep[] = [];
  for await (const step of replayEntries(entries, { tools })) found.push(step);
  return found;
}

/** What the steps say of the entries of the turn. */
function expectSame(found: readonly ReplayStep[], entries: readonly ThreadEntry[]): void {
  expect(found.filter(({ type }) => type === 'different')).toEqual([]);
  const seen = found.filter(({ type }) => type !== 'resumed').map(({ entry }) => entry.seq);
  expect(seen).toEqual(entries.map(({ seq }) => seq));
}

test('a turn whose entries are replayed makes each of them again, whatever happened to it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, modes, async (happenings, mode) => {
      const made = await play(happenings, { mode }, new EntryGrammar(TOOLS));
      const entries = threadOf([...beginning(mode), ...made]);
      const found = await replay(entries);
      expectSame(found, entries);
      expect(found.slice(3).filter(({ type }) => type !== 'same')).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

/** What happened until a program ended, and behind how many of the entries that it would have recorded. */
interface Interruption {
  readonly happenings: readonly Step[];
  /** Modulo their number. */
  readonly at: number;
}

/** The entries of a turn that was interrupted so, and went on each time; `undefined` where nothing but its end can follow. */
async function playInterrupted(
  mode: AgentMode,
  interruptions: readonly Interruption[],
  after: readonly Step[],
): Promise<readonly ThreadEntry[] | undefined> {
  const entries = [...beginning(mode)];
  let input: Partial<ReactInput> = { mode };
  for (const { happenings, at } of interruptions) {
    const made = await play(happenings, input);
    entries.push(...made.slice(0, at % made.length));
    const open = findOpenTurn(branchTo(threadOf(entries)));
    if (open === undefined || open.last !== undefined) return undefined;
    const usedCallIds = new Set(
      entries.flatMap((entry) => (entry.kind === 'reply' ? entry.toolCalls.map(({ id }) => id) : [])),
    );
    input = { mode, usedCallIds, openCalls: open.calls };
  }
  return threadOf([...entries, ...(await play(after, input))]);
}

/** The replay makes every entry again, and needs no more interruptions for it than there were. */
async function expectExplained(entries: readonly ThreadEntry[], most: number): Promise<void> {
  const found = await replay(entries);
  expectSame(found, entries);
  const resumed = found.filter(({ type }) => type === 'resumed').map(({ entry }) => entry.seq);
  expect(resumed.length).toBeLessThanOrEqual(most);
  expect(resumed).toEqual(resumed.toSorted((a, b) => a - b));
}

test('a turn that was interrupted anywhere, and went on, is replayed in its pieces', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), steps, modes, async (happenings, at, after, mode) => {
      const entries = await playInterrupted(mode, [{ happenings, at }], after);
      fc.pre(entries !== undefined);
      await expectExplained(entries, 1);
    }),
    { numRuns: RUNS },
  );
});

/** The model makes calls, which the mode `ask` refuses at once. */
const callsOf = (stop: ModelReply['stop'], tokens: number, ...numbers: readonly number[]): Step => ({
  type: 'model',
  event: {
    type: 'model.replied',
    reply: {
      text: '',
      reasoning: '',
      stop,
      toolCalls: numbers.map((at) => ({ id: 'a', name: 'look', arguments: `{"at":${at}}` })),
      usage: { inputTokens: tokens, outputTokens: 0 },
      costUsd: tokens / 100,
    },
  },
});

/** The conversation is made shorter before the next reply. */
const compacted = (tokens: number): Step => ({
  type: 'model',
  event: {
    type: 'model.compacted',
    compaction: {
      kind: 'compaction',
      messages: [],
      report: {
        cause: 'full',
        stage: 'summarised',
        tokensBefore: 2,
        tokensAfter: 1,
        replaced: 0,
        usage: { inputTokens: tokens, outputTokens: 0 },
      },
    },
  },
});

test.each<[what: string, at: number, after: readonly Step[]]>([
  ['repeats a call of before, and is warned', 1, Array.from({ length: 4 }, () => callsOf('end', 0, 1))],
  ['makes as many requests as a turn may', 1, [2, 3, 4, 5].map((at) => callsOf('end', 0, at))],
  ['makes as many requests behind a result', 3, [2, 3, 4, 5].map((at) => callsOf('end', 0, at))],
  ['is cut off three times', 2, [2, 3, 4].map((at) => callsOf('length', 0, at))],
])('a turn that was interrupted in its first call, and then %s, is replayed', async (_what, at, after) => {
  const happenings = [callsOf('length', 50, 1)];
  await expectExplained(
    (await playInterrupted('ask', [{ happenings, at }], after)) as readonly ThreadEntry[],
    1,
  );
});

test('a turn that was interrupted several times, and comes to its limits, needs no more interruptions than these', async () => {
  const numbers = fc.array(fc.constantFrom(1, 1, 1, 2), { minLength: 1, maxLength: 2 });
  const tokens = fc.constantFrom(0, 0, 30, 60);
  const happenings = fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .tuple(fc.constantFrom('end', 'length'), tokens, numbers)
          .map(([stop, used, made]) => callsOf(stop, used, ...made)),
      },
      tokens.map(compacted),
    ),
    { maxLength: 6, size: 'max' },
  );
  const interruptions = fc.array(fc.record({ happenings, at: fc.nat() }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(interruptions, happenings, async (before, after) => {
      const entries = await playInterrupted('ask', before, after);
      fc.pre(entries !== undefined);
      await expectExplained(entries, before.length);
    }),
    // Each has as many pieces as several of the cases above.
    { numRuns: Math.max(100, RUNS / 5) },
  );
});

/** A turn with three calls: one that reads, one that a person approves, and one of a tool that there is not. */
const ENTRIES: readonly EntryBody[] = [
  ...beginning('agent'),
  {
    kind: 'reply',
    text: '',
    reasoning: '',
    toolCalls: ['look', 'change', 'ghost'].map((name, index) => ({ id: `c${index}`, name, arguments: '{}' })),
    stop: 'toolCalls',
    usage: { inputTokens: 1, outputTokens: 1 },
  },
  { kind: 'call', callId: 'c0', tool: 'look', category: 'Read file', params: {}, paths: [] },
  { kind: 'call_began', callId: 'c0' },
  { kind: 'observation', callId: 'c0', tool: 'look', result: FINE },
  { kind: 'call', callId: 'c1', tool: 'change', category: 'File edits', params: {}, paths: [] },
  { kind: 'approval_asked', callId: 'c1', reasons: ['It changes files.'] },
  { kind: 'approval_answered', callId: 'c1', decision: 'approve', by: 'person' },
  { kind: 'call_began', callId: 'c1' },
  { kind: 'observation', callId: 'c1', tool: 'change', result: FINE },
  {
    kind: 'observation',
    callId: 'c2',
    tool: 'ghost',
    result: refuseUnknownTool('ghost', [...TOOLS.keys()]),
  },
  {
    kind: 'reply',
    text: 'Done.',
    reasoning: '',
    toolCalls: [],
    stop: 'end',
    usage: { inputTokens: 1, outputTokens: 1 },
  },
  { kind: 'turn_ended', outcome: 'answered' },
];

/** The entries with something else in the place of some of them. */
const spliced = (at: number, count: number, ...others: readonly EntryBody[]): readonly EntryBody[] =>
  ENTRIES.toSpliced(at, count, ...others);

const planTool: ToolInfo = { name: PLAN_TOOL, category: 'Read file', isReadOnly: true, modes: ['plan'] };

const beginningOf = (mode: AgentMode): BodyOf<'turn_began'> => beginning(mode)[2] as BodyOf<'turn_began'>;

const entryAt = (index: number): EntryBody => ENTRIES[index] as EntryBody;

test('a turn that is as Troupe makes it is replayed', async () => {
  expect((await replay(threadOf(ENTRIES))).map(({ type }) => type)).toEqual([
    ...Array.from({ length: 3 }, () => 'given'),
    ...Array.from({ length: ENTRIES.length - 3 }, () => 'same'),
  ]);
});

test.each<[when: string, before: readonly EntryBody[]]>([
  [
    'in the mode ask, where no model gets tools',
    [{ ...beginningOf('ask'), head: { mode: 'ask', prompt: '', tools: [] } }],
  ],
  ['in a mode with tools', [beginningOf('agent')]],
])(
  'a call of the tool of plans %s, in a conversation that has not planned, is replayed',
  async (_when, before) => {
    const known = new Map([...TOOLS, [PLAN_TOOL, planTool]]);
    const call = { id: 'c0', name: PLAN_TOOL, arguments: '{}' };
    const result = refuseUnknownTool(PLAN_TOOL, [...TOOLS.keys()]);
    const entries = threadOf([
      ...ENTRIES.slice(0, 2),
      ...before,
      { ...(ENTRIES[3] as BodyOf<'reply'>), toolCalls: [call] },
      { kind: 'observation', callId: 'c0', tool: PLAN_TOOL, result },
      ...ENTRIES.slice(-2),
    ]);
    const found = await replay(entries, known);
    expect(found.slice(3).map(({ type }) => type)).toEqual(Array.from({ length: 4 }, () => 'same'));
  },
);

test.each<[what: string, at: number, entries: readonly EntryBody[]]>([
  ['a call without its entry', 4, spliced(4, 1)],
  ['a call that succeeded and never began', 10, spliced(10, 1)],
  ['two results of one call', 7, spliced(7, 0, entryAt(6))],
  ['a change that does not wait for the call before it', 6, spliced(6, 2, entryAt(7), entryAt(6))],
  ['a request to the model while a call runs', 6, spliced(6, 0, entryAt(13))],
  ['an answer that was never asked for', 8, spliced(8, 1)],
  [
    'a refusal in other words',
    12,
    spliced(12, 1, { kind: 'observation', callId: 'c2', tool: 'ghost', result: { ...FINE, success: false } }),
  ],
  ['an end that does not follow', 14, spliced(14, 1, { kind: 'turn_ended', outcome: 'exhausted' })],
  ['an entry behind an answer', 14, spliced(14, 0, entryAt(13))],
])('%s is found', async (_what, at, bodies) => {
  const found = await replay(threadOf(bodies));
  expect(found.filter(({ type }) => type === 'different').map(({ entry }) => entry.seq)).toEqual([at]);
});
