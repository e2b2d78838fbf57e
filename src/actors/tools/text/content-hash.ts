import { createHash } from 'node:crypto';
import type { ContentHash } from '../../protocol/file-changes.js';
import { yieldToEventLoop } from '../../runtime/abort.js';

// Hashing this many takes about a millisecond, after which other work may run.
const BYTES_PER_SLICE = 1024 * 1024;

/** The SHA-256 of bytes. */
export async function hashOf(bytes: Uint8Array): Promise<ContentHash> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += BYTES_PER_SLICE) {
    if (at > 0) await yieldToEventLoop();
    hash.update(bytes.subarray(at, at + BYTES_PER_SLICE));
  }
  return hash.digest('hex') as ContentHash;
}
