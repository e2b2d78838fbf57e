import type { RelPath, RootConfig, WorkspaceWarning } from '../../actors/protocol/workspace.js';
import { isGone } from '../ignore/is-gone.js';
import { isStarved } from '../ignore/is-starved.js';
import { absolutePath } from '../scan/absolute-path.js';
import { brokenNames, unreadableDirectory } from '../scan/directory-warnings.js';
import { applyRules, type DirectoryListing, readDirectory } from '../scan/one-level.js';
import type { ScanPool } from '../scan/pool.js';
import { parentOf } from '../watch/paths-within.js';
import type { IndexData } from './data.js';
import { directoryStamp, NO_STAMP, stampOf } from './directory-stamp.js';
import { type IndexListing, indexListing } from './index-listing.js';
import { type ListedDirectories, listDirectories } from './list-directories.js';
import type { RootRules } from './root-rules.js';
import type { Sliced } from './slices.js';
import { workOff } from './work-off.js';

// Up to here directories are listed one by one, 30 us each; beyond it, and where it is a good part of a tree, the scan
// threads list them all in less time.
const MAX_LISTED = 2048;
const MAX_LISTED_SHARE = 0.25;
// Stamps that are set in a millisecond.
const STAMPS_STEP = 1024;
// Names that are compared in a millisecond, as one change.
const NAMES_STEP = 512;

/** A root whose directories are compared with the disk by their stamps. */
export interface SweptRoot {
  readonly config: RootConfig;
  readonly data: IndexData;
  readonly rules: RootRules;
}

/** What a sweep could not do by itself, and what it has met. */
export interface SweepOutcome {
  /** Directories to scan: new ones, and those whose rules have changed. */
  readonly toScan: readonly RelPath[];
  /** The directories that were listed again. */
  readonly listed: ReadonlySet<RelPath>;
  readonly warnings: readonly WorkspaceWarning[];
  /** Directories that could not be listed for now: the index is as it was there. */
  readonly starved: readonly RelPath[];
}

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
 * Begins to look at all directories below one. What comes of it is good for a sweep as long as nobody changes the index.
 * Errors: those of `runStat`, of `stats`.
 */
export function* look(
  { config, data }: Pick<SweptRoot, 'config' | 'data'>,
  under: RelPath,
  { pool, signal }: Sweeping,
): Sliced<Look> {
  const known = yield* listDirectories(data.layers, under);
  const none = Promise.resolve(new Float64Array(0));
  const request = { root: config.path, directories: known.joined, signal };
  return { known, stats: known.count === 0 ? none : pool.statDirectories(request) };
}

/**
 * Makes the index agree with the disk below a directory, listing only what has changed since it was listed last. The
 * contents of files, those of rules too, are not looked at. `ahead` is a look that was begun before.
 * Errors: the signal's reason; `ActorLostError` when a scan thread ends.
 * Cost: 25 ms for 20,000 directories, most of it in the scan threads, and 30 us for each one that has changed.
 */
export async function sweep(
  root: SweptRoot,
  under: RelPath,
  { ahead, ...sweeping }: Sweeping & { readonly ahead?: Look | undefined },
): Promise<SweepOutcome> {
  const { known, stats } = ahead ?? (await workOff(look(root, under, sweeping), sweeping.signal));
  const changed = changedSince(known, await stats);
  if (changed.size > MAX_LISTED && changed.size > known.count * MAX_LISTED_SHARE) {
    return { toScan: [under], listed: new Set(), warnings: [], starved: [] };
  }
  const listings = new Listings(root);
  await workOff(listings.listAll(changed), sweeping.signal);
  return listings;
}

/**
 * Notes the stamps of all directories below one that has been listed whole, no earlier than `listedAtMs`.
 * Units: milliseconds since 1970. Errors and cost: those of `sweep`.
 */
export async function stampDirectories(
  root: Pick<SweptRoot, 'config' | 'data'>,
  scanned: { readonly under: RelPath; readonly listedAtMs: number },
  sweeping: Sweeping,
): Promise<void> {
  const { known, stats } = await workOff(look(root, scanned.under, sweeping), sweeping.signal);
  const marks = setStamps(root.data, known.paths, await stats, scanned.listedAtMs);
  await workOff(marks, sweeping.signal);
}

function* setStamps(
  data: IndexData,
  paths: readonly RelPath[],
  stats: Float64Array,
  listedAtMs: number,
): Sliced<void> {
  for (const [place, path] of paths.entries()) {
    data.setStamp(path, directoryStamp(stats[place * 2]!, stats[place * 2 + 1]!, listedAtMs));
    if (place % STAMPS_STEP === STAMPS_STEP - 1) yield;
  }
}

