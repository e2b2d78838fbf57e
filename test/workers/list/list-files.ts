import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { listRoot, type RootListing } from '../../../src/workers/list/list-root.js';
import type { ScanRequest } from '../../../src/workers/pool/run-scan.js';
import { scanAlone } from '../walk/scanned-tree.js';

/** Scans without threads. */
export const aloneInPool = {
  scan: ({ root, rules, under }: ScanRequest) => Promise.resolve(scanAlone(root, rules, under)),
};

export function list(path: AbsPath, under = ''): Promise<RootListing> {
  const config = { path, corePatterns: [], ignorePatterns: [], useGitignore: true };
  return listRoot(config, under as RelPath, { pool: aloneInPool, signal: new AbortController().signal });
}

/** The files of a listing, in its order. */
export async function listFiles(path: AbsPath, under = ''): Promise<string[]> {
  const listing = await list(path, under);
  return [...listing.files((file) => `${file}\0`)].join('').split('\0').slice(0, -1);
}
