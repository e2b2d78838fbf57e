import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskChanges } from './file-changes.js';

/**
 * Changes to the disk with a journal in the state folder, which every process of this person shares. Where nothing can be
 * written there, such as in a home folder that is read-only, the journal is a folder of this person's among the temporary
 * ones, on Linux alone: elsewhere commands may write there as well, and the next process obeys a journal.
 */
export function createDiskChanges(stateDirectory: string): DiskChanges {
  return new DiskChanges({
    journal: join(stateDirectory, 'changes'),
    ...(process.platform === 'linux'
      ? { journalFallback: join(tmpdir(), `troupe-changes-${process.getuid?.()}`) }
      : {}),
  });
}
