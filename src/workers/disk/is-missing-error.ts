import { errorCode } from '../../actors/protocol/errors/error-code.js';

/** Whether a file system call failed because its path does not exist, or one of the path's parents is no directory. */
export function isMissingError(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
