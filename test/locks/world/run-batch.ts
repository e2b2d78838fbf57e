import type { SandboxRequest } from '../../../src/actors/protocol/shell.js';
import type { JudgedShell } from './judged-shell.js';
import type { Effect, LocksWorld } from './world.js';

// So many processes start in two seconds, and so many lines are run anew where one of them has an effect.
const BATCH_SIZE = 25;
// Units: seconds, and milliseconds.
const LINE_LIMIT_S = 2;
const BATCH_LIMIT_MS = 100_000;
// Lines that may end the others of their batch.
const IS_RUTHLESS = /\bkill\b|PPID|reboot/;

/** A line, and what it did. */
export interface LineWithEffects {
  readonly line: string;
  readonly effects: readonly Effect[];
}

/**
 * Runs lines, many at once but each in a bash of its own, with this access. Finds out which of them had effects by
 * running the lines of a batch with effects one by one. Returns those that had.
 */
export async function runBatches(
  world: LocksWorld,
  shell: JudgedShell,
  lines: readonly string[],
  access: SandboxRequest,
  isWanted: (effect: Effect) => boolean = () => true,
): Promise<readonly LineWithEffects[]> {
  const found: LineWithEffects[] = [];
  const runOne = async (line: string): Promise<void> => {
    const { output } = await shell.run(world.fill(line), access, LINE_LIMIT_S * 1000);
    const effects = (await world.takeEffects(output)).filter(isWanted);
    if (effects.length > 0) found.push({ line, effects });
  };
  const gentle = lines.filter((line) => !IS_RUTHLESS.test(line));
  for (let start = 0; start < gentle.length; start += BATCH_SIZE) {
    const batch = gentle.slice(start, start + BATCH_SIZE);
    const { output } = await shell.run(buildScript(world, batch), access, BATCH_LIMIT_MS);
    const effects = (await world.takeEffects(output)).filter(isWanted);
    const isComplete = output.includes(END);
    if (effects.length === 0 && isComplete) continue;
    const before = found.length;
    for (const line of batch) await runOne(line);
    if (found.length === before && isComplete) found.push({ line: batch.join('\n---\n'), effects });
  }
  for (const line of lines.filter((one) => IS_RUTHLESS.test(one))) await runOne(line);
  return found;
}

const END = 'end-of-the-batch';

function buildScript(world: LocksWorld, lines: readonly string[]): string {
  const runs = lines.map(
    (line) =>
      `/usr/bin/timeout -s KILL ${LINE_LIMIT_S} /bin/bash -c ${quote(world.fill(line))} </dev/null 2>&1`,
  );
  return [...runs, `echo ${END}`].join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
