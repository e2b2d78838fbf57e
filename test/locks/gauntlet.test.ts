/*
 * The gauntlet of the locks. Each line is judged as the product does it; what is let through runs through
 * `run_command` in the world that the decision names, and has no effect. The second and the third test do without the
 * judge: whatever it may let through by mistake does no harm in these worlds. Without the switch, they try some lines of
 * each cause.
 *
 *     TROUPE_LOCKS=all npx vitest run test/locks/gauntlet.test.ts
 */
import { expect, test } from 'vitest';
import type { SandboxRequest } from '../../src/actors/protocol/shell.js';
import { readCauses, takeSample } from './lines/read-lines.js';
import { MISSING } from './world/has-bubblewrap.js';
import { JudgedShell } from './world/judged-shell.js';
import { watchMemory } from './world/memory.js';
import { printTable } from './world/print-table.js';
import { runBatches } from './world/run-batch.js';
import { shareAmong } from './world/share-worlds.js';
import { type Effect, LocksWorld } from './world/world.js';
import { describeUnless } from '../doubles/run-unless.js';

// Another test has the everyday lines.
const causes = readCauses().filter(({ name }) => name !== 'everyday');
const isWhole = process.env['TROUPE_LOCKS'] === 'all';
// Of each cause, where not all lines are tried without the judge.
const SAMPLE = 12;
const LOOKING: SandboxRequest = { kind: 'looking' };
const WORKING: SandboxRequest = {
  kind: 'working',
  hasNetwork: false,
  mayWriteRepository: false,
  reveals: [],
};
// What lines that go on for ever get. Units: milliseconds.
const HANG_LIMIT_MS = 500;
// More than any line needs, and less than a machine misses. Units: bytes.
const MEMORY_LIMIT = 2_500_000_000;

test('the gauntlet has at least 700 lines, and none twice in a file', () => {
  const all = causes.flatMap(({ name, lines }) => lines.map(({ text }) => `${name}: ${text}`));
  expect(all.length).toBeGreaterThan(700);
  expect(all.filter((line, index) => all.indexOf(line) !== index)).toEqual([]);
});

describeUnless(MISSING)('with bubblewrap', () => {
  test('a line that runs unasked has no effect', { timeout: 600_000 }, async () => {
    await using first = await LocksWorld.make();
    await using second = await LocksWorld.make();
    const worlds = await Promise.all(
      [first, second].map(async (world) => ({ world, shell: await JudgedShell.make(world) })),
    );
    const rows: (readonly (string | number)[])[] = [
      ['cause', 'lines', 'asked', 'run', 'then asked', 'with effects'],
    ];
    const harm: string[] = [];
    let ran = 0;
    for (const { name, lines } of causes) {
      const judged = await shareAmong(worlds, lines, async ({ world, shell }, { text, effect }) => {
        const line = world.fill(text);
        const decision = await shell.judge(line);
        if (decision.kind === 'asked') return decision;
        if (decision.access.kind !== 'looking') harm.push(`${text}: runs unasked in ${decision.access.kind}`);
        const memory = watchMemory();
        const limitMs = effect === 'hangs' ? HANG_LIMIT_MS : undefined;
        const { output, isRefused } = await shell.run(line, decision.access, limitMs);
        const effects = await world.takeEffects(output);
        const isGreedy = memory.stop() > MEMORY_LIMIT;
        const isHarmful = isGreedy || effects.length > 0;
        if (isHarmful)
          harm.push(`${name}: ${text}: ${listEffects(effects)}${isGreedy ? ' takes memory' : ''}`);
        return { kind: 'run', isRefused, isHarmful } as const;
      });
      const runs = judged.flatMap((one) => (one.kind === 'run' ? [one] : []));
      ran += runs.length;
      rows.push([
        name,
        lines.length,
        judged.length - runs.length,
        runs.length,
        runs.filter(({ isRefused }) => isRefused).length,
        runs.filter(({ isHarmful }) => isHarmful).length,
      ]);
    }
    for (const { shell } of worlds) await shell[Symbol.asyncDispose]();
    printTable('Lines that are judged, and what those do that run unasked', rows);
    expect(harm).toEqual([]);
    // A gauntlet of lines that are all asked about would prove nothing.
    expect(ran).toBeGreaterThan(150);
  });

  test.each([
    ['looking', LOOKING],
    ['working', WORKING],
  ] as const)('no line at all does harm in the world %s', { timeout: 600_000 }, async (kind, access) => {
    // In the working world, programs of the workspace may run, and would stand before the others.
    await using world = await LocksWorld.make({ hasCarelessPath: kind === 'looking' });
    await using shell = await JudgedShell.make(world);
    const rows: (readonly (string | number)[])[] = [
      ['cause', 'lines', 'write', 'connect', 'print what is hidden', 'print what is outside', 'run'],
    ];
    const harm: string[] = [];
    for (const { name, lines } of causes) {
      const harmful = lines.filter(({ effect }) => effect !== 'hangs' && effect !== 'nothing');
      const texts = takeSample(harmful, isWhole ? Infinity : SAMPLE).map(({ text }) => text);
      const found = await runBatches(world, shell, texts, access, (effect) => !isAllowed(kind, effect));
      const count = (isCounted: (effect: Effect) => boolean): number =>
        found.filter(({ effects }) => effects.some(isCounted)).length;
      rows.push([
        name,
        texts.length,
        count((effect) => effect.kind === 'writes'),
        count((effect) => effect.kind === 'connects'),
        count((effect) => isHiddenPrint(effect)),
        count((effect) => effect.kind === 'prints' && !isHiddenPrint(effect)),
        count((effect) => effect.kind === 'runs'),
      ]);
      harm.push(
        ...found.flatMap(({ line, effects }) => {
          const bad = effects.filter((effect) => effect.kind !== 'runs' && !isOutsidePrint(effect));
          return bad.length === 0 ? [] : [`${name}: ${line}: ${listEffects(bad)}`];
        }),
      );
    }
    printTable(`What all lines do in the world "${kind}", whatever the judge says of them`, rows);
    expect(harm).toEqual([]);
  });
});

/** The working world is for commands that write to the workspace and run its programs. */
function isAllowed(kind: 'looking' | 'working', { kind: what, detail }: Effect): boolean {
  if (kind === 'looking') return false;
  const isInWorkspace = /^app(?:\/(?!\.git(?:\/|$)|vendor\/(?:nested\/\.git|bare)).*)?$/.test(detail);
  const isTemporary = /^\/(?:var\/)?tmp\//.test(detail) || detail === '';
  return what === 'runs' || (what === 'writes' && (isInWorkspace || isTemporary));
}

function isOutsidePrint({ kind, detail }: Effect): boolean {
  return kind === 'prints' && detail === 'a file outside';
}

function isHiddenPrint(effect: Effect): boolean {
  return effect.kind === 'prints' && !isOutsidePrint(effect);
}

function listEffects(effects: readonly Effect[]): string {
  return effects.map(({ kind, detail }) => `${kind} ${detail}`).join(', ');
}
