import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ContentHash } from '../../src/actors/protocol/file-changes.js';
import type { VersionKeeper } from '../../src/host/node/checkpoints/around/cover-ports.js';

/** A version store in memory. */
export class MemoryVersions implements VersionKeeper {
  readonly contents = new Map<ContentHash, Buffer>();
  readonly #maxBytes: number;

  constructor(maxBytes = Infinity) {
    this.#maxBytes = maxBytes;
  }

  async keepFile(path: string, hash: ContentHash): Promise<'kept' | 'full' | 'changed'> {
    if (this.contents.has(hash)) return 'kept';
    const bytes = await readFile(path);
    if (createHash('sha256').update(bytes).digest('hex') !== hash) return 'changed';
    if (this.bytes + bytes.length > this.#maxBytes) return 'full';
    this.contents.set(hash, bytes);
    return 'kept';
  }

  async sync(): Promise<void> {
    await Promise.resolve();
  }

  get bytes(): number {
    return [...this.contents.values()].reduce((sum, { length }) => sum + length, 0);
  }
}
