import { existsSync, statSync } from 'node:fs';
import { readSmallFile } from '../../../../workers/disk/read-small-file.js';

/**
 * Whether the text of a file may match: also when it is too long to be looked through here. What is no regular file, such
 * as a pipe that somebody put in the place of settings, says nothing, and reading it would never end.
 */
export function mayMatch(file: string, pattern: RegExp): boolean {
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  try {
    return pattern.test(readSmallFile(file, true)?.text ?? '');
  } catch {
    return true;
  }
}
