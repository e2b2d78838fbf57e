import type { ContentHash, ReadLog } from '../protocol/file-changes.js';
import type { AbsPath } from '../protocol/workspace.js';

/** The log of a conversation that has read nothing yet. */
export function createReadLog(): ReadLog {
  const hashes = new Map<AbsPath, ContentHash>();
  return {
    note: (path, hash) => {
      hashes.set(path, hash);
    },
    last: (path) => hashes.get(path),
    forget: (path) => {
      hashes.delete(path);
    },
  };
}
