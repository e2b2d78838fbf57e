/*
 * What hostile repositories, and commands in them, make git run later outside of the sandbox. With
 * `TROUPE_LOCKS=all` each of ten commands is tried in each world; otherwise the one that does harm, in one of the worlds
 * that can write.
 *
 *     TROUPE_LOCKS=all npx vitest run test/locks/hostile-repositories.test.ts
 */
import { expect, test } from 'vitest';
import type { SandboxRequest } from '../../src/actors/protocol/shell.js';
import { PLANTS } from './hostile/plants.js';
import { HostileRepository } from './hostile/repository.js';
import { MISSING } from './world/has-bubblewrap.js';
import { printTable } from './world/print-table.js';
import { describeUnless } from '../doubles/run-unless.js';

const working = (mayWriteRepository: boolean): SandboxRequest => ({
  kind: 'working',
  hasNetwork: false,
  mayWriteRepository,
  reveals: [],
});
const WORLDS: readonly (readonly [name: string, access: SandboxRequest])[] = [
  ['looking', { kind: 'looking' }],
  ['working', working(false)],
  ['working, with git', working(true)],
];
const COMMANDS = [
  'sh plant.sh',
  'sh plant.sh; git add -A; git commit -qm planted',
  'git status',
  'git diff',
  'git log -p -2',
  'git commit -qam wip',
  'git stash',
  'git checkout -q -b other',
  'git -c protocol.file.allow=always submodule update --init',
  'git add -A; git commit -qm all',
];
const isWhole = process.env['TROUPE_LOCKS'] === 'all';
const commands = isWhole ? COMMANDS : COMMANDS.slice(0, 1);

describeUnless(MISSING)('with bubblewrap', () => {
  test('nothing in a hostile repository makes git run a program later', { timeout: 900_000 }, async () => {
    const rows: (readonly (string | number)[])[] = [
      ['repository', 'commands', ...WORLDS.map(([name]) => name), 'repairs', 'without a sandbox'],
    ];
    const starts: string[] = [];
    const harmless: string[] = [];
    for (const [index, plant] of PLANTS.entries()) {
      await using repository = await HostileRepository.make(plant);
      const counts: (number | string)[] = [];
      let repairs = 0;
      for (const [number, [name, access]] of WORLDS.entries()) {
        if (!isWhole && number !== 1 + (index % 2)) {
          counts.push('');
          continue;
        }
        let count = 0;
        for (const command of commands) {
          const result = await repository.run(command, access);
          if (result.started.length > 0) count += 1;
          if (result.repairs.length > 0) repairs += 1;
          if (plant.mayRunIn?.includes(name) === true) continue;
          starts.push(...result.started.map((start) => `${plant.name}, ${name}: ${command}: ${start}`));
        }
        counts.push(count);
      }
      if (isWhole) {
        const open = await repository.run('sh plant.sh', { kind: 'none' });
        if (open.started.length === 0) harmless.push(plant.name);
      }
      const isKnownToRun = isWhole && !harmless.includes(plant.name);
      rows.push([plant.name, commands.length, ...counts, repairs, isKnownToRun ? 'runs' : '']);
    }
    printTable('After how many commands git runs a program that it did not run before', rows);
    expect(starts).toEqual([]);
    // Most of the plants grow where nothing stops them; some want another command of git than those that are tried.
    expect(harmless.length).toBeLessThanOrEqual(PLANTS.length / 4);
  });
});
