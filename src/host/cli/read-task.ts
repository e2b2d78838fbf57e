import { SettingsError } from '../../actors/protocol/errors.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { attachInput, hasInput, readInput } from './read-input.js';
import { type Session, warn } from './session.js';

/**
 * The task to run: the words, with standard input attached; without words, or for `-`, standard input itself.
 * Errors: `SettingsError` when there is no task; those of `readInput`.
 */
export async function readTask(words: readonly string[], { err, interrupts }: Session): Promise<string> {
  const isFromInput = words.length === 0 || (words.length === 1 && words[0] === '-');
  const task = isFromInput ? '' : words.join(' ').trim();
  if (!isFromInput && task === '') throw empty('The task is empty: say what is to be done.');
  if (isFromInput && process.stdin.isTTY && words.length === 0)
    throw empty('Say what is to be done: troupe run "..."; or give it on standard input.');
  if (!isFromInput && !hasInput()) return task;
  const input = await readInput(process.stdin, {
    isNeeded: isFromInput,
    clock: systemClock,
    signal: interrupts.current,
  });
  if (input === undefined) {
    await warn(err, 'nothing came on standard input within 3 s: going on without it.');
    return task;
  }
  if (input.leftOut > 0)
    await warn(
      err,
      `standard input is long: ${input.leftOut.toLocaleString('en')} characters were left out of its middle.`,
    );
  if (!isFromInput) return input.text.trim() === '' ? task : attachInput(task, input.text);
  if (input.text.trim() === '') throw empty('The task is empty: nothing came on standard input.');
  return input.text.trim();
}

function empty(message: string): SettingsError {
  return new SettingsError(message, { setting: 'task' });
}
