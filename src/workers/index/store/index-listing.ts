import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { RuledListing } from '../../walk/read-directory.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import type { IndexData } from './index-data.js';

/** The entries of one directory that belong in the index. */
export interface IndexListing {
  readonly names: readonly string[];
  /** One `EntryKindBit` for each name. */
  readonly kinds: Uint8Array;
}

/**
 * The index entries of a directory listed on the disk: the visible ones, and those ignored directories that the index
 * has because they contain core entries.
 */
export function indexListing(
  data: IndexData,
  directory: RelPath,
  { names, kinds, mayContainCore }: RuledListing,
): IndexListing {
  const start = directory === '' ? '' : `${directory}/`;
  const keptDirectories = mayContainCore.filter((name) => data.find(start + name) !== -1);
  return {
    names: [...names, ...keptDirectories],
    kinds: Uint8Array.from([...kinds, ...keptDirectories.map(() => EntryKindBit.directory)]),
  };
}
