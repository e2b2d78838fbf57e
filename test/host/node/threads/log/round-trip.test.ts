import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { FileThreadStore } from '../../../../../src/host/node/threads/file-thread-store.js';
import { conversations, entriesOf } from '../../../../arbitraries/conversation.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';

// `TROUPE_THREAD_RUNS=10000` is the long run.
const RUNS = Number(process.env['TROUPE_THREAD_RUNS'] ?? 150);
const TIMEOUT_MS = 1_800_000;

const ID = 'thread' as ThreadId;

let scratch: AbsPath;
beforeAll(() => {
  scratch = makeTempDir();
});
afterAll(() => {
  removeTempDir(scratch);
});

/** Entries with what a text may have and JSON may trip over, and with kinds and fields of another version. */
const threads = fc
  .tuple(
    conversations,
    fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { minLength: 1, maxLength: 8 }),
    fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 4 }),
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 30 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
    ),
  )
  .map(([happenings, texts, values, times]): readonly ThreadEntry[] =>
    entriesOf(happenings).map((entry, index) => {
      const text = texts[index % texts.length] ?? '';
      if (entry.kind === 'notice') return { ...entry, message: text.repeat(times) };
      if (entry.kind === 'user_message') return { ...entry, text };
      if (entry.kind === 'renamed')
        // JSON has no -0.
        return JSON.parse(
          JSON.stringify({ ...entry, kind: 'from_the_future', value: values[index % values.length] }),
        ) as ThreadEntry;
      return entry;
    }),
  );

test(
  'a thread is read as it was written, in whatever parts, by however many stores, compressed or not',
  async () => {
    const counts = { threads: 0, entries: 0, files: 0, compressed: 0 };
    await fc.assert(
      fc.asyncProperty(
        threads,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        fc.constantFrom(500, 8_000, 1_000_000),
        async (entries, sizes, closes, maxPlainBytes) => {
          const folder = join(scratch, 'threads');
          rmSync(folder, { recursive: true, force: true });
          const problems: string[] = [];
          const open = (): FileThreadStore =>
            new FileThreadStore({ folder, maxPlainBytes, onProblem: (problem) => problems.push(problem) });
          let store = open();
          const waiting: Promise<void>[] = [];
          for (let at = 0, batch = 0; at < entries.length; batch += 1) {
            const part = entries.slice(at, at + (sizes[batch % sizes.length] ?? 1));
            waiting.push(store.append(ID, part));
            at += part.length;
            if (closes[batch % closes.length] !== true) continue;
            await store[Symbol.asyncDispose]();
            store = open();
          }
          await Promise.all(waiting);
          const read = async (): Promise<readonly ThreadEntry[]> => {
            const found: ThreadEntry[] = [];
            for await (const entry of store.read(ID)) found.push(entry);
            return found;
          };
          expect(await read()).toEqual(entries);
          await store[Symbol.asyncDispose]();
          expect(await read()).toEqual(entries);
          expect(problems).toEqual([]);
          const names = readdirSync(join(folder, ID));
          expect(names.filter((name) => !/^\d{6}-[0-9a-f]{12}\.logz?$/.test(name))).toEqual([]);
          counts.threads += 1;
          counts.entries += entries.length;
          counts.files += names.length;
          counts.compressed += names.filter((name) => name.endsWith('z')).length;
        },
      ),
      { numRuns: RUNS },
    );
    if (RUNS > 1_000) console.log(JSON.stringify(counts));
  },
  TIMEOUT_MS,
);
