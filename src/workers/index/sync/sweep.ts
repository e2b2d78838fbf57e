import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';
import type { ScanPool } from '../../pool/pool.js';
import type { IndexData } from '../store/index-data.js';
import { changeStamp, NO_STAMP, stampOf } from '../../disk/change-stamp.js';
import { ListedDirectories, listDirectories } from '../store/list-directories.js';
import { type FoundDirectory, type ListedRoot, Listings, type ListOutcome } from './compare-directories.js';
import { inSlices, type Cooperative, runCooperatively } from '../../../actors/runtime/slices.js';

// Up to here directories are listed one by one, 30 us each; beyond it, and where it is a good part of a tree, the scan
// threads list them all in less time.
const MAX_LISTED = 2048;
const MAX_LISTED_SHARE = 0.25;
// Stamps that are set in a millisecond.
const STAMPS_STEP = 1024;

interface Sweeping {
  readonly pool: Pick<ScanPool, 'statDirectories'>;
  readonly signal: AbortSignal;
}

/** The directories of an index, and what the disk says of them. */
export interface Look {
  readonly known: ListedDirectories;
  /** Shape: see `runStat`. */
  readonly stats: Promise<Float64Array<ArrayBuffer>>;
}

/**
 * Begins to look at all directories below some. What is changed meanwhile by one who has looked at the disk himself
 * does no harm: it makes a stamp differ, or takes it away.
 * Errors: those of `runStat`, of `stats`.
 */
export function* look(
  { config, data }: Pick<ListedRoot, 'config' | 'data'>,
  under: readonly RelPath[],
  { pool, signal }: Sweeping,
): Cooperative<Look> {
  const each: ListedDirectories[] = [];
  for (const directory of under) each.push(yield* listDirectories(data.layers, directory));
  const known = ListedDirectories.together(each);
  const none = Promise.resolve(new Float64Array(0));
  const request = { root: config.path, directories: known.joined, signal };
  return { known, stats: known.count === 0 ? none : pool.statDirectories(request) };
}

/**
 * Makes the index agree with the disk below some directories, none of which lies below another, listing only what has
 * changed since it was listed last. The contents of files, those of rules too, are not looked at. `ahead` is a look
 * that was begun before. Others may bring the index in line meanwhile.
 * Errors: the signal's reason; `ActorLostError` when a scan thread ends.
 * Cost: 25 ms for 20,000 directories, most of it in the scan threads, and 30 us for each one that has changed.
 */
export async function sweep(
  root: ListedRoot,
  under: readonly RelPath[],
  { ahead, ...sweeping }: Sweeping & { readonly ahead?: Look | undefined },
): Promise<ListOutcome> {
  const { known, stats } = ahead ?? (await runCooperatively(look(root, under, sweeping), sweeping.signal));
  const changed = await runCooperatively(changedSince(known, await stats), sweeping.signal);
  const listings = new Listings(root);
  if (changed.size > MAX_LISTED && changed.size > known.count * MAX_LISTED_SHARE)
    listings.toScan.push(...under);
  else await runCooperatively(listings.listAll(changed), sweeping.signal);
  return listings;
}

/**
 * Notes the stamps of all directories below one that has been listed whole, no earlier than `listedAtMs`.
 * Units: milliseconds since 1970. Errors and cost: those of `sweep`.
 */
export async function stampDirectories(
  root: Pick<ListedRoot, 'config' | 'data'>,
  scanned: { readonly under: RelPath; readonly listedAtMs: number },
  sweeping: Sweeping,
): Promise<void> {
  const { known, stats } = await runCooperatively(look(root, [scanned.under], sweeping), sweeping.signal);
  const marks = setStamps(root.data, known.paths, await stats, scanned.listedAtMs);
  await runCooperatively(marks, sweeping.signal);
}

function* setStamps(
  data: IndexData,
  paths: readonly RelPath[],
  stats: Float64Array,
  listedAtMs: number,
): Cooperative<void> {
  for (const [place, path] of paths.entries()) {
    data.setStampSince(path, changeStamp(stats[place * 2]!, stats[place * 2 + 1]!, listedAtMs));
    if (place % STAMPS_STEP === STAMPS_STEP - 1) yield;
  }
}

/** Directories to list again, with what the disk says of them. */
function* changedSince(
  known: ListedDirectories,
  stats: Float64Array,
): Cooperative<Map<RelPath, FoundDirectory>> {
  const { stamps } = known;
  const places: number[] = [];
  yield* inSlices(known.count, (from, to) => {
    for (let place = from; place < to; place++) {
      if (stamps[place] === NO_STAMP || stamps[place] !== stampOf(stats[place * 2]!, stats[place * 2 + 1]!)) {
        places.push(place);
      }
    }
  });
  const changed = new Map<RelPath, FoundDirectory>();
  const gone = new Set<RelPath>();
  for (const [path, place] of known.pathsAt(places)) {
    const changedAtMs = stats[place * 2]!;
    if (Number.isNaN(changedAtMs)) gone.add(path);
    else changed.set(path, { changedAtMs, inode: stats[place * 2 + 1]! });
  }
  // What is no directory any more, a link to one perhaps, is not to be listed: where it was says what has become of it.
  for (const path of gone) {
    const parent = parentOf(path);
    if (gone.has(parent) || changed.has(parent)) continue;
    changed.set(parent, { changedAtMs: Number.NaN, inode: Number.NaN });
  }
  return changed;
}
