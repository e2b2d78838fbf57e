import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { TreePart } from '../../parts/scan-part.js';

/** One directory in a scan, with its children's range in the part. */
export interface ScanListing {
  readonly part: TreePart;
  readonly directory: RelPath;
  /** Shape: `[start, end)` in `part.kinds` and among the names. */
  readonly start: number;
  readonly end: number;
}

/** The directories of a scan, part by part. */
export function* scanListings(parts: readonly TreePart[]): Generator<ScanListing, void, undefined> {
  for (const part of parts) {
    if (part.counts.length === 0) continue;
    const directories = part.directories.split('\0') as RelPath[];
    let start = 0;
    for (const [index, directory] of directories.entries()) {
      const end = start + part.counts[index]!;
      yield { part, directory, start, end };
      start = end;
    }
  }
}
