import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the disk says of each file below a folder. A change of content, mode or times changes it. */
export type Snapshot = ReadonlyMap<string, string>;

/** Looks at all files below a folder. Cost: one system call for each; contents are not read. */
export function takeSnapshot(folder: string): Snapshot {
  const files = new Map<string, string>();
  const visit = (path: string): void => {
    const { mode, size, mtimeMs, ctimeMs, ino, nlink } = lstatSync(path);
    const isFolder = (mode & 0o170000) === 0o040000;
    // The change time cannot be set: even a content that is written back shows.
    files.set(path, [mode, size, mtimeMs, ctimeMs, ino, nlink].join(' '));
    if (isFolder) for (const name of readdirSync(path)) visit(join(path, name));
  };
  visit(folder);
  return files;
}

/** The paths that were created, changed or removed between two snapshots. */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly string[] {
  const changed = [...after].filter(([path, state]) => before.get(path) !== state).map(([path]) => path);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return [...changed, ...removed];
}
