import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { FileNotFoundError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';

/** Errors: `FileNotFoundError` when a path below the root, as the person typed it, does not exist. */
export async function requirePath(root: string, path: string | undefined): Promise<void> {
  if (path === undefined) return;
  try {
    await stat(resolve(root, path));
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return;
    throw new FileNotFoundError(
      `${path} does not exist below ${root}: check the path.`,
      { path, suggestions: [] },
      { cause: error },
    );
  }
}
