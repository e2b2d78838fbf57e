import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ContentHash } from '../../../actors/protocol/file-changes.js';

/** The hash of some bytes. */
export function hashOf(bytes: Uint8Array): ContentHash {
  return createHash('sha256').update(bytes).digest('hex') as ContentHash;
}

/** The hash of a file; `undefined` when there is none, or what is there is no file. Errors: those of Node's `fs`. */
export async function hashOfFile(path: string): Promise<ContentHash | undefined> {
  try {
    return hashOf(await readFile(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
