import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import { isDenied } from '../back-end/watch-error.js';

/**
 * The unreadable directories below `top`, without entering `ignored` ones. Shape: paths relative to `top`.
 * Cost: reads the whole tree, one directory after the other.
 */
export async function findUnreadable(top: string, ignored: ReadonlySet<RelPath>): Promise<RelPath[]> {
  const unreadable: RelPath[] = [];
  const toRead = [''];
  for (let path = toRead.pop(); path !== undefined; path = toRead.pop()) {
    try {
      for (const entry of await readdir(join(top, path), { withFileTypes: true })) {
        const child = (path === '' ? entry.name : `${path}/${entry.name}`) as RelPath;
        if (entry.isDirectory() && !ignored.has(child)) toRead.push(child);
      }
    } catch (error) {
      if (path !== '' && isDenied(messageOf(error))) unreadable.push(path as RelPath);
    }
  }
  return unreadable;
}
