/*
 * Lines that a developer types every day: which of them are asked about, and whether those that run print in the
 * looking world what they print without a sandbox.
 *
 *     TROUPE_LOCKS=all npx vitest run test/locks/everyday.test.ts
 */
import { expect, test } from 'vitest';
import { readCauses } from './lines/read-lines.js';
import { MISSING } from './world/has-bubblewrap.js';
import { JudgedShell } from './world/judged-shell.js';
import { createOpenSandbox } from './world/open-sandbox.js';
import { printTable } from './world/print-table.js';
import { shareAmong } from './world/share-worlds.js';
import { LocksWorld } from './world/world.js';
import { describeUnless } from '../doubles/run-unless.js';

// Lines that may print something else in the looking world, and why.
const MAY_DIFFER: ReadonlyMap<string, string> = new Map([
  ['echo $PATH', 'folders of the workspace are not in it'],
  ['env | grep -c LANG', 'the environment is another'],
  ['df -h', 'other folders are mounted'],
  ['ps', 'other processes are seen'],
  ['ps aux | head -3', 'other processes are seen'],
  ['free -m', 'it changes all the time'],
  ['uptime', 'it changes all the time'],
  ['date', 'it changes all the time'],
  ['date -u', 'it changes all the time'],
  ['time ls src', 'it takes another time'],
  ['java -version', 'without a sandbox, the test bounds its memory'],
  ['git config --list', 'git is told to run nothing of the repository'],
  ['ls -la', 'the folder above is empty, and belongs to the sandbox'],
  ["ls -la | grep -v '^d'", 'the folder above is empty, so that it takes no blocks'],
  ["ls -la | awk '{print $NF}'", 'the folder above is empty, so that it takes no blocks'],
  ['tree', 'a link leads to what is hidden'],
  ["tree -a -I '.git|node_modules' -L 2", 'a link leads to what is hidden'],
  ['tree -L 1', 'a link leads to what is hidden'],
  ['tree -d', 'a link leads to what is hidden'],
  ['ss -tln', 'no servers of this machine are seen'],
  ['netstat -tln', 'no servers of this machine are seen'],
]);
const isWhole = process.env['TROUPE_LOCKS'] === 'all';
// Without the switch, each line is judged, and one of so many runs.
const STEP = 3;
// Of 250 lines.
const MOST_ASKED = 20;

interface Outcome {
  readonly exitCode: string;
  readonly stdout: string;
}

async function run(shell: JudgedShell, line: string, kind: 'looking' | 'none'): Promise<Outcome | 'refused'> {
  const { output, isRefused } = await shell.run(line, { kind });
  if (isRefused) return 'refused';
  const [, exitCode = 'none', stdout = ''] = /Exit code (\w+).*?\nstdout:(.*?)\nstderr:/s.exec(output) ?? [];
  // The order in which threads find files is random.
  const isSorted = line.startsWith('rg ');
  return { exitCode, stdout: isSorted ? stdout.split('\n').sort().join('\n') : stdout };
}

describeUnless(MISSING)('with bubblewrap', () => {
  test('everyday lines run unasked, and print what they print elsewhere', { timeout: 300_000 }, async () => {
    await using first = await LocksWorld.make({ isHostile: false, hasCarelessPath: false });
    await using second = await LocksWorld.make({ isHostile: false, hasCarelessPath: false });
    const worlds = await Promise.all(
      [first, second].map(async (world) => ({
        world,
        locked: await JudgedShell.make(world),
        open: new JudgedShell(world, createOpenSandbox(world.places.base, world.environment)),
      })),
    );
    const own = readCauses().find(({ name }) => name === 'everyday')?.lines ?? [];
    const lines = own.map(({ text }) => text);
    const results = await shareAmong(worlds, lines, async ({ world, locked, open }, line) => {
      const decision = await locked.judge(world.fill(line));
      if (decision.kind === 'asked') return { line, kind: 'asked', why: decision.reasons.join(' ') };
      if (!isWhole && lines.indexOf(line) % STEP !== 0) return { line, kind: 'not run', why: '' };
      const inside = await run(locked, world.fill(line), 'looking');
      const effects = await world.takeEffects(inside === 'refused' ? '' : inside.stdout);
      if (effects.length > 0) return { line, kind: 'effects', why: JSON.stringify(effects) };
      const outside = await run(open, world.fill(line), 'none');
      await world.takeEffects('');
      if (inside === 'refused') return { line, kind: 'refused', why: 'it is refused in the looking world' };
      const isSame = JSON.stringify(inside) === JSON.stringify(outside);
      return isSame
        ? { line, kind: 'same', why: '' }
        : { line, kind: 'differs', why: `${JSON.stringify(inside)} and without ${JSON.stringify(outside)}` };
    });
    for (const { locked, open } of worlds)
      await Promise.all([locked, open].map((shell) => shell[Symbol.asyncDispose]()));
    const of = (kind: string): readonly (typeof results)[number][] =>
      results.filter((one) => one.kind === kind);
    printTable('Everyday lines', [
      ['lines', 'asked', 'refused, then asked', 'print the same', 'differ', 'not run'],
      [
        results.length,
        of('asked').length,
        of('refused').length,
        of('same').length,
        of('differs').length,
        of('not run').length,
      ],
    ]);
    printTable('Asked about', [
      ['line', 'why'],
      ...[...of('asked'), ...of('refused')].map(({ line, why }) => [line, why]),
    ]);
    printTable('Different', [
      ['line', 'what'],
      ...of('differs').map(({ line, why }) => [line, why.slice(0, 300)]),
    ]);
    expect(of('effects')).toEqual([]);
    expect(of('differs').filter(({ line }) => !MAY_DIFFER.has(line))).toEqual([]);
    expect([...of('asked'), ...of('refused')].length * 250).toBeLessThanOrEqual(MOST_ASKED * results.length);
  });
});
