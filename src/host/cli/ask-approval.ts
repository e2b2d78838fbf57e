import type { ApprovalAnswer, AskPerson } from './ask-person.js';
import type { Interrupts } from './interrupts.js';
import type { Output } from './output.js';
import { readKeys } from './read-keys.js';
import type { Keyboard } from './terminal/keyboard.js';

// What these keys send while the terminal hands every key over as it is.
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

const SHORT = '[y]es  [n]o  [?]';
const LONG = '[y]es  [t]his conversation  [a]lways  [n]o  [?]';

/** Whether somebody sits there who can be asked. */
export function canAsk(out: Output): boolean {
  return process.stdin.isTTY && out.isTerminal;
}

/** Asks on the terminal: one key answers. What would be done is on the screen already. */
export function askOnTerminal(
  out: Output,
  interrupts: Interrupts,
  keyboard: Pick<Keyboard, 'keys'>,
): AskPerson {
  return async ({ rememberAs }, signal) => {
    const keys = rememberAs === undefined ? SHORT : LONG;
    // Before it is asked: a key that comes at once is one of these.
    const answers = readKeys(keyboard, signal);
    await out.write(`  ${out.style('bold', keys)} `);
    for await (const key of answers) {
      const answer = key === CTRL_C ? undefined : readAnswer(key, rememberAs !== undefined);
      if (answer !== undefined) {
        await out.line(out.foreign(key === CTRL_D ? 'n' : key));
        return answer;
      }
      if (key === CTRL_C) {
        await out.line('^C');
        interrupts.press();
      } else if (key === '?') await out.write(`\n${explain(rememberAs, out)}\n  ${out.style('bold', keys)} `);
    }
    // Cancelled, or the terminal went away.
    return { decision: 'deny' };
  };
}

/** What a key means; `undefined` when it is none of those that are offered. */
export function readAnswer(key: string, canRemember: boolean): ApprovalAnswer | undefined {
  switch (key.toLowerCase()) {
    case 'y':
      return { decision: 'approve' };
    case 't':
      return canRemember ? { decision: 'approve', remember: 'thread' } : undefined;
    case 'a':
      return canRemember ? { decision: 'approve', remember: 'always' } : undefined;
    case 'n':
    case CTRL_D:
      return { decision: 'deny' };
    default:
      return undefined;
  }
}

function explain(rememberAs: string | undefined, out: Output): string {
  const more = [
    `  t  allow ${rememberAs ?? ''} until this conversation ends`,
    `  a  allow ${rememberAs ?? ''} always`,
  ];
  return out.foreign(
    [
      '  y  do it, this once',
      ...(rememberAs === undefined ? [] : more),
      '  n  do not; the model is told, and goes on',
      '  Ctrl-C  end the turn',
    ].join('\n'),
  );
}
