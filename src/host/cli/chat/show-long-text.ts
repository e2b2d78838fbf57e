import { runOwnCommand } from '../../node/run-own-command.js';
import type { Interrupts } from '../terminal/interrupts.js';
import type { Output } from '../terminal/output.js';
import { widthOf } from '../terminal/text-width.js';
import type { Console } from './console.js';

// What Unix systems have, and git uses.
const PAGER = 'less';

// As git does: colours are shown, where the person has not said otherwise.
const PAGER_VARIABLES = { LESS: 'R' };

// What a shell ends with when there is no such program; the second one on Windows.
const NOT_FOUND: readonly (number | null)[] = [127, 9009];

interface LongTextOptions {
  readonly out: Output;
  readonly console: Pick<Console, 'lend'>;
  readonly interrupts: Pick<Interrupts, 'left'>;
}

/**
 * Shows a text that the terminal may print as it is: on a terminal, where it is longer than the screen, in the person's
 * `$PAGER`, by default `less`; otherwise, or where there is no such program, it is printed.
 */
export async function showLongText(
  text: string,
  { out, console, interrupts }: LongTextOptions,
): Promise<void> {
  const pager = process.env['PAGER'] ?? (process.platform === 'win32' ? '' : PAGER);
  if (out.canDraw && pager.trim() !== '' && isLongerThanScreen(text, out)) {
    const exitCode = await console.lend(() =>
      runOwnCommand(pager, process.cwd(), interrupts.left, {
        input: `${text}\n`,
        env: PAGER_VARIABLES,
      }).catch(
        // The shell that the environment names is not there.
        () => NOT_FOUND[0] ?? null,
      ),
    );
    if (!NOT_FOUND.includes(exitCode)) return;
  }
  await out.line(text);
}

function isLongerThanScreen(text: string, { columns, rows }: Output): boolean {
  // The input line and what the person typed stay in sight.
  const most = Math.max(1, rows - 3);
  // Neither more lines nor more of a line can decide.
  const lines = text.split('\n', most + 1).map((line) => line.slice(0, columns * rows));
  return lines.reduce((used, line) => used + Math.max(1, Math.ceil(widthOf(line) / columns)), 0) > most;
}
