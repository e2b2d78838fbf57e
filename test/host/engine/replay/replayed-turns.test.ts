import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentMode } from '../../../../src/actors/protocol/agent.js';
import type { EntryBody, EntryId, ThreadEntry, TurnId } from '../../../../src/actors/protocol/thread.js';
import { branchTo } from '../../../../src/actors/threads/branch.js';
import { findOpenTurn } from '../../../../src/actors/threads/open-turn.js';
import { replayEntries } from '../../../../src/host/engine/replay/replay-entries.js';
import type { ReplayStep } from '../../../../src/host/engine/replay/replay-step.js';
import { RUNS } from '../../../actors/threads/property-runs.js';
import { EntryGrammar } from '../../../machines/entry-grammar.js';
import { LIMITS, modes, play, steps, TOOLS } from '../../../machines/random-turn.js';

/** A thread of these entries, one behind the other, all of one turn. */
function threadOf(bodies: readonly EntryBody[]): readonly ThreadEntry[] {
  const place = (seq: number) => ({
    id: `e${seq}` as EntryId,
    parent: seq === 0 ? null : (`e${seq - 1}` as EntryId),
    seq,
    at: 1_000 * seq,
    turn: 't' as TurnId,
  });
  // As a store has them.
  return bodies.map((body, seq) => JSON.parse(JSON.stringify({ ...place(seq), ...body })) as ThreadEntry);
}

function beginning(mode: AgentMode): readonly EntryBody[] {
  const tools = [...TOOLS.keys()].map((name) => ({ name, description: '', parameters: {} }));
  return [
    { kind: 'thread', version: 3, roots: ['/work'] },
    { kind: 'user_message', text: 'Go.', attachments: [] },
    { kind: 'turn_began', mode, model: 'p/m', limits: LIMITS, head: { mode, prompt: '', tools } },
  ];
}

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

test('a turn that was interrupted anywhere, and went on, is replayed in its pieces', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), steps, modes, async (happenings, at, after, mode) => {
      const made = await play(happenings, { mode }, new EntryGrammar(TOOLS));
      const before = [...beginning(mode), ...made.slice(0, at % made.length)];
      const open = findOpenTurn(branchTo(threadOf(before)));
      fc.pre(open !== undefined && open.last === undefined);
      const usedCallIds = new Set(
        before.flatMap((entry) => (entry.kind === 'reply' ? entry.toolCalls.map(({ id }) => id) : [])),
      );
      const input = { mode, usedCallIds, openCalls: open?.calls ?? [] };
      const rest = await play(after, input);
      const entries = threadOf([...before, ...rest]);
      const found = await replay(entries);
      expectSame(found, entries);
      expect(found.filter(({ type }) => type === 'resumed').length).toBeLessThanOrEqual(1);
    }),
    { numRuns: RUNS },
  );
});
