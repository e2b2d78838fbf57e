import { stripVTControlCharacters } from 'node:util';
import type { Key } from './key.js';
import type { Output } from './output.js';
import { widthOf } from './text-width.js';

interface ReadTypedOptions {
  /** Called when Ctrl-C is pressed. */
  readonly onInterrupt: () => void;
  /** Whether asterisks are shown in place of what is typed. Default: no. */
  readonly isHidden?: boolean;
  /** Whether the terminal shows what is typed by itself. Default: no. */
  readonly isEchoed?: boolean;
}

/**
 * Reads a line that a person types behind a question, and echoes it; trimmed. `undefined` when Esc or Ctrl-C is pressed, or
 * the keys end. Supports Backspace and Ctrl-U.
 */
export async function readTyped(
  keys: AsyncIterable<Key>,
  out: Output,
  { onInterrupt, isHidden = false, isEchoed = false }: ReadTypedOptions,
): Promise<string | undefined> {
  const typed: string[] = [];
  const show = (char: string): string => (isEchoed ? '' : isHidden ? '*' : char);
  const takeBack = async (count: number): Promise<void> => {
    for (const char of typed.splice(typed.length - count))
      await out.write('\b \b'.repeat(widthOf(show(char))));
  };
  for await (const key of keys) {
    let id = key.type === 'key' ? key.id : '';
    if (key.type !== 'key') {
      const [line = '', ...more] = stripVTControlCharacters(key.text).split('\n');
      const chars = line.match(/\P{C}/gu) ?? [];
      for (const item of chars) typed.push(item);
      await out.write(chars.map(show).join(''));
      if (more.length > 0) id = 'enter';
    }
    if (id === 'enter' || id === 'ctrl-d') {
      if (!isEchoed) await out.line();
      return typed.join('').trim();
    }
    if (id === 'ctrl-c' || id === 'escape') {
      await out.line(id === 'ctrl-c' ? '^C' : '');
      if (id === 'ctrl-c') onInterrupt();
      return undefined;
    }
    if (id === 'backspace') await takeBack(Math.min(1, typed.length));
    if (id === 'ctrl-u') await takeBack(typed.length);
  }
  return undefined;
}
