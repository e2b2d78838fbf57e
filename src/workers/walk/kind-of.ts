import type { Stats } from 'node:fs';
import { EntryKind } from '../parts/scan-part.js';

/** The `EntryKind` of an entry, without `core`; none for what git does not list: sockets, pipes, devices. */
export function kindOf(stats: Stats): number | undefined {
  if (stats.isDirectory()) return EntryKind.directory;
  if (stats.isSymbolicLink()) return EntryKind.symlink;
  return stats.isFile() ? 0 : undefined;
}
