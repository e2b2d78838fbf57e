import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenCall } from '../../src/machines/requested-call.js';
import { RUNS } from '../actors/threads/property-runs.js';
import { EntryGrammar } from './entry-grammar.js';
import { FINE, INTERRUPTED, modes, play, steps, TOOLS } from './random-turn.js';

const stages = fc.constantFrom('requested', 'called', 'begun', 'observed');

const openCalls = fc.array(fc.tuple(fc.constantFrom('look', 'change', 'ghost'), stages), {
  minLength: 1,
  maxLength: 4,
});

test('whatever happens to a turn, its entries obey their grammar and it can go on or end', async () => {
  await fc.assert(
    fc.asyncProperty(steps, modes, async (happenings, mode) => {
      const used = new Set(['a', 'call']);
      await play(happenings, { mode, usedCallIds: used }, new EntryGrammar(TOOLS, used));
    }),
    { numRuns: RUNS },
  );
});

/** Calls as an interruption can have left them: a change waits for those before it, and those behind it wait for it. */
function placeCalls(
  calls: readonly (readonly [tool: string, stage: 'requested' | 'called' | 'begun' | 'observed'])[],
) {
  let isOpen = false;
  let isChanging = false;
  return calls.map(([tool, wanted], index) => {
    const isReadOnly = TOOLS.get(tool)?.isReadOnly ?? true;
    const isWaiting = isChanging || (!isReadOnly && isOpen);
    const stage = isWaiting || (tool === 'ghost' && wanted !== 'observed') ? 'requested' : wanted;
    isOpen ||= stage !== 'observed';
    isChanging ||= !isReadOnly && stage !== 'observed';
    return { id: `old_${index}`, tool, stage };
  });
}

test('whatever happens to a turn that continues, no call that had begun is made again', async () => {
  await fc.assert(
    fc.asyncProperty(steps, openCalls, async (happenings, calls) => {
      const named = placeCalls(calls);
      const grammar = new EntryGrammar(TOOLS, new Set(named.map(({ id }) => id)));
      grammar.resume(named);
      const open = named.map(({ id, tool, stage }): OpenCall => ({
        call: { id, name: tool, arguments: '{}' },
        isRecorded: stage !== 'requested',
        ...(stage === 'observed' ? { result: FINE } : stage === 'begun' ? { result: INTERRUPTED } : {}),
        isObserved: stage === 'observed',
      }));
      const usedCallIds = new Set(named.map(({ id }) => id));
      const entries = await play(happenings, { openCalls: open, usedCallIds }, grammar);
      for (const { id, stage } of named) {
        const own = entries.flatMap((entry) =>
          'callId' in entry && entry.callId === id ? [entry.kind] : [],
        );
        if (stage === 'observed') expect(own).toEqual([]);
        if (stage === 'begun') expect(own).toEqual(['observation']);
      }
    }),
    { numRuns: RUNS },
  );
});
