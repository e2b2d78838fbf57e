import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchHeads, branchTo } from '../../../src/actors/threads/branch.js';
import { copyBranch } from '../../../src/actors/threads/copy-branch.js';
import { toTurns } from '../../../src/actors/threads/fold-turns.js';
import { toEvents } from '../../../src/actors/threads/to-events.js';
import { toJson } from '../../../src/actors/threads/exports/to-json.js';
import { toMarkdown } from '../../../src/actors/threads/exports/to-markdown.js';
import { toMessages } from '../../../src/actors/threads/to-messages.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../src/actors/protocol/thread.js';
import { conversations, entriesOf } from '../../arbitraries/conversation.js';
import { RUNS } from './property-runs.js';

const THREAD = 'thread' as ThreadId;

/** The chain of parents, read from a map. */
function parentsOf(entries: readonly ThreadEntry[], head: EntryId): readonly ThreadEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const chain: ThreadEntry[] = [];
  for (let entry = byId.get(head); entry !== undefined; entry = byId.get(entry.parent as EntryId))
    chain.unshift(entry);
  return chain;
}

test('law e: the branch to any entry is its chain of parents', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const entries = entriesOf(happenings);
      for (const { id } of entries) expect(branchTo(entries, id)).toEqual(parentsOf(entries, id));
      expect(branchTo(entries)).toEqual(parentsOf(entries, entries.at(-1)?.id as EntryId));
      const covered = new Set(branchHeads(entries).flatMap(({ id }) => branchTo(entries, id)));
      expect(covered.size).toBe(entries.length);
    }),
    { numRuns: RUNS },
  );
});

test('an unknown head has no branch', () => {
  expect(branchTo([], 'none' as EntryId)).toEqual([]);
});

test('law e: no projection changes an entry', () => {
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    Object.freeze(value);
    for (const held of Object.values(value)) freeze(held);
  };
  fc.assert(
    fc.property(conversations, (happenings) => {
      const entries = entriesOf(happenings);
      freeze(entries);
      const text = toJson(THREAD, entries);
      const branch = branchTo(entries);
      toTurns(branch);
      toEvents(branch);
      toMarkdown(branch);
      toMessages(branch, 'openai');
      expect(toJson(THREAD, entries)).toBe(text);
      expect(JSON.parse(text)).toEqual({ format: 'troupe-thread', thread: THREAD, entries });
    }),
    { numRuns: RUNS },
  );
});

test('law e: a copy of a branch is the same conversation with ids of its own', () => {
  fc.assert(
    fc.property(conversations, fc.nat(), (happenings, at) => {
      const entries = entriesOf(happenings);
      const head = entries[at % entries.length] as ThreadEntry;
      const branch = branchTo(entries, head.id);
      let names = 0;
      const copy = copyBranch(branch, { thread: THREAD, newId: () => `copy_${names++}` });
      expect(copy.map(({ seq }) => seq)).toEqual(branch.map((_entry, index) => index));
      expect(branchTo(copy)).toEqual(copy);
      expect(copy[0]).toMatchObject({ kind: 'thread', copiedFrom: { thread: THREAD, entry: head.id } });
      expect(new Set([...copy, ...entries].map(({ id }) => id)).size).toBe(copy.length + entries.length);
      expect(toMessages(copy, 'openai')).toEqual(toMessages(branch, 'openai'));
      expect(toEvents(copy)).toEqual(toEvents(branch));
      expect(toMarkdown(copy)).toBe(toMarkdown(branch));
    }),
    { numRuns: RUNS },
  );
});
