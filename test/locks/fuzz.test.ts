/*
 * Random lines of shell: those that are judged harmless run in the looking world, and have no effect. The campaign
 * judges 200,000 lines; without the switch it is a sample.
 *
 *     TROUPE_LOCKS=all npx vitest run test/locks/fuzz.test.ts
 *     TROUPE_SEED=1 npx vitest run test/locks/fuzz.test.ts
 */
import { expect } from 'vitest';
import { PIECES } from './fuzz/pieces.js';
import { createRandom } from './fuzz/random.js';
import { makeRandomLine } from './fuzz/random-line.js';
import { MISSING } from './world/has-bubblewrap.js';
import { JudgedShell } from './world/judged-shell.js';
import { printTable } from './world/print-table.js';
import { type LineWithEffects, runBatches } from './world/run-batch.js';
import { LocksWorld } from './world/world.js';
import { testUnless } from '../doubles/run-unless.js';
import { SEED } from '../doubles/seed.js';

const isWhole = process.env['TROUPE_LOCKS'] === 'all';
const COUNT = Number(process.env['TROUPE_LOCKS_COUNT'] ?? (isWhole ? 200_000 : 2_000));
// What a person is asked about however it looks.
const ALWAYS_ASKED = new Set(['to a file', 'function', 'background', 'case', 'carriage return']);
// So many lines are judged, and their harmless ones run, before the next.
const ROUND = 5_000;

testUnless(MISSING)(
  'random lines that are judged harmless have no effect',
  async () => {
    await using first = await LocksWorld.make();
    await using second = await LocksWorld.make();
    const worlds = await Promise.all(
      [first, second].map(async (world) => ({ world, shell: await JudgedShell.make(world) })),
    );
    const random = createRandom(SEED);
    const names = Object.values(PIECES).flatMap((pieces) => pieces.map(({ name }) => name));
    const drawn = new Map(names.map((name) => [name, 0]));
    const harmless = new Map(names.map((name) => [name, 0]));
    const found: LineWithEffects[] = [];
    let ran = 0;
    for (let done = 0; done < COUNT; done += ROUND) {
      const lines = Array.from({ length: Math.min(ROUND, COUNT - done) }, () => makeRandomLine(random));
      const toRun = new Set<string>();
      for (const { text, pieces } of lines) {
        for (const name of pieces) drawn.set(name, (drawn.get(name) ?? 0) + 1);
        const isEmpty = text.trim() === '';
        if (isEmpty || (await worlds[0]?.shell.judge(first.fill(text)))?.kind !== 'runs') continue;
        for (const name of pieces) harmless.set(name, (harmless.get(name) ?? 0) + 1);
        toRun.add(text);
      }
      ran += toRun.size;
      const all = [...toRun];
      const half = Math.ceil(all.length / 2);
      const effects = await Promise.all(
        worlds.map(({ world, shell }, index) =>
          runBatches(world, shell, all.slice(index * half, (index + 1) * half), { kind: 'looking' }),
        ),
      );
      found.push(...effects.flat());
      if (isWhole)
        process.stdout.write(`${done + lines.length} lines, ${ran} run, ${found.length} with effects\n`);
    }
    for (const { shell } of worlds) await shell[Symbol.asyncDispose]();
    printTable(`${COUNT} random lines with the seed ${SEED}, of which ${ran} ran`, [
      ['piece', 'lines', 'harmless lines'],
      ...names.map((name) => [name, drawn.get(name) ?? 0, harmless.get(name) ?? 0]),
    ]);
    expect(
      found.map(({ line, effects }) => [line, ...effects.map(({ kind, detail }) => `${kind} ${detail}`)]),
    ).toEqual([]);
    // A piece that makes each line a question is a piece of which nothing was tried.
    const neverRan = names.filter((name) => harmless.get(name) === 0 && !ALWAYS_ASKED.has(name));
    expect(neverRan).toEqual([]);
  },
  3_600_000,
);
