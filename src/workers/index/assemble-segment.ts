import { halfMask } from '../names/fold.js';
import type { NameTable } from '../names/name-table.js';
import { MANY_ENTRIES } from './entries-named.js';
import { readNames } from './read-names.js';
import { EntryFlag, type Segment } from './segment.js';
import { inSlices, type Sliced } from './slices.js';

type Numbers = Uint32Array<ArrayBuffer>;

/** A segment's entries in any order. A number is a place in these arrays. */
export interface SegmentDraft {
  readonly names: NameTable;
  /** Shape of these: one for each directory. The root is the first, and its own parent. */
  readonly directoryParents: Numbers;
  /** Ranks. */
  readonly directoryNames: Numbers;
  readonly directoryFlags: Uint8Array<ArrayBuffer>;
  /** Shape of these: one for each file. The numbers of the directories they are in. */
  readonly fileDirectories: Numbers;
  /** Ranks. */
  readonly fileNames: Numbers;
  readonly fileFlags: Uint8Array<ArrayBuffer>;
}

/** A segment, and where each entry of its draft went: a directory's place, a file's place among the files. */
export interface AssembledSegment {
  readonly segment: Segment;
  readonly directoryPlaces: Numbers;
  readonly filePlaces: Numbers;
}

/** Puts entries in order. Cost: linear, but for the sorting of the words in names; some 0.3 us an entry. */
export function* assembleSegment(draft: SegmentDraft): Sliced<AssembledSegment> {
  const directories = yield* orderDirectories(draft);
  const files = yield* orderFiles(draft, directories.places, directories.directoryNames.length);
  const facts = yield* readNames(draft.names);
  const { places: directoryPlaces, ...directoryArrays } = directories;
  const { places: filePlaces, ...fileArrays } = files;
  const arrays = { names: draft.names, ...facts, ...directoryArrays, ...fileArrays };
  const postings = yield* postNames(arrays);
  const masks = yield* maskEntries(arrays);
  return { segment: { ...arrays, ...postings, ...masks }, directoryPlaces, filePlaces };
}

type Directories = Pick<Segment, 'directoryParents' | 'directoryNames' | 'directoryEnds' | 'directoryFlags'>;
type Files = Pick<Segment, 'fileStarts' | 'fileNames' | 'fileFlags'>;

/** Directories in pre-order, those of one parent by rank. */
function* orderDirectories(draft: SegmentDraft): Sliced<Directories & { places: Numbers }> {
  const { names, directoryParents: parents, directoryNames: ranks, directoryFlags: flags } = draft;
  const count = parents.length;
  const byRank = yield* orderBy(ranks, names.starts.length - 1);
  // Linked lists of the children of each; 0, which is nobody's child, is the end.
  const firstChild = new Uint32Array(count);
  const nextSibling = new Uint32Array(count);
  yield* inSlices(count, (from, to) => {
    for (let index = from; index < to; index++) {
      const directory = byRank[count - 1 - index]!;
      if (directory === 0) continue;
      const parent = parents[directory]!;
      nextSibling[directory] = firstChild[parent]!;
      firstChild[parent] = directory;
    }
  });

  const places = new Uint32Array(count);
  const directoryParents = new Uint32Array(count);
  const directoryNames = new Uint32Array(count);
  const directoryEnds = new Uint32Array(count);
  const directoryFlags = new Uint8Array(count);
  // Walks on from the directory that was placed last.
  let at = 0;
  yield* inSlices(count, (from, to) => {
    for (let place = from; place < to; place++) {
      if (place > 0) at = following(at);
      places[at] = place;
      directoryParents[place] = places[parents[at]!]!;
      directoryNames[place] = ranks[at]!;
      directoryFlags[place] = flags[at]!;
    }
  });
  yield* inSlices(count, (from, to) => {
    for (let index = from; index < to; index++) {
      // From the last to the first: a directory comes before all that is in it.
      const place = count - 1 - index;
      if (directoryEnds[place] === 0) directoryEnds[place] = place + 1;
      const parent = directoryParents[place]!;
      if (directoryEnds[parent]! < directoryEnds[place]!) directoryEnds[parent] = directoryEnds[place]!;
    }
  });
  return { directoryParents, directoryNames, directoryEnds, directoryFlags, places };

  function following(directory: number): number {
    if (firstChild[directory] !== 0) return firstChild[directory]!;
    let last = directory;
    while (nextSibling[last] === 0) last = parents[last]!;
    return nextSibling[last]!;
  }
}

