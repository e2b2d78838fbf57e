import { checkArguments } from './check-arguments.js';
import { findKnownUse } from './known-uses.js';
import type { Word } from '../syntax/word.js';

/**
 * The prefix that a rule would need to allow commands like this one; `undefined` where commands with the same prefix
 * may do anything.
 */
export function suggestPrefix(words: readonly Word[]): readonly string[] | undefined {
  const use = findKnownUse(words);
  return use === undefined || explainBeyondPrefix(words, use.prefix.length) !== undefined
    ? undefined
    : use.prefix;
}

/**
 * Why a command goes beyond the use that its first `count` words allow, as a phrase after the command. For an unknown
 * program, an allowed prefix covers any arguments.
 */
export function explainBeyondPrefix(words: readonly Word[], count: number): string | undefined {
  const use = findKnownUse(words);
  if (use === undefined) return undefined;
  const rest = words.slice(Math.max(count, use.prefix.length));
  // Words after `--` are options again, of the program that is started: `npm test -- --run`.
  const divider = rest.findIndex(({ value }) => value === '--');
  return checkArguments(
    use.rest,
    rest.filter((_, index) => index !== divider),
  ).problem;
}
