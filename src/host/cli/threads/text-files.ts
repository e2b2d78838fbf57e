import { readFile, writeFile } from 'node:fs/promises';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';

/** The text of a file that the person has named. Errors: `SettingsError`; the signal's reason. */
export async function readNamedFile(file: string, signal?: AbortSignal): Promise<string> {
  try {
    return await readFile(file, { encoding: 'utf8', ...omitUndefined({ signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    const code = errorCode(error);
    throw new SettingsError(
      `${file} cannot be read (${code ?? 'unknown error'}).`,
      { setting: 'file' },
      { cause: error },
    );
  }
}

/** Writes a new file that only this person can read. Errors: `SettingsError`, also for a file that is there. */
export async function writeNewFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = errorCode(error);
    throw new SettingsError(
      code === 'EEXIST'
        ? `${file} exists already: name another file.`
        : `${file} cannot be written (${code ?? 'unknown error'}).`,
      { setting: 'output' },
      { cause: error },
    );
  }
}
