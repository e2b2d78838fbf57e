import type { ContentHash, ReadLog } from '../../protocol/file-changes.js';

/** The log of a conversation that has read nothing yet. */
export function createReadLog(): ReadLog {
  const hashes = new Map<string, ContentHash>();
  return {
    note: (path, hash) => {
      hashes.set(path, hash as ContentHash);
    },
    last: (path) => hashes.get(path),
    forget: (path) => {
      hashes.delete(path);
    },
  };
}
