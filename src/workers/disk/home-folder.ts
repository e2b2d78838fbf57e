import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { SettingsError } from '../../actors/protocol/errors.js';

/**
 * The home folder of this person. Shape: absolute; it may not exist.
 * Errors: `SettingsError` when nothing says where it is, as for an account of a container that has only a number.
 */
export function homeFolder(): string {
  const home = findHomeFolder();
  if (home !== undefined) return home;
  throw new SettingsError(
    'Your home folder is unknown: HOME is not set to an absolute path, and the system has no entry for your account. Set HOME to a folder that you can write to.',
    { setting: 'HOME' },
  );
}

/** The home folder of this person; `undefined` when nothing says where it is. Shape: as of `homeFolder`. */
export function findHomeFolder(): string | undefined {
  // Node takes `HOME` as it is, and throws where the system has no entry for the account.
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch {
      // The other one may know.
    }
  }
  return undefined;
}
