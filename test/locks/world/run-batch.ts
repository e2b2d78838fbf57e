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
 * Runs lines, many at once but each in a bash of its own, with this access. Returns those that had effects: if a batch
 * has written or connected, its lines run once more, one by one.
 */
export async function runBatches(
  world: LocksWorld,
  shell: JudgedShell,
  lines: readonly string[],
  access: SandboxRequest,
  isWanted: (effect: Effect) => boolean = () => true,
): Promise<readonly LineWithEffects[]> {
  const found: LineWithEffects[] = [];
  const add = (line: string, effects: readonly Effect[]): void => {
    const wanted = effects.filter(isWanted);
    if (wanted.length > 0) found.push({ line, effects: wanted });
  };
  const runOne = async (line: string): Promise<void> => {
    const { output } = await shell.run(world.fill(line), access, LINE_LIMIT_S * 1000);
    add(line, await world.takeEffects(output));
  };
  const gentle = lines.filter((line) => !IS_RUTHLESS.test(line));
  for (let start = 0; start < gentle.length; start += BATCH_SIZE) {
    const batch = gentle.slice(start, start + BATCH_SIZE);
    const { output } = await shell.run(buildScript(world, batch), access, BATCH_LIMIT_MS);
    const effects = (await world.takeEffects('')).filter(isWanted);
    if (effects.length > 0 || !output.includes(`${MARK}${batch.length}`)) {
      const before = found.length;
      for (const line of batch) await runOne(line);
      if (found.length === before && effects.length > 0) found.push({ line: batch.join('\n---\n'), effects });
    } else {
      for (const [index, line] of batch.entries()) add(line, world.findInOutput(cutOut(output, index)));
    }
  }
  for (const line of lines.filter((one) => IS_RUTHLESS.test(one))) await runOne(line);
  return found;
}

// Stands before the output of each line, with the number of the line.
const MARK = 'output-of-line-';

function buildScript(world: LocksWorld, lines: readonly string[]): string {
  const runs = lines.map(
    (line, index) =>
      `echo ${MARK}${index}; /usr/bin/timeout -s KILL ${LINE_LIMIT_S} /bin/bash -c ${quote(world.fill(line))} </dev/null 2>&1; echo`,
  );
  return [...runs, `echo ${MARK}${lines.length}`].join('\n');
}

/** What the line with this number printed. */
function cutOut(output: string, index: number): string {
  const [, rest = ''] = output.split(`${MARK}${index}\n`);
  return rest.split(MARK)[0] ?? '';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
