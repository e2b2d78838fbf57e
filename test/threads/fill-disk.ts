import { closeSync, openSync, writeSync } from 'node:fs';
import { errorCode } from '../../src/actors/protocol/errors/error-code.js';

/** Leaves no byte of a disk: all of them go to this file. */
export function fillDisk(filler: string): void {
  const fd = openSync(filler, 'a');
  for (let bytes = 1 << 20; bytes > 0;) {
    try {
      writeSync(fd, Buffer.alloc(bytes));
    } catch (error) {
      if (errorCode(error) !== 'ENOSPC') throw error;
      bytes >>= 1;
    }
  }
  closeSync(fd);
}
