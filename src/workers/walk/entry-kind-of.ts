import type { Stats } from 'node:fs';
import { EntryKind } from '../parts/scan-part.js';

/**
 * The `EntryKind` of a file, a directory or a link, without `core`; `undefined` for what git ignores: sockets, pipes,
 * devices.
 */
export function entryKindOf(stats: Stats): number | undefined {
  if (stats.isDirectory()) return EntryKind.directory;
  if (stats.isSymbolicLink()) return EntryKind.symlink;
  return stats.isFile() ? 0 : undefined;
}
