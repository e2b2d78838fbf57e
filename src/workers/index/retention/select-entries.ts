import type { RelPath } from '../../../actors/protocol/workspace.js';
import { joinPath } from '../../../actors/protocol/rel-path.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import { PartBuilder } from '../../parts/part-builder.js';
import { EntryKind, type TreePart } from '../../parts/scan-part.js';
import { scanListings } from './scan-listings.js';

// Directories gone through in a millisecond or two.
const STEP = 1024;

/** Which entries of a scan to take beside what is core. */
export interface EntrySelection {
  /** Whether all children of a directory are taken. */
  isWhole(directory: RelPath): boolean;
  /** Whether entries of this name are taken wherever they are. */
  isWanted(name: string): boolean;
  /** Which names of a directory are taken; nothing when none is. */
  knownIn(directory: RelPath): ((name: string) => boolean) | undefined;
}

/** Entries selected from a scan. */
export interface SelectedEntries {
  readonly part: TreePart;
  /** What was taken from directories that were not taken whole. */
  readonly paths: readonly RelPath[];
  /** The directories that were listed, and have children that were not taken. */
  readonly partial: readonly RelPath[];
  /** How many entries were not taken. */
  readonly leftOut: number;
}

/**
 * What of a scan belongs into an index that does not hold everything: whatever is core, and what is selected. A
 * directory that is not taken whole, and none of whose children is taken, is not listed. Source: S2 3.1.2, 3.4.2.
 */
export async function selectEntries(
  parts: readonly TreePart[],
  selection: EntrySelection,
): Promise<SelectedEntries> {
  const builder = new PartBuilder();
  const paths: RelPath[] = [];
  const partial: RelPath[] = [];
  let listings = 0;
  let leftOut = 0;
  for (const part of parts) {
    const allNames = namesOf(part);
    for (const { directory, start, end } of scanListings([part])) {
      if (++listings % STEP === 0) await yieldToEventLoop();
      const isWhole = selection.isWhole(directory);
      const isKnown = isWhole ? undefined : selection.knownIn(directory);
      const names: string[] = [];
      const kinds: number[] = [];
      for (let child = start; child < end; child++) {
        const kind = part.kinds[child]!;
        const name = allNames[child]!;
        const isTaken = isWhole || (kind & EntryKind.core) !== 0 || selection.isWanted(name);
        if (!isTaken && isKnown?.(name) !== true) continue;
        names.push(name);
        kinds.push(kind);
        if (!isWhole) paths.push(joinPath(directory, name));
      }
      leftOut += end - start - names.length;
      if (names.length === 0 && !isWhole) continue;
      builder.addDirectory(directory, names, kinds);
      if (names.length < end - start) partial.push(directory);
    }
  }
  return { part: builder.build(), paths, partial, leftOut };
}

/** By child. */
function namesOf({ names }: TreePart): readonly string[] {
  return Buffer.from(names.buffer, names.byteOffset, names.length).toString('utf8').split('\0');
}
