import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { ThreadHit, ThreadSummary } from '../../../../../src/actors/protocol/thread-store.js';
import { summarize } from '../../../../../src/actors/threads/summarize.js';
import { SummaryFold } from '../../../../../src/actors/threads/summary-fold.js';
import { conversations, entriesOf } from '../../../../arbitraries/conversation.js';
import { LibraryWorld } from './library-world.js';

const QUERIES = ['ask', 'hello', 'o', '<B>', '``` b', '\u{1F600}'];

interface Answers {
  readonly list: readonly ThreadSummary[];
  readonly hits: readonly (readonly ThreadHit[])[];
}

async function ask(world: LibraryWorld): Promise<Answers> {
  const library = await world.open();
  const hits: (readonly ThreadHit[])[] = [];
  for (const query of QUERIES) hits.push(await library.search(query));
  return { list: await library.list(), hits };
}

test('lists and searches are the same with caches, without, and with broken or stale ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(conversations, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.constantFrom('remove', 'cut', 'flip', 'replace', 'touch'), fc.nat()), {
        maxLength: 8,
      }),
      async (threads, damages) => {
        await using world = new LibraryWorld();
        const library = await world.open();
        for (const [index, happenings] of threads.entries()) {
          const entries = entriesOf(happenings);
          const half = Math.floor(entries.length / 2);
          const id = `thread-${index}` as ThreadId;
          if (half > 0) await library.append(id, entries.slice(0, half));
          // The caches of the first half are stale.
          await library.search('x');
          await library.append(id, entries.slice(half));
        }
        await library[Symbol.asyncDispose]();
        const expected = threads.map((happenings, index) =>
          summarize(`thread-${index}` as ThreadId, entriesOf(happenings)),
        );
        const fresh = await ask(world);
        expect([...fresh.list].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(expected);
        const cache = join(library.folder, 'cache');
        expect(readdirSync(cache)).toHaveLength(threads.length);
        expect(await ask(world)).toEqual(fresh);
        for (const [damage, number] of damages) breakOne(cache, damage, number);
        expect(await ask(world)).toEqual(fresh);
        rmSync(cache, { recursive: true });
        expect(await ask(world)).toEqual(fresh);
        expect(world.problems).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

test('a summary of entries one by one equals that of all of them', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const entries = entriesOf(happenings);
      const fold = new SummaryFold();
      for (const entry of entries) fold.add(entry);
      expect(fold.summary('t' as ThreadId)).toEqual(summarize('t' as ThreadId, entries));
    }),
    { numRuns: 200 },
  );
});

function breakOne(cache: string, damage: string, number: number): void {
  const names = readdirSync(cache).sort();
  const path = join(cache, names[number % names.length] ?? '');
  if (names.length === 0) return;
  const bytes = readFileSync(path);
  const at = number % Math.max(1, bytes.length);
  if (damage === 'remove') rmSync(path);
  if (damage === 'cut') writeFileSync(path, bytes.subarray(0, at));
  if (damage === 'flip' && bytes.length > 0) {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
  if (damage === 'replace') writeFileSync(path, readFileSync(join(cache, names[0] ?? '')));
  if (damage === 'touch') utimesSync(path, 1, statSync(path).size);
}
