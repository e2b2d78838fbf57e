import type { EntryBody } from '../../../actors/protocol/thread.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import type { ReplayStep } from '../../engine/replay/replay-step.js';
import { toJsonLine } from '../draw/to-json-line.js';
import { ExitCode } from '../terminal/exit-codes.js';
import type { Output } from '../terminal/output.js';
import { cutToWidth } from '../terminal/text-width.js';
import { describeEntry } from './describe-entry.js';

export interface ReplayDisplay {
  readonly out: Output;
  readonly isJson: boolean;
  /** Whether each entry gets a line. */
  readonly hasEntries: boolean;
}

// Wide enough for the name of each kind of entries.
const KIND_COLUMNS = 17;
const NUMBER_COLUMNS = 5;

/** Shows what a replay finds, as it goes. Resolves to the exit code. */
export async function showReplay(
  steps: AsyncIterable<ReplayStep>,
  { out, isJson, hasEntries }: ReplayDisplay,
): Promise<number> {
  const counts = { turns: 0, same: 0, given: 0, resumed: 0, different: 0 };
  let message = '';
  let state = '';
  const print = async (text: string): Promise<void> => {
    const line = out.sanitize(text);
    await out.line(out.isTerminal ? cutToWidth(line, out.columns - 1) : line);
  };
  for await (const step of steps) {
    const { entry, type } = step;
    counts[type] += 1;
    if (type !== 'resumed' && entry.kind === 'user_message') message = describeEntry(entry);
    if (type !== 'resumed' && entry.kind === 'turn_began') {
      counts.turns += 1;
      if (!isJson && !hasEntries) await print(`turn ${counts.turns}  ${message}`);
    }
    if (step.type === 'same') ({ state } = step);
    if (isJson) {
      const { seq, kind, turn } = entry;
      await out.line(toJsonLine({ ...step, entry: { seq, kind, turn } }));
    } else if (type === 'resumed')
      await print(`  The program had ended, and the turn went on before entry ${entry.seq}.`);
    else if (step.type === 'different') {
      await print(`  Entry ${entry.seq} differs:`);
      await print(`    recorded  ${nameEntry(entry)}`);
      await print(`    made      ${step.made === undefined ? 'nothing' : nameEntry(step.made)}`);
    } else if (hasEntries) await print(drawEntry(step, entry.seq));
  }
  if (isJson) await out.line(toJsonLine({ type: 'end', ...counts }));
  else {
    if (hasEntries && state !== '') await print(`The last turn is here: ${state}.`);
    await print(summarizeCounts(counts));
  }
  return counts.different === 0 ? ExitCode.ok : ExitCode.failed;
}

function drawEntry({ type, entry }: ReplayStep, seq: number): string {
  const mark = type === 'same' ? '=' : ' ';
  return `${String(seq).padStart(NUMBER_COLUMNS)} ${mark} ${nameEntry(entry)}`;
}

function nameEntry(entry: EntryBody): string {
  return `${entry.kind.padEnd(KIND_COLUMNS)} ${describeEntry(entry)}`.trimEnd();
}

function summarizeCounts({
  turns,
  same,
  given,
  different,
}: Record<ReplayStep['type'] | 'turns', number>): string {
  const made = `${countOf(turns, 'turn')}: ${same} ${same === 1 ? 'entry' : 'entries'} made again the same`;
  const taken = `${given} taken from the conversation`;
  return different === 0
    ? `${made}, ${taken}.`
    : `${made}, ${taken}; ${countOf(different, 'turn')} went another way.`;
}
