import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { ThreadDamage } from '../../../../../src/actors/protocol/thread-store.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { branchTo } from '../../../../../src/actors/threads/branch.js';
import { checkEntries } from '../../../../../src/actors/threads/check-entries.js';
import { toMarkdown } from '../../../../../src/actors/threads/exports/to-markdown.js';
import { toMessages } from '../../../../../src/actors/threads/to-messages.js';
import { FileThreadStore } from '../../../../../src/host/node/threads/file-thread-store.js';
import { findShrunk, stampThread } from '../../../../../src/host/node/threads/log/thread-stamp.js';
import { chatCompletionsRules } from '../../../../doubles/api-rules.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';
import { mutate, mutations } from './mutate.js';
import { sampleEntries, type StoredThread, storeThread, withLongEntries } from './stored-threads.js';

// `TROUPE_LOG_MUTATIONS=5000` is the whole campaign.
const MUTATIONS = Number(process.env['TROUPE_LOG_MUTATIONS'] ?? 300);
const TIMEOUT_MS = 1_200_000;

const ID = 'stored' as ThreadId;

let scratch: AbsPath;
let threads: readonly StoredThread[];
beforeAll(async () => {
  scratch = makeTempDir();
  const entries = sampleEntries(7);
  const long = withLongEntries(entries, 7);
  const third = Math.floor(entries.length / 3);
  threads = await Promise.all([
    storeThread(join(scratch, 'plain'), ID, [entries]),
    storeThread(join(scratch, 'sealed'), ID, [long]),
    storeThread(join(scratch, 'several'), ID, [
      entries.slice(0, third),
      entries.slice(third, 2 * third),
      long.slice(2 * third),
    ]),
  ]);
});
afterAll(() => {
  removeTempDir(scratch);
});

/** The entries of which every byte is still in one piece. */
function survivorsOf(
  { entries, files }: StoredThread,
  mutated: ReadonlyMap<string, Buffer>,
): ReadonlySet<EntryId> {
  const lost = new Set<EntryId>();
  for (const { name, bytes, units } of files) {
    const now = mutated.get(name) ?? bytes;
    for (const unit of units) if (!now.includes(unit.bytes)) for (const id of unit.entries) lost.add(id);
  }
  return new Set(entries.flatMap(({ id }) => (lost.has(id) ? [] : [id])));
}

async function read(folder: string, damages: ThreadDamage[]): Promise<readonly ThreadEntry[]> {
  const store = new FileThreadStore({ folder, onProblem: () => undefined });
  const entries: ThreadEntry[] = [];
  for await (const entry of store.read(ID, (damage) => damages.push(damage))) entries.push(entry);
  return entries;
}

test(
  'damage costs only the entries that it touches, and each of them is named',
  async () => {
    const folder = join(scratch, 'mutated');
    const place = join(folder, ID);
    const counts = {
      mutations: 0,
      lost: 0,
      named: 0,
      'behind a torn end': 0,
      'at a boundary': 0,
      nothing: 0,
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(2), fc.nat(9), mutations, async (which, file, mutation) => {
        const thread = threads[which] as StoredThread;
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(place, { recursive: true });
        for (const { name, bytes } of thread.files) writeFileSync(join(place, name), bytes);
        const before = await stampThread(folder, ID);
        const target = thread.files[file % thread.files.length];
        if (target === undefined) throw new Error('The thread has no file.');
        const bytes = mutate(target.bytes, mutation);
        writeFileSync(join(place, target.name), bytes);
        const isShrunk = findShrunk(before, await stampThread(folder, ID)).length > 0;
        expect(isShrunk).toBe(bytes.length < target.bytes.length);

        const survivors = survivorsOf(thread, new Map([[target.name, bytes]]));
        const damages: ThreadDamage[] = [];
        let entries: readonly ThreadEntry[];
        try {
          entries = await read(folder, damages);
        } catch (error) {
          expect(error).toMatchObject({ code: 'DATA_CORRUPTION' });
          expect(survivors.size).toBe(0);
          counts.nothing += 1;
          return;
        }
        expect(readFileSync(join(place, target.name)).equals(bytes)).toBe(true);

        const ids = new Set(entries.map(({ id }) => id));
        expect([...survivors].filter((id) => !ids.has(id))).toEqual([]);
        const originals = new Map(thread.entries.map((entry) => [entry.id, entry]));
        for (const entry of entries) {
          const original = originals.get(entry.id);
          if (original === undefined) {
            // Nothing is left of the first entry, nor of its copies.
            expect(entry).toMatchObject({ id: 'lost', kind: 'thread', seq: 0 });
            expect(survivors).not.toContain(thread.entries[0]?.id);
            continue;
          }
          expect({ ...entry, parent: original.parent }).toEqual(original);
        }
        if (entries.length > 0) checkEntries(ID, entries);
        const branch = branchTo(entries);
        expect(chatCompletionsRules(toMessages(branch, 'openai-chat'))).toEqual([]);
        toMarkdown(branch);

        counts.mutations += 1;
        for (const { id, seq } of thread.entries) {
          if (ids.has(id)) continue;
          counts.lost += 1;
          const isNamed = damages.some(
            ({ seqs }) => seqs !== undefined && seqs.from <= seq && seq <= seqs.to,
          );
          const hasOpenEnd = damages.some(({ kind, seqs }) => kind === 'torn' || seqs === undefined);
          if (isNamed) counts.named += 1;
          else if (hasOpenEnd) counts['behind a torn end'] += 1;
          else {
            // Nobody can tell a file that was cut between two entries from one that ended there.
            counts['at a boundary'] += 1;
            expect([mutation.kind, isShrunk, target.name.endsWith('z')]).toEqual(['truncate', true, false]);
          }
        }
      }),
      { numRuns: MUTATIONS },
    );
    if (MUTATIONS > 300) console.log(JSON.stringify(counts));
  },
  TIMEOUT_MS,
);
