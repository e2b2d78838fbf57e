import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import { outermost } from '../../../actors/protocol/rel-path.js';
import type { ScanPool } from '../../pool/pool.js';
import { findRemoteFileSystem } from '../../watch/remote-file-system.js';
import type { CoreIdentities } from './core-identities.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import type { RootReport } from './root-report.js';
import { type ListedRoot, DirectoryComparison } from './directory-comparison.js';
import { runToEnd, type Cooperative, runCooperatively } from '../../../actors/runtime/slices.js';
import type { ShortageRetry } from './shortage-retry.js';
import { type DirectoryStats, requestStats, stampDirectories, sweep } from './sweep.js';

const EVERYTHING = '' as RelPath;

/** The part of a root that a sweep reads and updates. */
interface SweepableRoot extends ListedRoot {
  readonly retention: Pick<RetentionPolicy, 'holdsEverything' | 'hasRoom'>;
  readonly identities: Pick<CoreIdentities, 'isEnabled'>;
}

interface RootSweeperOptions {
  readonly pool: Pick<ScanPool, 'statDirectories'>;
  readonly report: RootReport;
  readonly shortageRetry: Pick<ShortageRetry, 'note'>;
  readonly signal: AbortSignal;
}

/** Compares a root with the disk by its directories' stamps, as far as those can be trusted. */
export class RootSweeper {
  /**
   * Whether a full scan is needed before stamps can be trusted: nothing has been read yet, or the last task failed,
   * so that more than the directories with changed stamps may be wrong.
   */
  isScanDue = true;
  readonly #root: SweepableRoot;
  readonly #options: RootSweeperOptions;
  // Scanned directories that have no stamps yet.
  #unstamped: { readonly under: RelPath; readonly listedAtMs: number }[] = [];
  #isRemote: Promise<boolean> | undefined;
  // The count of removed entries when `#forgetIgnored` ran last.
  #removedBefore = 0;
  // The stats of all directories, requested before their sweep.
  #prefetched: DirectoryStats | undefined;

  constructor(root: SweepableRoot, options: RootSweeperOptions) {
    this.#root = root;
    this.#options = options;
  }

  /**
   * Requests the stats of all directories for a following sweep of everything. Must run before anything changes the
   * index, and may assume a snapshot's rules, which are verified meanwhile. Cost: 0.3 us a directory, synchronously.
   */
  prefetchStats(): void {
    const prefetched = runToEnd(requestStats(this.#root, [EVERYTHING], this.#options));
    // The sweep reports the error, if there is one.
    prefetched.stats.catch(() => undefined);
    this.#prefetched = prefetched;
  }

  /** Reads the directories at or below some that have changed, and returns those left to scan. */
  async sweep(directories: readonly RelPath[]): Promise<readonly RelPath[]> {
    const { data, rules } = this.#root;
    const { pool, report, signal } = this.#options;
    const known = outermost(new Set(directories)).filter((path) => data.hasDirectory(path));
    const unknown = directories.filter((path) => !data.hasDirectory(path));
    const prefetched = known[0] === EVERYTHING ? this.#prefetched : undefined;
    this.#prefetched = undefined;
    if (known.length === 0 || !(await this.canSweep())) return directories;
    const stale = prefetched === undefined ? await runCooperatively(rules.findStale(known), signal) : [];
    const outcome = await sweep(this.#root, known, { pool, report, signal, prefetched });
    this.#noteUnread(outcome.unread);
    await this.#forgetIgnored();
    return [...unknown, ...stale, ...outcome.toScan];
  }

  /** Reads directories with everything below them where `canSweep`, and returns those left to scan. */
  *read(directories: readonly RelPath[]): Cooperative<readonly RelPath[]> {
    if (!this.#root.retention.hasRoom) return directories;
    const listings = new DirectoryComparison(this.#root, this.#options.report);
    yield* listings.readAll(outermost(new Set(directories)));
    this.#noteUnread(listings.unread);
    return listings.toScan;
  }

  /**
   * Notes that a directory was scanned from `listedAtMs` on, except those that failed for a shortage.
   * Units: milliseconds since 1970.
   */
  noteScan(under: RelPath, unread: readonly RelPath[], listedAtMs: number): void {
    if (under === '') {
      this.isScanDue = false;
      // The scan replaces the sweep that these stats were requested for.
      this.#prefetched = undefined;
    }
    this.#noteUnread(unread);
    // Directories that were not read must not get a stamp; for simplicity none of this scan gets one.
    if (unread.length === 0) this.#unstamped.push({ under, listedAtMs });
  }

  /** Sets the stamps of scanned directories. Never rejects; `signal` ends it. */
  async stampScanned(signal: AbortSignal): Promise<void> {
    const unstamped = this.#unstamped.splice(0);
    try {
      if (unstamped.length === 0 || !(await this.canSweep())) return;
      const { pool } = this.#options;
      for (const scanned of unstamped) await stampDirectories(this.#root, scanned, { pool, signal });
    } catch {
      // The next sweep reads directories without a stamp again.
    }
  }

  /** Whether stamps can be trusted, and listing a changed directory is enough to update it. */
  async canSweep(): Promise<boolean> {
    const { config, retention, identities } = this.#root;
    if (this.isScanDue || !retention.holdsEverything || this.#options.report.hasUnreadRules) return false;
    // New core entries may appear in directories that the index does not keep.
    if (identities.isEnabled) return false;
    this.#isRemote ??= isRemote(config.path);
    return !(await this.#isRemote);
  }

  /** Forgets the ignored directories in directories that no longer exist; skipped when no entry was removed. */
  async #forgetIgnored(): Promise<void> {
    const { data, rules } = this.#root;
    const { removedCount } = data;
    if (removedCount === this.#removedBefore) return;
    await runCooperatively(
      rules.dropIgnored((directory) => data.find(directory) !== -1),
      this.#options.signal,
    );
    this.#removedBefore = removedCount;
  }

  #noteUnread(unread: readonly RelPath[]): void {
    if (unread.length === 0) return;
    this.#options.shortageRetry.note(unread);
    this.#root.data.change((batch) => {
      for (const path of unread) batch.setComplete(path, false);
    });
  }
}

/** Whether times come from another machine's clock, which cannot be compared with this one's. */
async function isRemote(path: AbsPath): Promise<boolean> {
  return (await findRemoteFileSystem(path)) !== undefined;
}
