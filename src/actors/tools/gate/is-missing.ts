import { errorCode } from '../../protocol/errors/error-code.js';

/**
 * Whether a file operation failed because the path does not exist: no such name, or a file in place of a parent
 * directory.
 */
export function isMissing(thrown: unknown): boolean {
  const code = errorCode(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
}
