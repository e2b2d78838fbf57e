import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import type { Cooperative } from '../../../../actors/runtime/slices.js';

// SHA-256 in hexadecimal digits.
const HASH = /^[0-9a-f]{64}$/;

/**
 * Calls `onHash` with every text in a value that could be the hash of a content, wherever it stands: entries of a newer
 * version may refer to contents in ways that this program does not know. Yields after each part of the value.
 */
export function* listHashes(value: unknown, onHash: (hash: ContentHash) => void): Cooperative<void> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part === 'string') {
      if (HASH.test(part)) onHash(part as ContentHash);
    } else if (typeof part === 'object' && part !== null) {
      for (const child of Object.values(part)) waiting.push(child);
      yield;
    }
  }
}
