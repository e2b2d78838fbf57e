import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchBatch } from '../../../src/workers/watch/back-end/watcher.js';
import { look } from '../../doubles/look.js';

/** What is on the disk at and below a path. Shape: `path -> size`, -1 for a directory. */
export function readDisk(root: string, path = '', into = new Map<string, number>()): Map<string, number> {
  const stats = look(join(root, path));
  if (stats === undefined) return into;
  into.set(path, stats.isDirectory() ? -1 : stats.size);
  if (!stats.isDirectory()) return into;
  for (const name of computeNameFacts(join(root, path)))
    readDisk(root, path === '' ? name : `${path}/${name}`, into);
  return into;
}

/** One who looks at the disk only where a watcher says that something may have changed. */
export class Reader {
  /** What is on the disk, as far as this one knows. */
  readonly known = new Map<string, number>();
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  take({ hints, rescans }: WatchBatch): void {
    for (const { path } of hints) {
      // Most are files: there is no need to look for what is below.
      if (this.known.get(path) === -1) this.#forget(path);
      else this.known.delete(path);
      readDisk(this.#root, path, this.known);
    }
    for (const path of rescans) {
      this.#forget(path);
      readDisk(this.#root, path, this.known);
    }
  }

  #forget(path: string): void {
    for (const old of this.known.keys()) {
      if (path === '' || old === path || old.startsWith(`${path}/`)) this.known.delete(old);
    }
  }
}

function computeNameFacts(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // It has gone since.
    return [];
  }
}
