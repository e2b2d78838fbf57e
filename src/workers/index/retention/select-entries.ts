import type { RelPath } from '../../../actors/protocol/workspace.js';
import { joinPath } from '../../../actors/protocol/rel-path.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import { PartBuilder } from '../../parts/part-builder.js';
import { EntryKindBit, type TreePart } from '../../parts/scan-part.js';
import { scanListings } from './scan-listings.js';

// Directories processed in a millisecond or two.
const STEP = 1024;

/** Which entries of a scan to keep besides core entries. */
interface EntrySelection {
  /** Whether all children of a directory are kept. */
  isWhole(directory: RelPath): boolean;
  /** Whether entries of this name are kept in every directory. */
  isPinned(name: string): boolean;
  /** The test of which names of a directory are kept; `undefined` when none is. */
  knownIn(directory: RelPath): ((name: string) => boolean) | undefined;
}

/** Entries selected from a scan. */
interface SelectedEntries {
  readonly part: TreePart;
  /** Entries from directories that are not kept entirely. */
  readonly paths: readonly RelPath[];
  /** Directories that are listed although some of their children are left out. */
  readonly partial: readonly RelPath[];
  readonly leftOut: number;
}

/**
 * Selects the entries of a scan for an index that does not keep everything: core entries, and those that the
 * selection names. A directory of which no child is kept is not listed. Source: S2 3.1.2, 3.4.2.
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
        const isTaken = isWhole || (kind & EntryKindBit.core) !== 0 || selection.isPinned(name);
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

/** Indexed by child. */
function namesOf({ names }: TreePart): readonly string[] {
  return Buffer.from(names.buffer, names.byteOffset, names.length).toString('utf8').split('\0');
}
