import { opendir } from 'node:fs/promises';
import type { FolderPart } from '../../actors/protocol/workspace.js';

// A millisecond's work for whoever reads a batch.
const MAX_NAMES = 1_000;

/**
 * The entries of some folders, in batches of at most 1,000 names, one folder after the other; links are not followed. A
 * folder that cannot be read has none.
 */
export async function* readFolders(
  folders: readonly string[],
): AsyncGenerator<readonly FolderPart[], void, undefined> {
  let parts: FolderPart[] = [];
  let names = 0;
  for (const folder of folders) {
    let part = { folder, folders: [] as string[], others: [] as string[] };
    parts.push(part);
    try {
      for await (const entry of await opendir(folder, { bufferSize: MAX_NAMES })) {
        (entry.isDirectory() ? part.folders : part.others).push(entry.name);
        names += 1;
        if (names < MAX_NAMES) continue;
        yield parts;
        part = { folder, folders: [], others: [] };
        [parts, names] = [[part], 0];
      }
    } catch {
      // What cannot be read, such as a file, or what is gone by now, holds nothing that can be named.
    }
  }
  if (parts.length > 0) yield parts;
}
