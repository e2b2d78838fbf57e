import type { ApprovalRule, RuleEffect } from '../protocol/approvals.js';
import { baseName } from './programs/known-dangers.js';
import type { Word } from './syntax/word.js';

// The first of these effects that any matching rule has wins.
const STRONGEST_FIRST: readonly RuleEffect[] = ['deny', 'ask', 'allow'];

/** The effect that wins where several rules match. */
export function strongestEffect(effects: readonly RuleEffect[]): RuleEffect | undefined {
  return STRONGEST_FIRST.find((effect) => effects.includes(effect));
}

/**
 * The rules that match one simple command. An `allow` requires the spelling that was allowed; `deny` and `ask` also
 * match a program given by its path.
 */
export function findCommandRules(
  rules: readonly ApprovalRule[],
  words: readonly Word[],
): readonly ApprovalRule[] {
  return rules.filter(({ effect, when }) => {
    if (!('command' in when) || when.command.length === 0) return false;
    return when.command.every((expected, index) => {
      const value = words[index]?.value;
      if (value === undefined) return false;
      return value === expected || (index === 0 && effect !== 'allow' && baseName(value) === expected);
    });
  });
}
