import { systemClock } from '../../../actors/runtime/clock.js';
import { askOn } from './asking-terminal.js';
import type { Interrupts } from './interrupts.js';
import { Keyboard } from './keyboard.js';
import type { Output } from './output.js';
import { QuestionQueue } from './question-queue.js';
import { type LetterChoice, readChoice } from './read-choice.js';

/** The keyboard of the terminal that `out` writes to. */
export function openKeyboard(out: Output): Keyboard {
  return new Keyboard({
    input: process.stdin,
    write: (text) => {
      out.control(text);
    },
    clock: systemClock,
    isPlain: !out.canDraw,
  });
}

/** Where the person of a command is. */
interface Asked {
  /** Standard error. */
  readonly err: Output;
  readonly interrupts: Interrupts;
}

/** Asks the person of a command that has no conversation, on standard error. `prompt` names the letters. */
export function askAlone<Letter extends string>(
  { err, interrupts }: Asked,
  prompt: string,
  letters: readonly Letter[],
): Promise<LetterChoice<Letter>> {
  const terminal = { out: err, interrupts, keyboard: openKeyboard(err), questions: new QuestionQueue() };
  return askOn(terminal, interrupts.current, (keys) => readChoice(prompt, letters, keys, terminal));
}
