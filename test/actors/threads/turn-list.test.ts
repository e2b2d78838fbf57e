import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { branchTo } from '../../../src/actors/threads/branch.js';
import { toTurns } from '../../../src/actors/threads/fold-turns.js';
import { TurnList } from '../../../src/actors/threads/turn-list.js';
import { conversations } from '../../arbitraries/conversation.js';
import { RUNS } from './property-runs.js';

const branches = conversations.map((happenings) =>
  branchTo(happenings.flatMap((happening) => (happening.type === 'entry' ? [happening.entry] : []))),
);

test('a list that takes one entry after the other has the turns of the branch', () => {
  fc.assert(
    fc.property(branches, (branch) => {
      let list = TurnList.EMPTY;
      for (const entry of branch) list = list.add(entry);
      expect([...list]).toEqual(toTurns(branch));
      expect([...TurnList.of(branch)]).toEqual(toTurns(branch));
      expect(list.length).toBe(toTurns(branch).length);
      for (const index of [0, 1, -1, -2, list.length])
        expect(list.at(index)).toEqual(toTurns(branch).at(index));
    }),
    { numRuns: RUNS },
  );
});

test('an entry leaves the list of ended turns the same object, unless it begins a turn', () => {
  fc.assert(
    fc.property(branches, (branch) => {
      let list = TurnList.EMPTY;
      for (const entry of branch) {
        const next = list.add(entry);
        if (next.length === list.length) expect(next.ended).toBe(list.ended);
        for (const [index, turn] of list.ended.entries()) expect(next.at(index)).toBe(turn);
        list = next;
      }
    }),
    { numRuns: RUNS },
  );
});

test('a list that gets its beginning later has the same turns', () => {
  const begins = ({ kind, turn }: ThreadEntry, before: readonly ThreadEntry[]): boolean =>
    (kind === 'user_message' || kind === 'turn_began') &&
    (turn === undefined || !before.some((other) => other.turn === turn));
  fc.assert(
    fc.property(branches, fc.nat(), (branch, choice) => {
      const starts = branch.flatMap((entry, index) => (begins(entry, branch.slice(0, index)) ? [index] : []));
      const start = starts[choice % starts.length] ?? 0;
      const list = TurnList.of(branch.slice(start)).prepend(branch.slice(0, start));
      expect([...list]).toEqual(toTurns(branch));
    }),
    { numRuns: RUNS },
  );
});
