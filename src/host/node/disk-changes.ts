import { join } from 'node:path';
import type { FileChanges } from '../../actors/protocol/file-changes.js';
import { DiskChanges } from './file-changes/file-changes.js';

/** Changes of the disk that are written down in a folder for state, where every process of this person finds them. */
export function diskChanges(stateDirectory: string): FileChanges {
  return new DiskChanges({ journal: join(stateDirectory, 'changes') });
}
