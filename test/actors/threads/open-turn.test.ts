import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DataCorruptionError } from '../../../src/actors/protocol/errors.js';
import type { ThreadEntry, ThreadId } from '../../../src/actors/protocol/thread.js';
import { branchTo } from '../../../src/actors/threads/branch.js';
import { checkEntries } from '../../../src/actors/threads/check-entries.js';
import { toTurns } from '../../../src/actors/threads/fold-turns.js';
import { findOpenTurn } from '../../../src/actors/threads/open-turn.js';
import { listUnread, toMessages } from '../../../src/actors/threads/to-messages.js';
import { conversations, entriesOf } from '../../arbitraries/conversation.js';
import { RUNS } from './property-runs.js';

const THREAD = 'thread' as ThreadId;

/** A branch of any thread, cut off anywhere. */
const branches = fc
  .tuple(conversations, fc.nat(200))
  .map(([happenings, length]) => branchTo(entriesOf(happenings).slice(0, length + 1)));

const ENDED = { kind: 'turn_ended', outcome: 'answered' } as const;

describe('the open turn of a branch', () => {
  test('is its last one, if that has begun and has no end', () => {
    fc.assert(
      fc.property(branches, (branch) => {
        const last = toTurns(branch).at(-1);
        const isOpen = last?.state === 'running' && last.beganAt !== undefined;
        expect(findOpenTurn(branch)?.began.turn).toBe(isOpen ? last.id : undefined);
      }),
      { numRuns: RUNS },
    );
  });

  test('has a result for each call that had begun, and none for one that had not', () => {
    fc.assert(
      fc.property(branches, (branch) => {
        const open = findOpenTurn(branch);
        const of = (kind: ThreadEntry['kind'], callId: string): boolean =>
          branch.some((entry) => entry.kind === kind && 'callId' in entry && entry.callId === callId);
        for (const { call, isRecorded, result, isObserved } of open?.calls ?? []) {
          expect(isRecorded).toBe(of('call', call.id));
          expect(isObserved).toBe(of('observation', call.id));
          expect(result !== undefined).toBe(isObserved || of('call_began', call.id));
        }
        // Either the model was about to reply, or its last reply has a call without an observation.
        if (open !== undefined && open.calls.length > 0)
          expect(open.calls.some(({ isObserved }) => !isObserved)).toBe(true);
        if (open?.last !== undefined) expect(open.calls).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

test('a message is unread as long as the end of its turn would add it to what a model reads', () => {
  fc.assert(
    fc.property(branches, (branch) => {
      if (findOpenTurn(branch) === undefined) return;
      const ended = [...branch, { ...(branch.at(-1) as ThreadEntry), ...ENDED } as ThreadEntry];
      const added = toMessages(ended, 'openai').length - toMessages(branch, 'openai').length;
      expect(listUnread(branch).length > 0).toBe(added > 0);
      expect(listUnread(ended)).toEqual(listUnread(branch));
    }),
    { numRuns: RUNS },
  );
});

test('the entries of every thread can be opened, and those from which the parent of one is missing cannot', () => {
  fc.assert(
    fc.property(conversations, fc.nat(200), (happenings, which) => {
      const entries = entriesOf(happenings);
      checkEntries(THREAD, entries);
      const missing = which % entries.length;
      if (!entries.some(({ parent }) => parent === entries[missing]?.id)) return;
      expect(() => {
        checkEntries(
          THREAD,
          entries.filter(({ seq }) => seq !== missing),
        );
      }).toThrow(DataCorruptionError);
    }),
    { numRuns: RUNS },
  );
});
