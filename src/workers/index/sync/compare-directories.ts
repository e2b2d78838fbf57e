import type { RelPath, RootConfig, WorkspaceWarning } from '../../../actors/protocol/workspace.js';
import { joinPath } from '../../../actors/protocol/rel-path.js';
import { isGone } from '../../disk/is-missing-error.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { brokenNames, unreadableDirectory } from '../../walk/directory-warnings.js';
import { applyRules, type DirectoryListing, readDirectory } from '../../walk/one-level.js';
import { statDirectories } from '../../walk/stat-directories.js';
import type { IndexData } from '../store/index-data.js';
import { changeStamp, NO_STAMP } from '../../disk/change-stamp.js';
import { type IndexListing, indexListing } from '../store/index-listing.js';
import type { RootRules } from '../rules/root-rules.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

// Directories that are read with all below them by one `Listings`, 30 us each; what is left then the scan threads read
// in less time.
const MAX_READ = 2048;
// Names that are compared in a millisecond, as one change, and how many of them it takes as long to read a directory.
const NAMES_STEP = 512;
const NAMES_PER_DIRECTORY = 8;

/** A root whose directories are listed. */
export interface ListedRoot {
  readonly config: RootConfig;
  readonly data: IndexData;
  readonly rules: RootRules;
}

/** When a directory was changed, and which one it is. Shape: see `runStat`. */
export interface FoundDirectory {
  readonly changedAtMs: number;
  readonly inode: number;
}

/** What listing directories could not do by itself, and what it has met. */
export interface ListOutcome {
  /** Directories to scan: those whose rules have changed, and new ones, if there are many. */
  readonly toScan: readonly RelPath[];
  /** The directories that were listed. */
  readonly listed: ReadonlySet<RelPath>;
  readonly warnings: readonly WorkspaceWarning[];
  /** Directories that could not be listed for now: the index is as it was there. */
  readonly starved: readonly RelPath[];
}

/** A directory as it was found. */
interface Found {
  readonly path: RelPath;
  readonly listing: IndexListing;
  readonly isComplete: boolean;
  readonly stamp: number;
  /** Directories in it that are to be read, whether they are new or not. */
  readonly toRead: readonly RelPath[];
}

/**
 * Lists directories, and brings what they hold into the index: in the same step, so that whoever does so as well
 * meanwhile, or follows hints, never meets what was seen before he looked.
 */
export class Listings implements ListOutcome {
  readonly toScan: RelPath[] = [];
  readonly listed = new Set<RelPath>();
  readonly warnings: WorkspaceWarning[] = [];
  readonly starved: RelPath[] = [];
  readonly #root: ListedRoot;
  readonly #toRead: RelPath[] = [];
  #read = 0;
  #found: Found[] = [];
  #ignored = new Map<RelPath, readonly string[]>();
  #cost = 0;

  constructor(root: ListedRoot) {
    this.#root = root;
  }

  /** Lists each of some directories that have changed, and reads the new ones in them with all below. */
  *listAll(changed: ReadonlyMap<RelPath, FoundDirectory>): Cooperative<void> {
    for (const [path, found] of changed) {
      this.#list(path, found, false);
      if (this.#cost >= NAMES_STEP) yield this.#commit();
    }
    this.#commit();
    yield* this.readAll([]);
  }

  /** Reads each of some directories with all below it, whatever is known of them. */
  *readAll(directories: readonly RelPath[]): Cooperative<void> {
    this.#toRead.push(...directories);
    const { config } = this.#root;
    for (let path = this.#toRead.pop(); path !== undefined; path = this.#toRead.pop()) {
      if (this.#read >= MAX_READ) this.toScan.push(path);
      else {
        this.#read++;
        const [changedAtMs, inode] = statDirectories({ root: config.path, directories: path });
        // What is none any more is told by what it is in.
        if (!Number.isNaN(changedAtMs)) this.#list(path, { changedAtMs: changedAtMs!, inode: inode! }, true);
      }
      // What is in a directory has its turn when that is in the index.
      if (this.#cost >= NAMES_STEP || this.#toRead.length === 0) yield this.#commit();
    }
  }

  #commit(): void {
    const { data, rules } = this.#root;
    const found = this.#found;
    const ignored = this.#ignored;
    this.#found = [];
    this.#ignored = new Map();
    this.#cost = 0;
    if (found.length === 0) return;
    const outcomes = data.change((batch) =>
      found.map(({ path, listing, isComplete }) => {
        const outcome = batch.reconcile(path, listing.names, listing.kinds);
        if (!isComplete) batch.setComplete(path, false);
        return outcome;
      }),
    );
    for (const [place, { path, stamp, toRead }] of found.entries()) {
      data.setStamp(path, stamp);
      this.#toRead.push(...(toRead.length > 0 ? toRead : outcomes[place]!.newDirectories));
    }
    rules.takeIgnored(ignored);
  }

  #list(path: RelPath, { changedAtMs, inode }: FoundDirectory, isWhole: boolean): void {
    const { config, data, rules } = this.#root;
    const id = data.find(path);
    if (id === -1 || !data.isDirectory(id)) return;
    this.#cost += NAMES_PER_DIRECTORY;
    const listedAtMs = Date.now();
    const listing = this.#readDirectory(path);
    if (listing === undefined) return;
    this.listed.add(path);
    // Its rules decide what is below it as well; what they say is not told by where they are.
    const hasRules = isWhole && (listing.hasRuleFile || listing.isRepository);
    if (config.useGitignore && (hasRules || !rules.agreeWith(path, listing))) {
      this.toScan.push(path);
      return;
    }
    const level = applyRules(listing, rules.current.scopeOf(path));
    const stamp = changeStamp(changedAtMs, inode, listedAtMs);
    const toRead = isWhole ? level.directories.filter((name) => !listing.brokenNames.has(name)) : [];
    this.#take({
      path,
      listing: indexListing(data, path, level),
      isComplete: true,
      stamp,
      toRead: toRead.map((name) => joinPath(path, name)),
    });
    this.#ignored.set(path, level.ignored);
    if (listing.brokenNames.size > 0) this.warnings.push(brokenNames(path, listing.brokenNames.size));
  }

  #take(found: Found): void {
    this.#found.push(found);
    this.#cost += found.listing.names.length;
  }

  #readDirectory(path: RelPath): DirectoryListing | undefined {
    const { config } = this.#root;
    try {
      return readDirectory(absolutePath(config.path, path));
    } catch (error) {
      // The directory that it was in has changed as well.
      if (isGone(error)) return undefined;
      if (isResourceShortage(error)) {
        this.starved.push(path);
        return undefined;
      }
      this.listed.add(path);
      this.warnings.push(unreadableDirectory(path, error));
      const nothing = { names: [], kinds: new Uint8Array(0) };
      this.#take({ path, listing: nothing, isComplete: false, stamp: NO_STAMP, toRead: [] });
      return undefined;
    }
  }
}
