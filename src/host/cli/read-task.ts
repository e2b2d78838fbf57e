import { createReadStream } from 'node:fs';
import type { UserInput } from '../../actors/protocol/attachment.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import { errorCode } from '../../actors/protocol/errors/error-code.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { ATTACHMENT_LIMITS, hasInput, readInput, TASK_LIMITS } from './read-input.js';
import { type Session, warn } from './session.js';
import { groupDigits } from '../../actors/tools/text/group-digits.js';

/**
 * The task to run: the words, with standard input attached as output; without words, or for `-`, standard input itself.
 * Errors: `SettingsError` when there is no task; those of `readInput`.
 */
export async function readTask(words: readonly string[], { err, interrupts }: Session): Promise<UserInput> {
  const isFromInput = words.length === 0 || (words.length === 1 && words[0] === '-');
  const task = isFromInput ? '' : words.join(' ').trim();
  if (!isFromInput && task === '') throw empty('The task is empty: say what is to be done.');
  if (isFromInput && process.stdin.isTTY && words.length === 0)
    throw empty('Say what is to be done: troupe run "..."; or give it on standard input.');
  if (!isFromInput && !hasInput()) return { text: task };
  const input = await readInput(process.stdin, {
    isNeeded: isFromInput,
    limits: isFromInput ? TASK_LIMITS : ATTACHMENT_LIMITS,
    clock: systemClock,
    signal: interrupts.current,
  });
  if (input === undefined) {
    await warn(err, 'nothing came on standard input within 3 s: going on without it.');
    return { text: task };
  }
  const { text, leftOut, totalChars } = input;
  if (!isFromInput) {
    if (text.trim() === '') return { text: task };
    const output = { kind: 'output', name: 'standard input', text } as const;
    return {
      text: task,
      attachments: [leftOut === 0 ? output : { ...output, omittedChars: totalChars - text.length }],
    };
  }
  if (leftOut > 0)
    await warn(
      err,
      `standard input is long: ${groupDigits(leftOut)} characters were left out of its middle.`,
    );
  if (text.trim() === '') throw empty('The task is empty: nothing came on standard input.');
  return { text: text.trim() };
}

/**
 * The task in a file. Errors: `SettingsError` for words beside it, a file that cannot be read and one that is empty; those
 * of `readInput`.
 */
export async function readTaskFile(
  file: string,
  words: readonly string[],
  { err, interrupts }: Session,
): Promise<UserInput> {
  if (words.length > 0) throw empty(`Say the task in ${file} or as words, not both.`);
  let input;
  try {
    input = await readInput(createReadStream(file), {
      isNeeded: true,
      limits: TASK_LIMITS,
      clock: systemClock,
      signal: interrupts.current,
    });
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof SettingsError || code === undefined) throw error;
    throw new SettingsError(`${file} cannot be read (${code}).`, { setting: 'task' }, { cause: error });
  }
  const { text = '', leftOut = 0 } = input ?? {};
  if (leftOut > 0)
    await warn(err, `${file} is long: ${groupDigits(leftOut)} characters were left out of its middle.`);
  if (text.trim() === '') throw empty(`The task is empty: there is nothing in ${file}.`);
  return { text: text.trim() };
}

function empty(message: string): SettingsError {
  return new SettingsError(message, { setting: 'task' });
}
