import type { Stats } from 'node:fs';
import { EntryKind } from '../parts/scan-part.js';

/**
 * The `EntryKind` of a file, directory or link, without `core`; `undefined` for sockets, pipes and devices, as in git.
 */
export function entryKindOf(stats: Stats): number | undefined {
  if (stats.isDirectory()) return EntryKind.directory;
  if (stats.isSymbolicLink()) return EntryKind.symlink;
  return stats.isFile() ? 0 : undefined;
}