/** What is to be listed again, with what the disk says of it now. */
interface ChangedDirectory {
  readonly changedAtMs: number;
  readonly inode: number;
}

function changedSince(known: ListedDirectories, stats: Float64Array): Map<RelPath, ChangedDirectory> {
  const changed = new Map<RelPath, ChangedDirectory>();
  const gone = new Set<RelPath>();
  const { stamps } = known;
  for (let place = 0; place < stamps.length; place++) {
    const changedAtMs = stats[place * 2]!;
    const inode = stats[place * 2 + 1]!;
    if (Number.isNaN(changedAtMs)) gone.add(known.paths[place]!);
    else if (stamps[place] === NO_STAMP || stamps[place] !== stampOf(changedAtMs, inode)) {
      changed.set(known.paths[place]!, { changedAtMs, inode });
    }
  }
  // What is no directory any more, a link to one perhaps, is not to be listed: where it was says what has become of it.
  for (const path of gone) {
    const parent = parentOf(path);
    if (gone.has(parent) || changed.has(parent)) continue;
    changed.set(parent, { changedAtMs: Number.NaN, inode: Number.NaN });
  }
  return changed;
}

/** A directory as it was found. */
interface Found {
  readonly path: RelPath;
  readonly listing: IndexListing;
  readonly isComplete: boolean;
  readonly stamp: number;
}

/** Lists directories, and brings what they hold into the index. */
class Listings implements SweepOutcome {
  readonly toScan: RelPath[] = [];
  readonly listed = new Set<RelPath>();
  readonly warnings: WorkspaceWarning[] = [];
  readonly starved: RelPath[] = [];
  readonly #root: SweptRoot;
  readonly #ignored = new Map<RelPath, readonly string[]>();
  #found: Found[] = [];
  #names = 0;

  constructor(root: SweptRoot) {
    this.#root = root;
  }

  *listAll(changed: ReadonlyMap<RelPath, ChangedDirectory>): Sliced<void> {
    const { data, rules } = this.#root;
    const removedBefore = data.removedCount;
    for (const [path, found] of changed) {
      this.#list(path, found);
      if (this.#names >= NAMES_STEP) this.#commit();
      yield;
    }
    this.#commit();
    const isAllThere = data.removedCount === removedBefore;
    rules.takeIgnored(this.#ignored, (directory) => isAllThere || data.find(directory) !== -1);
  }

  #commit(): void {
    const { data } = this.#root;
    const found = this.#found;
    this.#found = [];
    this.#names = 0;
    if (found.length === 0) return;
    const outcomes = data.change((batch) =>
      found.map(({ path, listing, isComplete }) => {
        const outcome = batch.reconcile(path, listing.names, listing.kinds);
        if (!isComplete) batch.setComplete(path, false);
        return outcome;
      }),
    );
    for (const { newDirectories } of outcomes) this.toScan.push(...newDirectories);
    for (const { path, stamp } of found) data.setStamp(path, stamp);
  }

  #list(path: RelPath, { changedAtMs, inode }: ChangedDirectory): void {
    const { config, data, rules } = this.#root;
    const id = data.find(path);
    if (id === -1 || !data.isDirectory(id)) return;
    const listedAtMs = Date.now();
    const listing = this.#read(path);
    if (listing === undefined) return;
    this.listed.add(path);
    // Its rules decide what is below it as well.
    if (config.useGitignore && !rules.agreeWith(path, listing)) {
      this.toScan.push(path);
      return;
    }
    const level = applyRules(listing, rules.current.scopeOf(path));
    this.#take(path, indexListing(data, path, level), directoryStamp(changedAtMs, inode, listedAtMs));
    this.#ignored.set(path, level.ignored);
    if (listing.brokenNames.size > 0) this.warnings.push(brokenNames(path, listing.brokenNames.size));
  }

  #take(path: RelPath, listing: IndexListing, stamp: number, isComplete = true): void {
    this.#found.push({ path, listing, isComplete, stamp });
    this.#names += listing.names.length + 1;
  }

  #read(path: RelPath): DirectoryListing | undefined {
    const { config } = this.#root;
    try {
      return readDirectory(absolutePath(config.path, path));
    } catch (error) {
      // The directory that it was in has changed as well.
      if (isGone(error)) return undefined;
      if (isStarved(error)) {
        this.starved.push(path);
        return undefined;
      }
      this.listed.add(path);
      this.warnings.push(unreadableDirectory(path, error));
      this.#take(path, { names: [], kinds: new Uint8Array(0) }, NO_STAMP, false);
      return undefined;
    }
  }
}
