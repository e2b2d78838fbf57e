import { checkArguments } from './check-arguments.js';
import { findUse } from './known-uses.js';
import type { Word } from './word.js';

/**
 * The beginning that would have to be remembered so that commands like this one run; `undefined` where commands that
 * begin like it may run anything.
 */
export function suggestPrefix(words: readonly Word[]): readonly string[] | undefined {
  const use = findUse(words);
  return use === undefined || beyondBeginning(words, use.beginning.length) !== undefined
    ? undefined
    : use.beginning;
}

/**
 * What makes a command more than the use of its program that was allowed by its first `count` words, to go on after the
 * command. Of a program that nobody knows an allowed beginning covers whatever comes behind it.
 */
export function beyondBeginning(words: readonly Word[], count: number): string | undefined {
  const use = findUse(words);
  if (use === undefined) return undefined;
  const rest = words.slice(Math.max(count, use.beginning.length));
  // What stands behind `--` is an option all the same, of the program at the other end: `npm test -- --run`.
  const divider = rest.findIndex(({ value }) => value === '--');
  return checkArguments(
    use.rest,
    rest.filter((_, index) => index !== divider),
  ).problem;
}
