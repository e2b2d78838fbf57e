import { stripVTControlCharacters } from 'node:util';
import type { Output } from '../terminal/output.js';
import { widthOf } from '../terminal/text-width.js';

// What these keys send while the terminal hands every key over as it is.
const ENTER = /^[\r\n]$/;
const BACKSPACE = /^[\u007f\b]$/;
const CTRL_U = '\u0015';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

// Of keys that send more than one character, like arrows.
const ESCAPE = '\u001b';

/**
 * A line that the person types, trimmed, shown as it comes; empty when the keys end or Ctrl-C is pressed, which calls
 * `onInterrupt`. Backspace and Ctrl-U take back.
 */
export async function readReason(
  keys: AsyncIterable<string>,
  out: Output,
  onInterrupt: () => void,
): Promise<string> {
  const typed: string[] = [];
  const takeBack = async (count: number): Promise<void> => {
    for (const char of typed.splice(typed.length - count)) await out.write('\b \b'.repeat(widthOf(char)));
  };
  for await (const chunk of keys) {
    if (chunk.startsWith(ESCAPE)) continue;
    for (const char of stripVTControlCharacters(chunk)) {
      if (ENTER.test(char) || char === CTRL_D) {
        await out.line();
        return typed.join('').trim();
      }
      if (char === CTRL_C) {
        await out.line('^C');
        onInterrupt();
        return '';
      }
      if (BACKSPACE.test(char)) await takeBack(Math.min(1, typed.length));
      else if (char === CTRL_U) await takeBack(typed.length);
      else if (!/\p{C}/u.test(char)) {
        typed.push(char);
        await out.write(char);
      }
    }
  }
  return '';
}
