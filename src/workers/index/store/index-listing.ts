import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { RuledLevel } from '../../walk/one-level.js';
import { EntryKind } from '../../parts/scan-part.js';
import type { IndexData } from './index-data.js';

/** What is to be in the index of one directory. */
export interface IndexListing {
  readonly names: readonly string[];
  /** One `EntryKind` for each name. */
  readonly kinds: Uint8Array;
}

/**
 * A directory as the disk has it for the index: what is visible, and those of the directories left out that are in the
 * index for what they hold of the core.
 */
export function indexListing(
  data: IndexData,
  directory: RelPath,
  { names, kinds, mayHoldCore }: RuledLevel,
): IndexListing {
  const start = directory === '' ? '' : `${directory}/`;
  const held = mayHoldCore.filter((name) => data.find(start + name) !== -1);
  return {
    names: [...names, ...held],
    kinds: Uint8Array.from([...kinds, ...held.map(() => EntryKind.directory)]),
  };
}
