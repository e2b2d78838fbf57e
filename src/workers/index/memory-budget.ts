import type { RelPath } from '../../actors/protocol/workspace.js';
import { breathe } from '../../actors/runtime/abort.js';
import { nameText } from '../names/name-text.js';
import { PartBuilder } from '../scan/part-builder.js';
import type { TreePart } from '../scan/scan-part.js';
import { type ScanListing, scanListings } from './scan-listings.js';

// What an index of many entries takes for each of them is 50 bytes at most; short lists of long names take more.
// Units: bytes.
const ENTRY_BYTES = 64;

// Directories gone through in a millisecond or two.
const STEP = 1024;

/** What of a scan an index has room for. */
export interface BudgetedScan {
  readonly parts: readonly TreePart[];
  /** How many entries are not in `parts` any more. */
  readonly leftOut: number;
}

/**
 * As much of a scan as `maxBytes` are enough for, whole directories at a time: those nearest to the root first, equally
 * deep ones by their paths, and nothing below one that was left out. Cost: none where everything fits. Source: SPEC W6.
 */
export async function fitBudget(parts: readonly TreePart[], maxBytes: number): Promise<BudgetedScan> {
  let room = maxBytes / ENTRY_BYTES;
  if (parts.reduce((entries, part) => entries + part.children.length, 0) <= room)
    return { parts, leftOut: 0 };

  const listings = Array.from(scanListings(parts), (listing) => ({ listing, depth: depthOf(listing) }));
  listings.sort((a, b) => a.depth - b.depth || (a.listing.directory < b.listing.directory ? -1 : 1));
  const unlisted = new Set<RelPath>();
  const builder = new PartBuilder();
  let leftOut = 0;
  for (const [index, { listing }] of listings.entries()) {
    if (index % STEP === STEP - 1) await breathe();
    const { part, directory, start, end } = listing;
    const parent = directory.slice(0, Math.max(0, directory.lastIndexOf('/'))) as RelPath;
    if (end - start > room || (directory !== '' && unlisted.has(parent))) {
      unlisted.add(directory);
      leftOut += end - start;
      continue;
    }
    room -= end - start;
    const names = Array.from(part.children.subarray(start, end), (rank) => nameText(part.names, rank));
    builder.addDirectory(directory, names, Array.from(part.kinds.subarray(start, end)));
  }
  return { parts: [builder.build()], leftOut };
}

function depthOf({ directory }: ScanListing): number {
  return directory === '' ? 0 : directory.split('/').length;
}
