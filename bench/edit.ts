/** How long the edit engine takes at most, whatever it is given. */
import { performance } from 'node:perf_hooks';
import { planEdit } from '../src/actors/tools/edit/plan-edit.js';
import { splitLines } from '../src/actors/tools/edit/text-lines.js';
import { FAMILY_NAMES, makeHostileEdit } from './hostile-edits.js';
import { createRandom } from './make-tree.js';
import { quantile } from './quantile.js';
import { describeMachine, printTable, saveJson } from './report.js';

const INPUTS = Number(process.env['TROUPE_BENCH_INPUTS'] ?? 10_000);
// Most files are small; one in twenty-five is a megabyte.
const SIZES = [
  ...Array.from({ length: 18 }, () => 4_000),
  ...Array.from({ length: 6 }, () => 60_000),
  1_000_000,
];
const GOAL_MS = 200;
const SEED = 11;

const random = createRandom(SEED);
const times = new Map<string, number[]>(FAMILY_NAMES.map((family) => [family, []]));
const slices: number[] = [];
for (let input = 0; input < INPUTS; input += 1) {
  const family = FAMILY_NAMES[input % FAMILY_NAMES.length] ?? '';
  const { text, blocks } = makeHostileEdit(family, random.pick(SIZES), random);
  const start = performance.now();
  const work = planEdit(splitLines(text), blocks);
  let sliceStart = start;
  for (let step = work.next(); ; step = work.next()) {
    const now = performance.now();
    slices.push(now - sliceStart);
    sliceStart = now;
    if (step.done === true) break;
  }
  times.get(family)?.push(performance.now() - start);
}

const ms = (values: readonly number[], share: number): string => quantile(values, share).toFixed(1);
const all = [...times.values()].flat();
process.stdout.write(`\nEdit engine: ${describeMachine()}, ${INPUTS} hostile inputs up to a megabyte\n\n`);
printTable([
  ['', 'p50 ms', 'p99', 'max'],
  ...[...times].map(([family, values]) => [family, ms(values, 0.5), ms(values, 0.99), ms(values, 1)]),
  ['all', ms(all, 0.5), ms(all, 0.99), ms(all, 1)],
]);
const worst = quantile(all, 1);
process.stdout.write(
  `\nThe worst took ${worst.toFixed(0)} ms (goal: ${GOAL_MS}): ${worst <= GOAL_MS ? 'met' : 'not met'}. ` +
    `It held the thread for ${ms(slices, 1)} ms at a time at most.\n`,
);
saveJson({ machine: describeMachine(), inputs: INPUTS, worstMs: worst, longestSliceMs: quantile(slices, 1) });
