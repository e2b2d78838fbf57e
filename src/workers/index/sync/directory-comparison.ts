import type { RelPath, RootConfig, WorkspaceWarning } from '../../../actors/protocol/workspace.js';
import { joinPath } from '../../../actors/protocol/rel-path.js';
import { isMissingError } from '../../disk/is-missing-error.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { brokenNamesWarning, unreadableDirectoryWarning } from '../../walk/directory-warnings.js';
import { applyRules, type DirectoryListing, readDirectory } from '../../walk/read-directory.js';
import { statDirectories } from '../../walk/stat-directories.js';
import type { IndexData } from '../store/index-data.js';
import { changeStamp, NO_STAMP } from '../../disk/change-stamp.js';
import { type IndexListing, indexListing } from '../store/index-listing.js';
import type { RootRules } from '../rules/root-rules.js';
import type { RootReport } from './root-report.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

// The most directories that a `DirectoryComparison` reads, 30 us each; the scan threads read more of them faster.
const MAX_READ = 2048;
// Names compared in a millisecond, as one change; reading a directory takes as long as comparing
// `NAMES_PER_DIRECTORY`.
const NAMES_STEP = 512;
const NAMES_PER_DIRECTORY = 8;

/** A root whose directories are listed. */
export interface ListedRoot {
  readonly config: RootConfig;
  readonly data: IndexData;
  readonly rules: RootRules;
}

/** The modification time and the inode of a directory. Shape: as in `runStat`. */
export interface FoundDirectory {
  readonly changedAtMs: number;
  readonly inode: number;
}

/** The findings of listing directories, and the work that it could not do itself. */
export interface ComparisonOutcome {
  /** Directories to scan: those whose rules have changed, and new ones if there are many. */
  readonly toScan: readonly RelPath[];
  /** Directories that could not be listed because of a shortage: their index entries are unchanged. */
  readonly unread: readonly RelPath[];
}

/** A directory listed from the disk. */
interface ListedDirectory {
  readonly path: RelPath;
  readonly listing: IndexListing;
  readonly isComplete: boolean;
  readonly stamp: number;
  /** Subdirectories to be read, new or not. */
  readonly toRead: readonly RelPath[];
}

/**
 * Lists directories, merges the listings into the index and reports the warnings about them. All of that is one step
 * for each directory, so that concurrent work never applies an older state of the disk.
 */
export class DirectoryComparison implements ComparisonOutcome {
  readonly toScan: RelPath[] = [];
  readonly unread: RelPath[] = [];
  readonly #root: ListedRoot;
  readonly #report: Pick<RootReport, 'warnIn'>;
  readonly #toRead: RelPath[] = [];
  #read = 0;
  #listed = new Set<RelPath>();
  #warnings: WorkspaceWarning[] = [];
  #found: ListedDirectory[] = [];
  #ignored = new Map<RelPath, readonly string[]>();
  #cost = 0;

  constructor(root: ListedRoot, report: Pick<RootReport, 'warnIn'>) {
    this.#root = root;
    this.#report = report;
  }

  /** Lists the directories that have changed, and reads their new subdirectories with everything below. */
  *listAll(changed: ReadonlyMap<RelPath, FoundDirectory>): Cooperative<void> {
    for (const [path, found] of changed) {
      this.#list(path, found, false);
      if (this.#cost >= NAMES_STEP) yield this.#commit();
    }
    this.#commit();
    yield* this.readAll([]);
  }

  /** Reads directories with everything below them, whatever the index has. */
  *readAll(directories: readonly RelPath[]): Cooperative<void> {
    for (const item of directories) this.#toRead.push(item);
    const { config } = this.#root;
    for (let path = this.#toRead.pop(); path !== undefined; path = this.#toRead.pop()) {
      if (this.#read >= MAX_READ) this.toScan.push(path);
      else {
        this.#read++;
        const [changedAtMs, inode] = statDirectories({ root: config.path, directories: path });
        // For a path that is no directory any more, its parent's listing removes the entry.
        if (!Number.isNaN(changedAtMs)) this.#list(path, { changedAtMs: changedAtMs!, inode: inode! }, true);
      }
      // Commits first, because a directory can be listed only once the index has it.
      if (this.#cost >= NAMES_STEP || this.#toRead.length === 0) yield this.#commit();
    }
    // Even when nothing was read: warnings about directories that are gone are dropped.
    this.#commit();
  }

  #commit(): void {
    this.#merge();
    const { data } = this.#root;
    this.#report.warnIn(this.#listed, this.#warnings, (path) => path === '' || data.find(path) !== -1);
    this.#listed = new Set();
    this.#warnings = [];
  }

  #merge(): void {
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
      for (const item of toRead.length > 0 ? toRead : outcomes[place]!.newDirectories)
        this.#toRead.push(item);
    }
    rules.replaceIgnored(ignored);
  }

  #list(path: RelPath, { changedAtMs, inode }: FoundDirectory, isWhole: boolean): void {
    const { config, data, rules } = this.#root;
    if (!data.hasDirectory(path)) return;
    this.#cost += NAMES_PER_DIRECTORY;
    const listedAtMs = Date.now();
    const listing = this.#readDirectory(path);
    if (listing === undefined) return;
    this.#listed.add(path);
    // Its rules decide about everything below, too, and their presence alone does not say whether they have changed.
    const hasRules = isWhole && (listing.hasRuleFile || listing.isRepository);
    if (config.useGitignore && (hasRules || !rules.agreesWith(path, listing))) {
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
    if (listing.brokenNames.size > 0) this.#warnings.push(brokenNamesWarning(path, listing.brokenNames.size));
  }

  #take(found: ListedDirectory): void {
    this.#found.push(found);
    this.#cost += found.listing.names.length;
  }

  #readDirectory(path: RelPath): DirectoryListing | undefined {
    const { config } = this.#root;
    try {
      return readDirectory(absolutePath(config.path, path));
    } catch (error) {
      // Its parent directory has changed as well, and its listing removes the entry.
      if (isMissingError(error)) return undefined;
      if (isResourceShortage(error)) {
        this.unread.push(path);
        return undefined;
      }
      this.#listed.add(path);
      this.#warnings.push(unreadableDirectoryWarning(path, error));
      const nothing = { names: [], kinds: new Uint8Array(0) };
      this.#take({ path, listing: nothing, isComplete: false, stamp: NO_STAMP, toRead: [] });
      return undefined;
    }
  }
}
