import { closeSync, openSync, writeSync } from 'node:fs';

/** Leaves no byte of a disk: all of them go to this file. */
export function fillDisk(filler: string): void {
  const fd = openSync(filler, 'a');
  for (let bytes = 1 << 20; bytes > 0;) {
    try {
      writeSync(fd, Buffer.alloc(bytes));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      bytes >>= 1;
    }
  }
  closeSync(fd);
}
