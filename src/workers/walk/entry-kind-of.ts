import type { Stats } from 'node:fs';
import { EntryKindBit } from '../parts/scan-part.js';

/**
 * The `EntryKindBit` of a file, directory or link, without `core`; `undefined` for sockets, pipes and devices, as in git.
 */
export function entryKindOf(stats: Stats): number | undefined {
  if (stats.isDirectory()) return EntryKindBit.directory;
  if (stats.isSymbolicLink()) return EntryKindBit.symlink;
  return stats.isFile() ? 0 : undefined;
}
