import { lstatSync, type Stats } from 'node:fs';
import { errorCode } from '../../src/actors/protocol/errors/error-code.js';

/** What is at a path, links not followed; `undefined` where nothing can be, as below what has become a file. */
export function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
