import { halfMask } from '../../names/fold.js';
import type { NameTable } from '../../names/name-table.js';
import { MANY_ENTRIES } from './postings.js';
import { computeNameFacts } from './word-index.js';
import { EntryFlag, type Segment } from './segment.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';

type Numbers = Uint32Array<ArrayBuffer>;

/** The unsorted entries of a segment. An entry's number is its index in these arrays. */
interface SegmentDraft {
  readonly names: NameTable;
  /** These arrays have one element for each directory. The root is number 0 and its own parent. */
  readonly directoryParents: Numbers;
  /** Ranks. */
  readonly directoryNames: Numbers;
  readonly directoryFlags: Uint8Array<ArrayBuffer>;
  /** These arrays have one element for each file; this one holds the number of its directory. */
  readonly fileDirectories: Numbers;
  /** Ranks. */
  readonly fileNames: Numbers;
  readonly fileFlags: Uint8Array<ArrayBuffer>;
}

/** A segment, and the new position of each entry of its draft: of directories, and of files among the files. */
interface AssembledSegment {
  readonly segment: Segment;
  readonly directoryPlaces: Numbers;
  readonly filePlaces: Numbers;
}

/** Sorts entries into a segment. Cost: linear, except for the sorting of the words in names; some 0.3 us an entry. */
export function* assembleSegment(draft: SegmentDraft): Cooperative<AssembledSegment> {
  const directories = yield* orderDirectories(draft);
  const files = yield* orderFiles(draft, directories.places, directories.directoryNames.length);
  const facts = yield* computeNameFacts(draft.names);
  const { places: directoryPlaces, ...directoryArrays } = directories;
  const { places: filePlaces, ...fileArrays } = files;
  const arrays = { names: draft.names, ...facts, ...directoryArrays, ...fileArrays };
  const postings = yield* postNames(arrays);
  const masks = yield* maskEntries(arrays);
  return { segment: { ...arrays, ...postings, ...masks }, directoryPlaces, filePlaces };
}

// Loops are functions of their own, because the engine recompiles the code of a closure each time.

type Directories = Pick<Segment, 'directoryParents' | 'directoryNames' | 'directoryEnds' | 'directoryFlags'>;
type Files = Pick<Segment, 'fileStarts' | 'fileNames' | 'fileFlags'>;

/** Puts directories in pre-order, siblings by rank. */
function* orderDirectories(draft: SegmentDraft): Cooperative<Directories & { places: Numbers }> {
  const { names, directoryParents: parents, directoryNames: ranks } = draft;
  const count = parents.length;
  const byRank = yield* orderBy(ranks, names.starts.length - 1);
  // Linked lists of each directory's children; 0, which is nobody's child, ends a list.
  const links = { parents, firstChild: new Uint32Array(count), nextSibling: new Uint32Array(count) };
  yield* inSlices(count, (from, to) => {
    linkChildren(byRank, links, from, to);
  });
  const places = new Uint32Array(count);
  const directories = {
    directoryParents: new Uint32Array(count),
    directoryNames: new Uint32Array(count),
    directoryEnds: new Uint32Array(count),
    directoryFlags: new Uint8Array(count),
  };
  let last = 0;
  yield* inSlices(count, (from, to) => {
    last = placeDirectories(draft, links, places, directories, last, from, to);
  });
  yield* inSlices(count, (from, to) => {
    endDirectories(directories, from, to);
  });
  return { ...directories, places };
}

interface Links {
  readonly parents: Numbers;
  readonly firstChild: Numbers;
  readonly nextSibling: Numbers;
}

function linkChildren(
  byRank: Numbers,
  { parents, firstChild, nextSibling }: Links,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const directory = byRank[byRank.length - 1 - index]!;
    if (directory === 0) continue;
    const parent = parents[directory]!;
    nextSibling[directory] = firstChild[parent]!;
    firstChild[parent] = directory;
  }
}

/** Continues the pre-order walk after the last placed directory; returns the last directory placed. */
function placeDirectories(
  { directoryParents: parents, directoryNames: ranks, directoryFlags: flags }: SegmentDraft,
  links: Links,
  places: Numbers,
  { directoryParents, directoryNames, directoryFlags }: Directories,
  last: number,
  from: number,
  to: number,
): number {
  let at = last;
  for (let place = from; place < to; place++) {
    if (place > 0) at = following(links, at);
    places[at] = place;
    directoryParents[place] = places[parents[at]!]!;
    directoryNames[place] = ranks[at]!;
    directoryFlags[place] = flags[at]!;
  }
  return at;
}

