import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, constants } from 'node:fs';
import type { ContentHash } from '../../actors/protocol/file-changes.js';

/** The hashes of a content: ours, and the name that git gives it. */
export interface ContentHashes {
  readonly hash: ContentHash;
  readonly object: string;
  readonly size: number;
}

// One read for most files of source code.
const CHUNK_BYTES = 1 << 18;
const chunk = Buffer.allocUnsafe(CHUNK_BYTES);

/**
 * The hashes of a file. `format`: how the repository names its objects.
 * Errors: those of the file system; an error when the file changes while it is read.
 */
export function hashFile(path: string, format: 'sha1' | 'sha256'): ContentHashes {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = fstatSync(file);
    const own = createHash('sha256');
    const gits = createHash(format).update(`blob ${size}\0`);
    let read = 0;
    for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
      update([own, gits], chunk.subarray(0, count));
      read += count;
    }
    if (read !== size) throw new Error(`${path} changed while it was read`);
    return { hash: own.digest('hex') as ContentHash, object: gits.digest('hex'), size };
  } finally {
    closeSync(file);
  }
}

function update(hashes: readonly Hash[], bytes: Uint8Array): void {
  for (const hash of hashes) hash.update(bytes);
}
