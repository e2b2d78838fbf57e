import { join } from 'node:path';
import type { FileChanges } from '../../actors/protocol/file-changes.js';
import { DiskChanges } from './file-changes/file-changes.js';

/** Changes to the disk with a journal in the state folder, which every process of this person shares. */
export function createDiskChanges(stateDirectory: string): FileChanges {
  return new DiskChanges({ journal: join(stateDirectory, 'changes') });
}
