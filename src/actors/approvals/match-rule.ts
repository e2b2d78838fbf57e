import type { ApprovalRule, RuleEffect } from '../protocol/approvals.js';
import { baseName } from './known-dangers.js';
import type { Word } from './word.js';

// The first of these that any rule says is what holds.
const STRONGEST_FIRST: readonly RuleEffect[] = ['deny', 'ask', 'allow'];

/** What holds where several rules fit. */
export function strongest(effects: readonly RuleEffect[]): RuleEffect | undefined {
  return STRONGEST_FIRST.find((effect) => effects.includes(effect));
}

/**
 * The rules about one simple command. An `allow` must be spelled as it was allowed; `deny` and `ask` also find a
 * program by its path.
 */
export function rulesForCommand(
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
