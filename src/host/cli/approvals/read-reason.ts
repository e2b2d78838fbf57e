import { stripVTControlCharacters } from 'node:util';
import type { Output } from '../terminal/output.js';
import { widthOf } from '../terminal/text-width.js';

// What these keys send in raw mode.
const ENTER = /^[\r\n]$/;
const BACKSPACE = /^[\u007f\b]$/;
const CTRL_U = '\u0015';
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

// The beginning of keys that send several characters, such as arrows.
const ESCAPE = '\u001b';

/**
 * Reads a line from the person, and echoes it as it is typed; trimmed. Empty when the keys end or Ctrl-C is pressed,
 * which calls `onInterrupt`. Supports Backspace and Ctrl-U.
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
