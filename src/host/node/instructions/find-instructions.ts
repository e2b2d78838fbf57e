import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { InstructionsOptions } from '../../instructions/instructions-options.js';
import { liesInside } from '../lies-inside.js';
import { settingsDirectory } from '../settings-directory.js';

/**
 * The instructions of a person at this machine: those in the folder of their settings, unless that lies in the
 * workspace, where the agent may write; and the file that they have named, absolute, wherever it lies.
 */
export function findInstructions(
  env: Readonly<Record<string, string | undefined>>,
  roots: readonly string[],
  ownFile?: string,
): InstructionsOptions {
  const ownFolder = settingsDirectory(env);
  return {
    ...(liesInside(ownFolder, roots) ? {} : { ownFolder }),
    ...omitUndefined({ ownFile }),
  };
}
