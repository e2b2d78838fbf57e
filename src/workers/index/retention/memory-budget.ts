import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';
import type { TreePart } from '../../parts/scan-part.js';
import { type ScanListing, scanListings } from './scan-listings.js';

// What an index of many entries takes for each of them is 50 bytes at most; short lists of long names take more.
// Units: bytes.
const ENTRY_BYTES = 64;

/**
 * The directories of a scan whose children `maxBytes` are not enough for; none where everything fits. Those nearest to
 * the root are kept first, equally deep ones by their paths, and none below one that is not kept.
 * Cost: next to nothing where everything fits, else a sort of the directories. Source: SPEC W6.
 */
export function beyondBudget(parts: readonly TreePart[], maxBytes: number): ReadonlySet<RelPath> {
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
