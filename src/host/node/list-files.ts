import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AbsPath } from '../../actors/protocol/workspace.js';

/**
 * The files in a folder and below it, links left out; none if there are more than `max`, and the path itself when it is
 * no folder. Never rejects.
 */
export async function listFiles(path: AbsPath, max: number): Promise<readonly AbsPath[]> {
  const found: AbsPath[] = [];
  const folders = [path];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined && folder === path) return [path];
    for (const entry of entries ?? []) {
      const inside = join(folder, entry.name) as AbsPath;
      if (entry.isDirectory()) folders.push(inside);
      else if (entry.isFile()) found.push(inside);
      if (found.length > max) return [];
    }
  }
  return found;
}