function following({ parents, firstChild, nextSibling }: Links, directory: number): number {
  if (firstChild[directory] !== 0) return firstChild[directory]!;
  let last = directory;
  while (nextSibling[last] === 0) last = parents[last]!;
  return nextSibling[last]!;
}

/** Runs backwards, because a directory comes before everything in it. */
function endDirectories(
  { directoryParents, directoryEnds }: Pick<Directories, 'directoryParents' | 'directoryEnds'>,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const place = directoryEnds.length - 1 - index;
    if (directoryEnds[place] === 0) directoryEnds[place] = place + 1;
    const parent = directoryParents[place]!;
    if (directoryEnds[parent]! < directoryEnds[place]!) directoryEnds[parent] = directoryEnds[place]!;
  }
}

/** Puts files in the order of their directories, siblings by rank. */
function* orderFiles(
  draft: SegmentDraft,
  directoryPlaces: Numbers,
  directories: number,
): Cooperative<Files & { places: Numbers }> {
  const { names, fileDirectories, fileNames: ranks } = draft;
  const count = ranks.length;
  const byRank = yield* orderBy(ranks, names.starts.length - 1);
  const homes = new Uint32Array(count);
  const fileStarts = new Uint32Array(directories + 1);
  yield* inSlices(count, (from, to) => {
    countFiles(directoryPlaces, fileDirectories, homes, fileStarts, from, to);
  });
  yield* inSlices(directories, (from, to) => {
    sumPrefixes(fileStarts, from, to);
  });
  const next = fileStarts.slice();
  const places = new Uint32Array(count);
  const files = { fileNames: new Uint32Array(count), fileFlags: new Uint8Array(count) };
  yield* inSlices(count, (from, to) => {
    placeFiles(draft, byRank, homes, next, places, files, from, to);
  });
  return { fileStarts, ...files, places };
}

function countFiles(
  directoryPlaces: Numbers,
  fileDirectories: Numbers,
  homes: Numbers,
  counts: Numbers,
  from: number,
  to: number,
): void {
  for (let file = from; file < to; file++) {
    const home = directoryPlaces[fileDirectories[file]!]!;
    homes[file] = home;
    counts[home + 1]!++;
  }
}

function placeFiles(
  { fileNames: ranks, fileFlags: flags }: SegmentDraft,
  byRank: Numbers,
  homes: Numbers,
  next: Numbers,
  places: Numbers,
  { fileNames, fileFlags }: Pick<Files, 'fileNames' | 'fileFlags'>,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const file = byRank[index]!;
    const place = next[homes[file]!]!++;
    places[file] = place;
    fileNames[place] = ranks[file]!;
    fileFlags[place] = flags[file]!;
  }
}

/** Counting sort: the indices of `ranks`, all below `limit`, ordered by rank; stable. */
function* orderBy(ranks: Numbers, limit: number): Cooperative<Numbers> {
  const next = new Uint32Array(limit + 1);
  yield* inSlices(ranks.length, (from, to) => {
    countRanks(ranks, next, from, to);
  });
  yield* inSlices(limit, (from, to) => {
    sumPrefixes(next, from, to);
  });
  const order = new Uint32Array(ranks.length);
  yield* inSlices(ranks.length, (from, to) => {
    distribute(ranks, next, order, from, to);
  });
  return order;
}

function countRanks(ranks: Numbers, counts: Numbers, from: number, to: number): void {
  for (let place = from; place < to; place++) counts[ranks[place]! + 1]!++;
}

/** Turns counts into start positions (prefix sums). */
function sumPrefixes(counts: Numbers, from: number, to: number): void {
  for (let at = from; at < to; at++) counts[at + 1]! += counts[at]!;
}

function distribute(ranks: Numbers, next: Numbers, order: Numbers, from: number, to: number): void {
  for (let place = from; place < to; place++) order[next[ranks[place]!]!++] = place;
}

/** Builds the postings of each name, without the root and placeholders. */
function* postNames({
  names,
  directoryNames,
  directoryFlags,
  fileNames,
}: Pick<Segment, 'names' | 'directoryNames' | 'directoryFlags' | 'fileNames'>): Cooperative<
  Pick<Segment, 'nameEntries' | 'postings'>
