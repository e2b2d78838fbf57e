import { expect, test } from 'vitest';
import type { EntryBody, EntryId, ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { branchTo } from '../../../src/actors/threads/branch.js';
import { findForks } from '../../../src/actors/threads/find-forks.js';

/** Entries by lines `id < parent`: an `m` is a message, a `j` a jump, an `s` a switch, everything else a notice. */
function thread(...lines: readonly string[]): readonly ThreadEntry[] {
  return lines.map((line, seq): ThreadEntry => {
    const [id = '', parent] = line.split(' < ');
    const place = { id: id as EntryId, parent: (parent ?? null) as EntryId | null, seq, at: seq };
    return { ...place, ...bodyOf(id) };
  });
}

function bodyOf(id: string): EntryBody {
  if (id.startsWith('m')) return { kind: 'user_message', text: id, attachments: [] };
  if (id.startsWith('j')) return { kind: 'jump', to: 'x' as EntryId, scope: 'both', changes: [] };
  if (id.startsWith('s')) return { kind: 'switched' };
  return { kind: 'notice', message: id };
}

const forksOf = (entries: readonly ThreadEntry[]) => findForks(entries, branchTo(entries));

test('a thread that has one branch has no forks', () => {
  expect(forksOf(thread('a', 'm1 < a', 'b < m1', 'm2 < b'))).toEqual([]);
});

test('messages that follow the same entry are alternatives, each with the newest entry behind it', () => {
  const entries = thread('a', 'm1 < a', 'b < m1', 'm2 < a', 'c < m2', 's < b', 'm3 < a', 'd < m3');
  expect(forksOf(entries)).toEqual([{ message: 'm3', heads: ['s', 'c', 'd'], current: 2 }]);
});

test('a message behind a jump is an alternative of the one before which the jump went', () => {
  const entries = thread('a', 'm1 < a', 'b < m1', 'j < a', 'm2 < j', 'c < m2', 'j2 < j', 'm3 < j2');
  expect(forksOf(entries)).toEqual([{ message: 'm3', heads: ['b', 'c', 'm3'], current: 2 }]);
});

test('alternatives below other alternatives are forks of their own', () => {
  const entries = thread('a', 'm1 < a', 'b < m1', 'm2 < b', 'm3 < b', 'm4 < a', 's < m2');
  expect(forksOf(entries)).toEqual([
    { message: 'm1', heads: ['s', 'm4'], current: 0 },
    { message: 'm2', heads: ['s', 'm3'], current: 0 },
  ]);
});
