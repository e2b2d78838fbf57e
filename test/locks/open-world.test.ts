/*
 * What the lines of the gauntlet do where nothing holds them back: with all lines let through, in the environment of
 * the person and without the looking world. It shows that the gauntlet finds each hole. Without the switch, some lines
 * of each cause are tried.
 *
 *     TROUPE_LOCKS=all npx vitest run test/locks/open-world.test.ts
 */
import { dirname } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { expect } from 'vitest';
import { type Line, readCauses, takeSample } from './lines/read-lines.js';
import { MISSING } from './world/has-bubblewrap.js';
import { JudgedShell } from './world/judged-shell.js';
import { createOpenSandbox } from './world/open-sandbox.js';
import { printTable } from './world/print-table.js';
import { shareAmong } from './world/share-worlds.js';
import { type Effect, LocksWorld, SYSTEM_PATH } from './world/world.js';
import { testUnless } from '../doubles/run-unless.js';

const isWhole = process.env['TROUPE_LOCKS'] === 'all';
const causes = readCauses().filter(({ name }) => name !== 'everyday');
// Of each cause, where not all lines are tried.
const SAMPLE = 6;
// Enough of an output to see what went wrong. Units: UTF-16 units.
const SHOWN = 200;
// Long enough for a line that ends. Units: milliseconds.
const HANG_LIMIT_MS = 700;
// Some lines use `rg`, which not every machine has among the programs of the system.
const RG_FOLDER = dirname(rgPath);

interface Found {
  readonly line: Line;
  readonly effects: readonly Effect[];
  readonly hangs: boolean;
  /** A program that the line needs is not installed: what it would do remains unknown. */
  readonly isAbsent: boolean;
  readonly output: string;
}

testUnless(MISSING)(
  'each line of the gauntlet does what it says where all lines are let through',
  async () => {
    await using first = await LocksWorld.make();
    await using second = await LocksWorld.make();
    const worlds = [first, second].map((world) => {
      const { environment, places } = world;
      const shellIn = (path = ''): JudgedShell =>
        new JudgedShell(
          world,
          createOpenSandbox(places.base, { ...environment, PATH: `${path}:${RG_FOLDER}` }, RG_FOLDER),
        );
      // With the careless PATH, every line would do no more than run a program of the workspace.
      return { world, plain: shellIn(SYSTEM_PATH), careless: shellIn(environment['PATH']) };
    });
    const rows: (readonly (string | number)[])[] = [
      ['cause', 'lines', 'do harm', 'write', 'print', 'connect', 'run', 'hang', 'not installed', 'missed'],
    ];
    const missed: string[] = [];
    for (const { name, lines } of causes) {
      const attacks = takeSample(
        lines.filter(({ effect }) => effect !== 'nothing'),
        isWhole ? Infinity : SAMPLE,
      );
      const found = await shareAmong(
        worlds,
        attacks,
        async ({ world, plain, careless }, line): Promise<Found> => {
          const judged = name === 'planted' ? careless : plain;
          const limitMs = line.effect === 'hangs' ? HANG_LIMIT_MS : undefined;
          const { output } = await judged.run(world.fill(line.text), { kind: 'none' }, limitMs);
          const effects = await world.takeEffects(output);
          return {
            line,
            effects,
            output,
            isAbsent: /: command not found$/m.test(output),
            hangs: /was ended after|cannot allocate|xrealloc|[Mm]emory|Exit code 139/.test(output),
          };
        },
      );
      const count = (kind: Effect['kind']): number =>
        found.filter(({ effects }) => effects.some((effect) => effect.kind === kind)).length;
      const isFound = ({ line, effects, hangs }: Found): boolean =>
        line.effect === 'hangs' ? hangs : effects.some(({ kind }) => kind === line.effect);
      const silent = found.filter((one) => !isFound(one));
      const unseen = silent.filter(({ isAbsent }) => !isAbsent);
      // A machine that has next to nothing would prove nothing.
      if (silent.length - unseen.length > attacks.length / 2)
        missed.push(`${name}: more than half of its lines need programs that are not installed`);
      missed.push(
        ...unseen.map(
          ({ line, output }) => `${name}: ${line.effect}: ${line.text}\n${output.slice(0, SHOWN)}`,
        ),
      );
      rows.push([
        name,
        attacks.length,
        found.length - silent.length,
        ...(['writes', 'prints', 'connects', 'runs'] as const).map(count),
        found.filter(({ line, hangs }) => line.effect === 'hangs' && hangs).length,
        silent.length - unseen.length,
        unseen.length,
      ]);
    }
    printTable('What the lines do where nothing holds them back', rows);
    for (const { plain, careless } of worlds)
      await Promise.all([plain, careless].map((shell) => shell[Symbol.asyncDispose]()));
    expect(missed).toEqual([]);
  },
  900_000,
);
