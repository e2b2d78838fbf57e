import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryId, EntryOf, ThreadEntry, ThreadId } from '../../../src/actors/protocol/thread.js';
import { branchHeads, branchTo } from '../../../src/actors/threads/branch.js';
import { checkEntries } from '../../../src/actors/threads/check-entries.js';
import { mergeEntries } from '../../../src/actors/threads/merge-entries.js';
import { findOpenTurn } from '../../../src/actors/threads/open-turn.js';
import { summarize } from '../../../src/actors/threads/summarize.js';
import { toEvents } from '../../../src/actors/threads/to-events.js';
import { toJson } from '../../../src/actors/threads/exports/to-json.js';
import { toMarkdown } from '../../../src/actors/threads/exports/to-markdown.js';
import { listUnread, toMessages } from '../../../src/actors/threads/to-messages.js';
import { TurnList } from '../../../src/actors/threads/turn-list.js';
import { conversations, entriesOf } from '../../arbitraries/conversation.js';
import { chatCompletionsRules, messagesRules, responsesRules } from '../../doubles/api-rules.js';
import { RUNS } from './property-runs.js';

const APIS = { 'openai-chat': chatCompletionsRules, openai: responsesRules, anthropic: messagesRules };

const ID = 'thread' as ThreadId;

/** Entries of a kind that this version does not know, in place of some others. */
function withUnknownKinds(
  entries: readonly ThreadEntry[],
  isUnknown: readonly boolean[],
): readonly ThreadEntry[] {
  return entries.map((entry, index) =>
    index > 0 && isUnknown[index % isUnknown.length] === true
      ? ({ ...entry, kind: 'from_the_future', text: 7 } as unknown as ThreadEntry)
      : entry,
  );
}

const some = fc.array(fc.nat(3), { minLength: 1, maxLength: 60 });

test('whatever entries are lost or of unknown kinds, the rest is a thread, and everything that follows from it is well formed', () => {
  fc.assert(
    fc.property(conversations, some, some, (happenings, drops, unknown) => {
      const all = entriesOf(happenings);
      const first = all[0] as EntryOf<'thread'>;
      const left = withUnknownKinds(
        all,
        unknown.map((n) => n === 3),
      ).filter((_, index) => drops[index % drops.length] !== 3);
      const entries = [...mergeEntries([left], { first })];
      if (entries.length === 0) return;
      checkEntries(ID, entries);
      expect(new Set(entries.map(({ id }) => id))).toEqual(new Set([first.id, ...left.map(({ id }) => id)]));
      for (const head of branchHeads(entries)) {
        const branch = branchTo(entries, head.id);
        expect(branch[0]?.kind).toBe('thread');
        for (const [provider, rules] of Object.entries(APIS))
          expect(rules(toMessages(branch, provider))).toEqual([]);
        listUnread(branch);
        findOpenTurn(branch);
        toMarkdown(branch);
        for (const turn of TurnList.of(branch)) toEvents(branch.filter((entry) => entry.turn === turn.id));
      }
      summarize(ID, entries);
      expect(JSON.parse(toJson(ID, entries))).toMatchObject({ entries });
    }),
    { numRuns: RUNS },
  );
});

test('entries of several writers are merged as one thread, in whatever parts and copies they come', () => {
  fc.assert(
    fc.property(
      conversations,
      fc.array(fc.nat(2), { minLength: 1, maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
      (happenings, writers, copies) => {
        const all = entriesOf(happenings);
        const isOf = (writer: number) => (_: ThreadEntry, index: number) =>
          writers[index % writers.length] === writer || copies[index % copies.length] === true;
        const parts = [0, 1, 2].map((writer) => all.filter(isOf(writer)));
        expect([...mergeEntries(parts)]).toEqual(all);
      },
    ),
    { numRuns: RUNS },
  );
});

test('entries that two writers numbered alike keep the order of each, and a lost parent is replaced by the same writer', () => {
  const entry = (id: string, parent: string | null, seq: number, at = 0): ThreadEntry => ({
    id: id as EntryId,
    parent: parent as EntryId | null,
    seq,
    at,
    kind: 'notice',
    message: id,
  });
  const merged = mergeEntries([
    // The clock jumped back between its entries.
    [entry('root', null, 0), entry('a1', 'root', 1, 900), entry('a3', 'a2', 3, 100)],
    [entry('b1', 'root', 1, 500), entry('b2', 'b1', 2, 500), entry('b3', 'b2', 3, 50)],
  ]);
  expect([...merged].map(({ id, parent, seq }) => [id, parent, seq])).toEqual([
    ['root', null, 0],
    ['b1', 'root', 1],
    ['a1', 'root', 2],
    ['b2', 'b1', 3],
    ['b3', 'b2', 4],
    ['a3', 'a1', 5],
  ]);
});
