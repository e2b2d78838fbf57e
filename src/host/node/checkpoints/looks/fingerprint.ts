import { createHash } from 'node:crypto';
import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import { readChunks } from '../store/read-chunks.js';

/** A file as it was read, once, from beginning to end. */
export interface Fingerprint {
  readonly hash: ContentHash;
  readonly size: number;
  /** The name that git gives to this content; absent when it was not asked for. */
  readonly object?: string;
  /** The content, unless it is big. */
  readonly bytes?: Buffer;
}

// Most files are far smaller, and eight of these at a time are no load. Units: bytes.
const MAX_BYTES_IN_MEMORY = 4 * 1024 * 1024;
// git's name of an object in a repository that uses SHA-1. Units: characters.
const SHA1_CHARS = 40;

/**
 * Reads a file. `blob`: the object that it may be, whose kind of hash is computed as well when the sizes are equal.
 * Resolves to `undefined` when it is not a regular file. Errors: those of Node's `fs`.
 */
export async function readFingerprint(
  path: string,
  blob: { readonly object: string; readonly size: number } | undefined,
): Promise<Fingerprint | undefined> {
  const hash = createHash('sha256');
  const object = createHash(blob?.object.length === SHA1_CHARS ? 'sha1' : 'sha256');
  let parts: Buffer[] | undefined = [];
  let size = 0;
  let isFile = false;
  let isBlobSized = false;
  const chunks = readChunks(path, (file) => {
    isFile = file.isFile;
    isBlobSized = file.size === blob?.size;
    if (isBlobSized) object.update(`blob ${file.size}\0`);
  });
  for await (const chunk of chunks) {
    hash.update(chunk);
    if (isBlobSized) object.update(chunk);
    size += chunk.length;
    if (size > MAX_BYTES_IN_MEMORY) parts = undefined;
    parts?.push(chunk);
  }
  if (!isFile) return undefined;
  return {
    hash: hash.digest('hex') as ContentHash,
    size,
    ...(isBlobSized ? { object: object.digest('hex') } : {}),
    ...(parts === undefined
      ? {}
      : { bytes: parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts) }),
  };
}
