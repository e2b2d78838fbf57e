import { SettingsError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';

/** The working directory. Errors: `SettingsError` when it was deleted, which a shell that is in it does not notice. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    const code = errorCode(error);
    throw new SettingsError(
      `The folder that you are in ${code === 'ENOENT' ? 'was deleted' : `cannot be found (${code})`}: go to another one with cd, and run it again.`,
      { setting: 'root' },
      { cause: error },
    );
  }
}
