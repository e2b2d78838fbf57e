import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';
import type { ScanPool } from '../../pool/pool.js';
import type { IndexData } from '../store/index-data.js';
import { changeStamp, NO_STAMP, stampOf } from '../../disk/change-stamp.js';
import { ListedDirectories, listDirectories } from '../store/list-directories.js';
import {
  type FoundDirectory,
  type ListedRoot,
  DirectoryComparison,
  type ComparisonOutcome,
} from './directory-comparison.js';
import type { RootReport } from './root-report.js';
import { inSlices, type Cooperative, runCooperatively } from '../../../actors/runtime/slices.js';

// Up to this many directories are listed one by one, 30 us each; for more, or much of a tree, a scan is faster.
const MAX_LISTED = 2048;
const MAX_LISTED_SHARE = 0.25;
// Stamps set in a millisecond.
const STAMPS_STEP = 1024;

interface Sweeping {
  readonly pool: Pick<ScanPool, 'statDirectories'>;
  readonly signal: AbortSignal;
}

interface SweepOptions extends Sweeping {
  readonly report: Pick<RootReport, 'warnIn'>;
  readonly prefetched?: DirectoryStats | undefined;
}

/** The directories of an index, with their stats from the disk. */
export interface DirectoryStats {
  readonly known: ListedDirectories;
  /** Shape: as the result of `runStat`. */
  readonly stats: Promise<Float64Array<ArrayBuffer>>;
}

/**
 * Requests the stats of all directories at or below the given ones. Concurrent updates of the index do no harm: they
 * make a stamp differ, or remove it.
 * Errors: `stats` rejects with those of `runStat`.
 */
export function* requestStats(
  { config, data }: Pick<ListedRoot, 'config' | 'data'>,
  under: readonly RelPath[],
  { pool, signal }: Sweeping,
): Cooperative<DirectoryStats> {
  const each: ListedDirectories[] = [];
  for (const directory of under) each.push(yield* listDirectories(data.layers, directory));
  const known = ListedDirectories.concat(each);
  const none = Promise.resolve(new Float64Array(0));
  const request = { root: config.path, directories: known.joined, signal };
  return { known, stats: known.count === 0 ? none : pool.statDirectories(request) };
}

/**
 * Makes the index agree with the disk below some directories, none of which contains another, by listing only
 * directories that have changed since their last listing. Does not check the contents of files, not even of rule
 * files. `prefetched` are stats that were requested earlier. The index may be updated concurrently.
 * Errors: the signal's reason; `ActorLostError` when a scan thread ends.
 * Cost: 25 ms for 20,000 directories, most of it in the scan threads, and 30 us for each changed one.
 */
export async function sweep(
  root: ListedRoot,
  under: readonly RelPath[],
  { prefetched, report, ...sweeping }: SweepOptions,
): Promise<ComparisonOutcome> {
  const { known, stats } =
    prefetched ?? (await runCooperatively(requestStats(root, under, sweeping), sweeping.signal));
  const changed = await runCooperatively(changedSince(known, await stats), sweeping.signal);
  const listings = new DirectoryComparison(root, report);
  if (changed.size > MAX_LISTED && changed.size > known.count * MAX_LISTED_SHARE)
    for (const item of under) listings.toScan.push(item);
  else await runCooperatively(listings.listAll(changed), sweeping.signal);
  return listings;
}

/**
 * Stores the stamps of all directories below one whose scan began at `listedAtMs`.
 * Units: milliseconds since 1970. Errors and cost: those of `sweep`.
 */
export async function stampDirectories(
  root: Pick<ListedRoot, 'config' | 'data'>,
  scanned: { readonly under: RelPath; readonly listedAtMs: number },
  sweeping: Sweeping,
): Promise<void> {
  const { known, stats } = await runCooperatively(
    requestStats(root, [scanned.under], sweeping),
    sweeping.signal,
  );
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

/** The directories to list again, with their stats. */
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
  // A path that is no directory any more, or a link to one, cannot be listed: its parent's listing updates it.
  for (const path of gone) {
    const parent = parentOf(path);
    if (gone.has(parent) || changed.has(parent)) continue;
    changed.set(parent, { changedAtMs: Number.NaN, inode: Number.NaN });
  }
  return changed;
}
