import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { OrphanedThreads } from '../../../../actors/protocol/thread-store.js';
import { listThreadPaths, stampPaths } from './thread-paths.js';
import { listTopNames, readNote, type WorkspaceNote } from './workspace-folder.js';

// A workspace keeps most of its names when it moves; two of one kind share a third, such as `src` and `package.json`.
const LIKELY_SHARE = 0.6;

/** Threads of workspace folders that are gone, and where they are. */
export interface OrphanedFolder extends OrphanedThreads {
  readonly folder: string;
}

/**
 * The folders below `base` whose workspace has lost a root, the most recently changed first. `roots` are those of the
 * workspace that looks for them, which is not one. None for a window without a folder, to which no folder has moved.
 */
export async function findOrphans(
  base: string,
  roots: readonly string[],
): Promise<readonly OrphanedFolder[]> {
  if (roots.length === 0) return [];
  const names = await readdir(base).catch(() => []);
  const here = { roots, names: await listTopNames(roots) };
  const found = await Promise.all(names.map((name) => readOrphan(join(base, name), here)));
  return found.flat().sort((a, b) => b.changedAt - a.changedAt);
}

async function readOrphan(folder: string, here: WorkspaceNote): Promise<readonly OrphanedFolder[]> {
  const note = await readNote(folder);
  if (note === undefined || isSameSet(note.roots, here.roots)) return [];
  const isThere = await Promise.all(note.roots.map((root) => stat(root).catch(() => undefined)));
  if (isThere.every((found) => found?.isDirectory() === true)) return [];
  const threads = await listThreadPaths(folder).catch(() => undefined);
  if (threads === undefined || threads.size === 0) return [];
  const stamps = await Promise.all([...threads.values()].map((names) => stampPaths(folder, names)));
  return [
    {
      folder,
      roots: note.roots,
      threads: threads.size,
      changedAt: Math.floor(stamps.flat().reduce((newest, [, , at]) => Math.max(newest, at), 0)),
      isLikely: isLikely(note, here),
    },
  ];
}

/** Whether two lists name the same folders. */
export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify([...new Set(a)].sort()) === JSON.stringify([...new Set(b)].sort());
}

function isLikely(gone: WorkspaceNote, here: WorkspaceNote): boolean {
  const names = new Set(here.roots.map((root) => basename(root)));
  if (gone.roots.some((root) => names.has(basename(root)))) return true;
  const known = new Set(here.names);
  const shared = gone.names.filter((name) => known.has(name)).length;
  const all = new Set([...gone.names, ...here.names]).size;
  return all > 0 && shared / all >= LIKELY_SHARE;
}
