import { readFile, stat } from 'node:fs/promises';
import { SettingsError } from '../../actors/protocol/errors.js';
import { errorCode } from '../../actors/protocol/errors/error-code.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';

/**
 * Reads the API key from a file that only its owner can read.
 * Errors: `SettingsError` when the file is missing, empty, or readable by others.
 */
export async function readKeyFile(path: string): Promise<string> {
  const setting = 'api-key-file';
  const mode = await stat(path).then(
    (found) => found.mode,
    (error: unknown) => {
      throw new SettingsError(
        `The key file ${path} cannot be read (${errorCode(error) ?? messageOf(error)}).`,
        { setting },
      );
    },
  );
  // Windows has no permission bits; its files are private to the user profile.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new SettingsError(`The key file ${path} can be read by others: run "chmod 600 ${path}" first.`, {
      setting,
    });
  const key = (await readFile(path, 'utf8')).trim();
  if (key === '') throw new SettingsError(`The key file ${path} is empty.`, { setting });
  return key;
}
