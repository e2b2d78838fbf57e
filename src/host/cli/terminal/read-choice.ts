import type { AnswerKeys } from './answer-keys.js';
import { type AskingTerminal, drawPrompt } from './asking-terminal.js';

/** What a person pressed: one of the letters, or Esc, Ctrl-C or Ctrl-D, or the end of the terminal. */
export type LetterChoice<Letter extends string> = Letter | 'cancel';

/** Shows a prompt such as `[y]es  [n]o`, and waits for the key of one of the letters. */
export async function readChoice<Letter extends string>(
  prompt: string,
  letters: readonly Letter[],
  keys: AnswerKeys,
  { out, interrupts }: AskingTerminal,
): Promise<LetterChoice<Letter>> {
  await drawPrompt(keys, out, `  ${out.style('bold', prompt)}`);
  for await (const key of keys) {
    if (key.type === 'text') {
      // A pasted text is no key press.
      const letter = letters.find((one) => one === key.text.toLowerCase());
      if (letter === undefined) continue;
      await out.line(letter);
      return letter;
    }
    const id = key.type === 'key' ? key.id : '';
    if (id === 'ctrl-c') {
      await out.line('^C');
      interrupts.press();
      return 'cancel';
    }
    if (id === 'escape' || id === 'ctrl-d') {
      await out.line();
      return 'cancel';
    }
  }
  return 'cancel';
}
