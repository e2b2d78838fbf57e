import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';
import type { TreePart } from '../../parts/scan-part.js';
import { type ScanListing, scanListings } from './scan-listings.js';

// A large index takes at most 50 bytes for each entry; a small one with long names takes more. Units: bytes.
const ENTRY_BYTES = 64;

/**
 * The directories of a scan whose children do not fit into `maxBytes`; empty when everything fits. Directories
 * nearest to the root are kept first, equally deep ones by path, and none below one that is not kept.
 * Cost: next to nothing where everything fits, else a sort of the directories. Source: SPEC W6.
 */
export function findBeyondBudget(parts: readonly TreePart[], maxBytes: number): ReadonlySet<RelPath> {
  const beyond = new Set<RelPath>();
  let room = maxBytes / ENTRY_BYTES;
  if (parts.reduce((entries, part) => entries + part.kinds.length, 0) <= room) return beyond;

  const listings = Array.from(scanListings(parts), (listing) => ({ ...listing, depth: depthOf(listing) }));
  listings.sort((a, b) => a.depth - b.depth || (a.directory < b.directory ? -1 : 1));
  for (const { directory, start, end } of listings) {
    const parent = parentOf(directory);
    if (end - start > room || (directory !== '' && beyond.has(parent))) beyond.add(directory);
    else room -= end - start;
  }
  return beyond;
}

function depthOf({ directory }: ScanListing): number {
  return directory === '' ? 0 : directory.split('/').length;
}
