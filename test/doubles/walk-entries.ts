import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All that is below a folder, links as themselves: `readdirSync` goes through links in newer versions of Node 24. */
export function walkEntries(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => [
    entry,
    ...(entry.isDirectory() ? walkEntries(join(folder, entry.name)) : []),
  ]);
}
