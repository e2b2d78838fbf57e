import { SettingsError } from '../../actors/protocol/errors.js';
import type { JumpChoice, JumpPlan } from '../../actors/protocol/file-version.js';
import type { FileChoice } from './jump-options.js';

/**
 * The choice for each conflict of a jump; `keep` where none was made.
 * Errors: `SettingsError` for a choice that its file does not offer.
 */
export function chooseFor(
  { files }: JumpPlan,
  given: JumpChoice | readonly FileChoice[],
): readonly FileChoice[] {
  return files.flatMap(({ path, choices }) => {
    if (choices === undefined) return [];
    if (typeof given === 'string')
      return [{ path, choice: choices.includes(given) ? given : ('keep' as const) }];
    const choice = given.find((one) => one.path === path)?.choice ?? 'keep';
    if (choices.includes(choice)) return [{ path, choice }];
    throw new SettingsError(`${path} cannot be chosen to "${choice}": expected ${choices.join(' or ')}.`, {
      setting: 'choices',
    });
  });
}
