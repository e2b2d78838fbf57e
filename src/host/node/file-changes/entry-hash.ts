import { createHash } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import type { ContentHash } from '../../../actors/protocol/file-changes.js';
import { isMissingError } from '../../../workers/disk/is-missing-error.js';
import { hashOfFile } from './hash-of-file.js';

/** What identifies an entry: the hash of a file, of the target of a symbolic link, or of a directory with all contents. */
export type EntryHash = ContentHash | `link:${string}` | `tree:${string}`;

/** An entry below a directory. Shape: `path` is relative, with slashes; `hash` is `null` for a directory. */
export interface TreeEntry {
  readonly path: string;
  readonly hash: EntryHash | null;
}

/** The hash of a symbolic link. */
export function hashOfLink(target: string): EntryHash {
  return `link:${createHash('sha256').update(target).digest('hex')}`;
}

/** The hash of a directory with these entries below it, in any order. */
export function hashOfTree(entries: readonly TreeEntry[]): EntryHash {
  const hash = createHash('sha256');
  const lines = entries.map(({ path, hash: content }) => `${path}\0${content ?? 'directory'}\0`);
  for (const line of lines.sort()) hash.update(line);
  return `tree:${hash.digest('hex')}`;
}

/**
 * The hash of the entry at a path, if it is of the same kind as `expected`; `undefined` otherwise. Errors: those of
 * Node's `fs`. Cost: reads a file, or all files of a tree.
 */
export async function hashOfEntry(path: string, expected: EntryHash): Promise<EntryHash | undefined> {
  if (expected.startsWith('link:')) return linkAt(path);
  if (!expected.startsWith('tree:')) return hashOfFile(path);
  const entries: TreeEntry[] = [];
  return (await addEntries(path, '', entries)) ? hashOfTree(entries) : undefined;
}

/** Adds what is below a directory. Returns whether it is one, with nothing else than files, links and directories. */
async function addEntries(root: string, below: string, entries: TreeEntry[]): Promise<boolean> {
  let found;
  try {
    found = await readdir(join(root, below), { withFileTypes: true });
  } catch (error) {
    if (isMissingError(error)) return false;
    throw error;
  }
  for (const entry of found) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      entries.push({ path, hash: null });
      if (!(await addEntries(root, path, entries))) return false;
      continue;
    }
    const hash = entry.isSymbolicLink() ? await linkAt(join(root, path)) : await hashOfFile(join(root, path));
    if (hash === undefined) return false;
    entries.push({ path, hash });
  }
  return true;
}

async function linkAt(path: string): Promise<EntryHash | undefined> {
  try {
    return hashOfLink(await readlink(path));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EINVAL', 'UNKNOWN'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}