> {
  const directories = directoryNames.length;
  const count = names.starts.length - 1;
  // At first the number of entries of each name, later the next free position of its list.
  const next = new Uint32Array(count);
  yield* inSlices(directories, (from, to) => {
    countDirectoryNames(directoryNames, directoryFlags, next, from, to);
  });
  yield* inSlices(fileNames.length, (from, to) => {
    countFileNames(fileNames, next, from, to);
  });
  const nameEntries = new Uint32Array(count);
  let length = 0;
  yield* inSlices(count, (from, to) => {
    length = reserve(next, nameEntries, length, from, to);
  });
  const posted = { nameEntries, postings: new Uint32Array(length) };
  yield* inSlices(count, (from, to) => {
    openLists(next, posted, from, to);
  });
  yield* inSlices(directories, (from, to) => {
    postDirectories(directoryNames, directoryFlags, next, posted, from, to);
  });
  yield* inSlices(fileNames.length, (from, to) => {
    postFiles(fileNames, directories, next, posted, from, to);
  });
  return posted;
}

type Posted = Pick<Segment, 'nameEntries' | 'postings'>;

function countDirectoryNames(
  names: Numbers,
  flags: Uint8Array,
  counts: Numbers,
  from: number,
  to: number,
): void {
  for (let directory = Math.max(from, 1); directory < to; directory++) {
    if ((flags[directory]! & EntryFlag.ancestorPlaceholder) === 0) counts[names[directory]!]!++;
  }
}

function countFileNames(names: Numbers, counts: Numbers, from: number, to: number): void {
  for (let file = from; file < to; file++) counts[names[file]!]!++;
}

/** Reserves room in `postings` for names with several entries, from `start` on; returns the end of that room. */
function reserve(counts: Numbers, nameEntries: Numbers, start: number, from: number, to: number): number {
  let end = start;
  for (let rank = from; rank < to; rank++) {
    const entries = counts[rank]!;
    if (entries < 2) continue;
    nameEntries[rank] = MANY_ENTRIES + end;
    end += entries + 1;
  }
  return end;
}

/** Writes each list's length, and replaces it in `next` with the position of the list's first entry. */
function openLists(next: Numbers, { nameEntries, postings }: Posted, from: number, to: number): void {
  for (let rank = from; rank < to; rank++) {
    if (next[rank]! < 2) continue;
    const start = nameEntries[rank]! - MANY_ENTRIES;
    postings[start] = next[rank]!;
    next[rank] = start + 1;
  }
}

function postDirectories(
  names: Numbers,
  flags: Uint8Array,
  next: Numbers,
  posted: Posted,
  from: number,
  to: number,
): void {
  for (let directory = Math.max(from, 1); directory < to; directory++) {
    if ((flags[directory]! & EntryFlag.ancestorPlaceholder) === 0)
      post(posted, next, names[directory]!, directory);
  }
}

function postFiles(
  names: Numbers,
  directories: number,
  next: Numbers,
  posted: Posted,
  from: number,
  to: number,
): void {
  for (let file = from; file < to; file++) post(posted, next, names[file]!, directories + file);
}

function post({ nameEntries, postings }: Posted, next: Numbers, rank: number, number: number): void {
  if (nameEntries[rank]! < MANY_ENTRIES) nameEntries[rank] = number;
  else postings[next[rank]!++] = number;
}

/** Computes the character masks of each file's name and of everything below each directory. */
function* maskEntries(
  entries: Pick<Segment, 'nameMasks' | 'directoryParents' | 'directoryNames' | 'fileStarts' | 'fileNames'>,
): Cooperative<Masks> {
  const masks = {
    directoryMasks: new Int32Array(entries.directoryParents.length),
    fileMasks: new Uint16Array(entries.fileNames.length),
  };
  yield* inSlices(masks.directoryMasks.length, (from, to) => {
    maskSome(entries, masks, from, to);
  });
  return masks;
}

type Masks = Pick<Segment, 'directoryMasks' | 'fileMasks'>;

/** Runs backwards, from the last directory to the first. */
function maskSome(
  {
    nameMasks,
    directoryParents,
    directoryNames,
    fileStarts,
    fileNames,
  }: Pick<Segment, 'nameMasks' | 'directoryParents' | 'directoryNames' | 'fileStarts' | 'fileNames'>,
  { directoryMasks, fileMasks }: Masks,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const directory = directoryMasks.length - 1 - index;
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
}
