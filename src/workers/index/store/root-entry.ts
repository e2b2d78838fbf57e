import type { Entry } from '../../../actors/protocol/workspace.js';
import { EntryKind } from '../../parts/scan-part.js';
import type { IndexData } from './index-data.js';

/** An entry of one root, which the caller knows. */
export type RootEntry = Omit<Entry, 'root'>;

/** An entry as a plain object for use outside the index. */
export function toRootEntry(data: IndexData, id: number): RootEntry {
  const kind = data.kindOf(id);
  return {
    path: data.pathOf(id),
    isDir: (kind & EntryKind.directory) !== 0,
    isSymlink: (kind & EntryKind.symlink) !== 0,
    isCore: (kind & EntryKind.core) !== 0,
    mtimeMs: data.mtimeOf(id),
  };
}
