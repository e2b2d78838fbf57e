import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../../../../src/actors/protocol/thread.js';
import type { ThreadDamage } from '../../../../../src/actors/protocol/thread-store.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { checkEntries } from '../../../../../src/actors/threads/check-entries.js';
import { FileThreadStore } from '../../../../../src/host/node/threads/file-thread-store.js';
import { makeTempDir, removeTempDir } from '../../../../doubles/temp-dir.js';
import { mutate, mutations } from './mutate.js';

// `TROUPE_LOG_MUTATIONS=5000` is the whole campaign.
const MUTATIONS = Number(process.env['TROUPE_LOG_MUTATIONS'] ?? 300);
const TIMEOUT_MS = 1_200_000;

const ID = 'every-kind' as ThreadId;
const ORIGINAL = readFileSync(join(import.meta.dirname, `../../../../corpus/threads/v1/${ID}.jsonl`));
const LINES = ORIGINAL.toString().split('\n').filter(Boolean);

let scratch: AbsPath;
beforeAll(() => {
  scratch = makeTempDir();
});
afterAll(() => {
  removeTempDir(scratch);
});

async function read(damages: ThreadDamage[]): Promise<readonly ThreadEntry[]> {
  await using store = new FileThreadStore({ folder: scratch, onProblem: () => undefined });
  const entries: ThreadEntry[] = [];
  for await (const entry of store.read(ID, (damage) => damages.push(damage))) entries.push(entry);
  return entries;
}

// Lines of the first version have no checksum: a change that leaves valid JSON cannot be told from what was written.
test(
  'damage to a file of the first version costs only the lines that it touches, and is reported',
  async () => {
    const path = join(scratch, `${ID}.jsonl`);
    const counts = { mutations: 0, lost: 0, cut: 0, nothing: 0 };
    await fc.assert(
      fc.asyncProperty(mutations, async (mutation) => {
        const bytes = mutate(ORIGINAL, mutation);
        writeFileSync(path, bytes);
        const whole = new Set(bytes.toString().split('\n').slice(0, -1));
        const survivors = LINES.filter((line) => whole.has(line));
        const damages: ThreadDamage[] = [];
        let entries: readonly ThreadEntry[];
        try {
          entries = await read(damages);
        } catch (error) {
          expect(error).toMatchObject({ code: 'DATA_CORRUPTION' });
          expect(survivors).toEqual([]);
          counts.nothing += 1;
          return;
        }
        // Reading changes nothing.
        expect(readFileSync(path).equals(bytes)).toBe(true);
        if (entries.length > 0) checkEntries(ID, entries);
        // A changed line may be an entry with another id, or with another number.
        const ids = new Set<unknown>(entries.flatMap(({ id, seq }) => [id, seq]));
        const lost = LINES.filter((line) => {
          const { id, seq } = JSON.parse(line) as ThreadEntry;
          return whole.has(line) ? !ids.has(id) : !ids.has(id) && !ids.has(seq);
        });
        expect(lost.filter((line) => whole.has(line))).toEqual([]);
        counts.mutations += 1;
        counts.lost += lost.length;
        if (lost.length === 0 || damages.length > 0) return;
        // Nobody can tell a file that was cut between two lines from one that ended there.
        counts.cut += 1;
        expect(ORIGINAL.subarray(0, bytes.length).equals(bytes)).toBe(true);
        expect(bytes.length === 0 || [bytes.at(-1), ORIGINAL[bytes.length]].includes(0x0a)).toBe(true);
      }),
      { numRuns: MUTATIONS },
    );
    if (MUTATIONS > 300) console.log(JSON.stringify(counts));
  },
  TIMEOUT_MS,
);
