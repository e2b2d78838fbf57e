import { stripVTControlCharacters } from 'node:util';
import type { Key } from '../terminal/key.js';
import type { Output } from '../terminal/output.js';
import { widthOf } from '../terminal/text-width.js';

/**
 * Reads a line from the person, and echoes it as it is typed; trimmed. Empty when the keys end or Ctrl-C is pressed,
 * which calls `onInterrupt`. Supports Backspace and Ctrl-U.
 */
export async function readReason(
  keys: AsyncIterable<Key>,
  out: Output,
  onInterrupt: () => void,
): Promise<string> {
  const typed: string[] = [];
  const takeBack = async (count: number): Promise<void> => {
    for (const char of typed.splice(typed.length - count)) await out.write('\b \b'.repeat(widthOf(char)));
  };
  for await (const key of keys) {
    let id = key.type === 'key' ? key.id : '';
    if (key.type !== 'key') {
      const [line = '', ...more] = stripVTControlCharacters(key.text).split('\n');
      const chars = line.match(/\P{C}/gu) ?? [];
      typed.push(...chars);
      await out.write(chars.join(''));
      if (more.length > 0) id = 'enter';
    }
    if (id === 'enter' || id === 'ctrl-d') {
      await out.line();
      return typed.join('').trim();
    }
    if (id === 'ctrl-c') {
      await out.line('^C');
      onInterrupt();
      return '';
    }
    if (id === 'backspace') await takeBack(Math.min(1, typed.length));
    if (id === 'ctrl-u') await takeBack(typed.length);
  }
  return '';
}
