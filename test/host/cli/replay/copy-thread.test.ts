import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import type { EntryBody, ThreadId } from '../../../../src/actors/protocol/thread.js';
import { branchTo } from '../../../../src/actors/threads/branch.js';
import { findOpenTurn } from '../../../../src/actors/threads/open-turn.js';
import { findStart } from '../../../../src/host/cli/replay/copy-thread.js';
import { EntryGrammar } from '../../../machines/entry-grammar.js';
import { beginning, threadOf } from '../../../machines/one-turn-thread.js';
import { modes, play, steps, TOOLS } from '../../../machines/random-turn.js';

const ID = 'thread' as ThreadId;

function startOf(bodies: readonly EntryBody[], seq: number): number | SettingsError {
  try {
    return findStart(ID, threadOf(bodies), seq).seq;
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

test('a turn goes on behind the newest entry at which none of its calls runs, and else not at all', async () => {
  await fc.assert(
    fc.asyncProperty(steps, modes, fc.nat(), async (happenings, mode, at) => {
      const bodies = [...beginning(mode), ...(await play(happenings, { mode }, new EntryGrammar(TOOLS)))];
      const seq = 2 + (at % (bodies.length - 2));
      const start = startOf(bodies, seq);
      const isOver = bodies[seq]?.kind === 'turn_ended';
      if (start instanceof SettingsError) {
        const last = bodies[seq];
        expect(isOver || (last?.kind === 'reply' && last.toolCalls.length === 0)).toBe(true);
        return;
      }
      expect(isOver).toBe(false);
      const openAt = (end: number): boolean => {
        const turn = findOpenTurn(branchTo(threadOf(bodies.slice(0, end + 1))));
        return turn?.calls.every(({ result, isObserved }) => result === undefined || isObserved) === true;
      };
      expect(start).toBe(Math.max(...Array.from({ length: seq + 1 }, (_, end) => (openAt(end) ? end : -1))));
    }),
    { numRuns: 200 },
  );
});

test('a message stands for the beginning of its turn, and several folders cannot be copied', () => {
  const [thread, ...rest] = beginning('agent');
  expect(startOf(beginning('agent'), 1)).toBe(2);
  expect(startOf(beginning('agent'), 9)).toMatchObject({ message: expect.stringContaining('from 0 to 2') });
  expect(
    startOf([{ ...(thread as EntryBody & { kind: 'thread' }), roots: ['/a', '/b'] }, ...rest], 2),
  ).toMatchObject({
    message: expect.stringContaining('several folders'),
  });
});