/** Files directory by directory, those of one by rank. */
function* orderFiles(
  draft: SegmentDraft,
  directoryPlaces: Numbers,
  directories: number,
): Sliced<Files & { places: Numbers }> {
  const { names, fileDirectories, fileNames: ranks, fileFlags: flags } = draft;
  const count = ranks.length;
  const byRank = yield* orderBy(ranks, names.starts.length - 1);
  const fileStarts = new Uint32Array(directories + 1);
  yield* inSlices(count, (from, to) => {
    for (let file = from; file < to; file++) fileStarts[directoryPlaces[fileDirectories[file]!]! + 1]!++;
  });
  yield* inSlices(directories, (from, to) => {
    for (let directory = from; directory < to; directory++)
      fileStarts[directory + 1]! += fileStarts[directory]!;
  });
  const next = fileStarts.slice();
  const places = new Uint32Array(count);
  const fileNames = new Uint32Array(count);
  const fileFlags = new Uint8Array(count);
  yield* inSlices(count, (from, to) => {
    for (let index = from; index < to; index++) {
      const file = byRank[index]!;
      const place = next[directoryPlaces[fileDirectories[file]!]!]!++;
      places[file] = place;
      fileNames[place] = ranks[file]!;
      fileFlags[place] = flags[file]!;
    }
  });
  return { fileStarts, fileNames, fileFlags, places };
}

/** The places of `ranks`, all below `limit`, in the order of what is there; equal ones in their own order. */
function* orderBy(ranks: Numbers, limit: number): Sliced<Numbers> {
  const next = new Uint32Array(limit + 1);
  yield* inSlices(ranks.length, (from, to) => {
    for (let place = from; place < to; place++) next[ranks[place]! + 1]!++;
  });
  yield* inSlices(limit, (from, to) => {
    for (let rank = from; rank < to; rank++) next[rank + 1]! += next[rank]!;
  });
  const order = new Uint32Array(ranks.length);
  yield* inSlices(ranks.length, (from, to) => {
    for (let place = from; place < to; place++) order[next[ranks[place]!]!++] = place;
  });
  return order;
}

/** The entries of each name, without the root and shadows. */
function* postNames({
  names,
  directoryNames,
  directoryFlags,
  fileNames,
}: Pick<Segment, 'names' | 'directoryNames' | 'directoryFlags' | 'fileNames'>): Sliced<
  Pick<Segment, 'nameEntries' | 'postings'>
> {
  const directories = directoryNames.length;
  const count = names.starts.length - 1;
  // First how many entries each name has, then where the next one goes.
  const next = new Uint32Array(count);
  yield* inSlices(directories, (from, to) => {
    for (let directory = Math.max(from, 1); directory < to; directory++) {
      if ((directoryFlags[directory]! & EntryFlag.shadow) === 0) next[directoryNames[directory]!]!++;
    }
  });
  yield* inSlices(fileNames.length, (from, to) => {
    for (let file = from; file < to; file++) next[fileNames[file]!]!++;
  });
  let length = 0;
  yield* inSlices(count, (from, to) => {
    for (let rank = from; rank < to; rank++) if (next[rank]! > 1) length += next[rank]! + 1;
  });
  const nameEntries = new Uint32Array(count);
  const postings = new Uint32Array(length);
  let end = 0;
  yield* inSlices(count, (from, to) => {
    for (let rank = from; rank < to; rank++) {
      const entries = next[rank]!;
      if (entries < 2) continue;
      nameEntries[rank] = MANY_ENTRIES + end;
      postings[end] = entries;
      next[rank] = end + 1;
      end += entries + 1;
    }
  });
  const post = (rank: number, number: number): void => {
    if (nameEntries[rank]! < MANY_ENTRIES) nameEntries[rank] = number;
    else postings[next[rank]!++] = number;
  };
  yield* inSlices(directories, (from, to) => {
    for (let directory = Math.max(from, 1); directory < to; directory++) {
      if ((directoryFlags[directory]! & EntryFlag.shadow) === 0) post(directoryNames[directory]!, directory);
    }
  });
  yield* inSlices(fileNames.length, (from, to) => {
    for (let file = from; file < to; file++) post(fileNames[file]!, directories + file);
  });
  return { nameEntries, postings };
}

/** Which characters occur in each file's name, and below each directory. */
function* maskEntries({
  nameMasks,
  directoryParents,
  directoryNames,
  fileStarts,
  fileNames,
}: Pick<Segment, 'nameMasks' | 'directoryParents' | 'directoryNames' | 'fileStarts' | 'fileNames'>): Sliced<
  Pick<Segment, 'directoryMasks' | 'fileMasks'>
> {
  const count = directoryParents.length;
  const directoryMasks = new Int32Array(count);
  const fileMasks = new Uint16Array(fileNames.length);
  yield* inSlices(count, (from, to) => {
    for (let index = from; index < to; index++) {
      const directory = count - 1 - index;
      let mask = directoryMasks[directory]!;
      const end = fileStarts[directory + 1]!;
      for (let file = fileStarts[directory]!; file < end; file++) {
        const own = nameMasks[fileNames[file]!]!;
        fileMasks[file] = halfMask(own);
        mask |= own;
      }
      directoryMasks[directory] = mask;
      if (directory > 0)
        directoryMasks[directoryParents[directory]!]! |= mask | nameMasks[directoryNames[directory]!]!;
    }
  });
  return { directoryMasks, fileMasks };
}
