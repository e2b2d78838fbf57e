import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { DiskChanges } from '../../src/host/node/file-changes/file-changes.js';
import { type BuiltEntries, buildEntries } from './build-entries.js';
import { createRandom } from '../../bench/make-tree.js';
import { killLater } from '../doubles/later.js';
import { SEED } from '../doubles/seed.js';

// `TROUPE_KILLS=500` is the whole truth; each kill is a process of its own.
const KILLS = Number(process.env['TROUPE_KILLS'] ?? 50);
const AT_ONCE = 4;
// As long as the changes take.
const MAX_LIFE_MS = 13;
// A kill takes half a second when the machine is busy.
const TIMEOUT_MS = 300_000 + KILLS * 2_000;

const OLD = 'old\n'.repeat(2_000);
const NEW = 'new\n'.repeat(2_000);

/** What the folder holds before, and after all changes. Shape: path to content. */
const BEFORE = { a: OLD, 'sub/c': OLD, d: OLD, 'tree/x/y': OLD, e: OLD };
const AFTER = { a: NEW, 'made/deep/b': NEW, 'sub/c': NEW, 'sub/moved': OLD };

let entries: BuiltEntries;
let scratch: string;
beforeAll(async () => {
  entries = await buildEntries({ 'crash-changes.entry': 'test/threads/entries/crash-changes.entry.ts' });
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-crash-')));
});
afterAll(() => {
  entries.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** A folder as it was before, and the place of its journal. */
function makeFolder(name: string): { folder: string; journal: string } {
  const folder = join(scratch, name);
  for (const path of ['sub', 'tree/x']) mkdirSync(join(folder, path), { recursive: true });
  for (const [path, content] of Object.entries(BEFORE)) writeFileSync(join(folder, path), content);
  const journal = join(scratch, `${name}-journal`);
  mkdirSync(journal);
  return { folder, journal };
}

function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}

function start(folder: string, journal: string, dieAt: number): ChildProcess {
  const entry = fileURLToPath(entries.url('crash-changes.entry'));
  return spawn(process.execPath, [entry, folder, journal, String(dieAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function ended(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) =>
    child.on('close', () => {
      resolve(output);
    }),
  );
}

/** No file is torn, whatever else has happened. Names that are put aside do not count. */
function expectWhole(folder: string): void {
  for (const [path, content] of Object.entries(filesIn(folder))) {
    if (path.includes('.troupe-')) continue;
    expect([OLD, NEW]).toContain(content);
  }
  for (const path of ['a', 'sub/c']) expect(Object.keys(filesIn(folder))).toContain(path);
}

async function expectAllOrNothing(folder: string, journal: string): Promise<'before' | 'after'> {
  await new DiskChanges({ journal }).recover([folder as AbsPath]);
  const files = filesIn(folder);
  const isAfter = files['a'] === NEW;
  expect(files).toEqual(isAfter ? AFTER : BEFORE);
  expect(readdirSync(folder).sort()).toEqual(isAfter ? ['a', 'made', 'sub'] : ['a', 'd', 'e', 'sub', 'tree']);
  expect(readdirSync(journal).filter((name) => name.endsWith('.json'))).toEqual([]);
  return isAfter ? 'after' : 'before';
}

test(
  `changes of many files are whole, and all made or none once recovered, after each of ${KILLS} kills`,
  async () => {
    const { folder, journal } = makeFolder('whole');
    const steps = Number((await ended(start(folder, journal, 0))).split('done ')[1]);
    expect(await expectAllOrNothing(folder, journal)).toBe('after');

    const outcomes = { before: 0, after: 0 };
    let next = 0;
    const work = async (): Promise<void> => {
      for (let kill = next++; kill < KILLS; kill = next++) {
        const place = makeFolder(`kill-${kill}`);
        // Before a step, each in turn; or at any moment, while it runs.
        const isAtStep = kill % 2 === 0;
        const child = start(place.folder, place.journal, isAtStep ? 1 + ((kill / 2) % steps) : 0);
        if (!isAtStep)
          child.stdout?.once('data', () => {
            killLater(child, createRandom(SEED + kill).below(MAX_LIFE_MS));
          });
        await ended(child);
        expectWhole(place.folder);
        outcomes[await expectAllOrNothing(place.folder, place.journal)] += 1;
        rmSync(place.folder, { recursive: true });
        rmSync(place.journal, { recursive: true, force: true });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    console.log(
      `${KILLS} kills at ${steps} steps and in between: ${outcomes.after} completed, ${outcomes.before} taken back.`,
    );
    expect(Math.min(outcomes.before, outcomes.after)).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
