import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import { outermost } from '../../../actors/protocol/rel-path.js';
import type { ScanPool } from '../../pool/pool.js';
import { findRemoteFileSystem } from '../../watch/remote-file-system.js';
import type { CoreIdentities } from './pinned-file-ids.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import type { RootReport } from './root-report.js';
import { type ListedRoot, Listings, type ListOutcome } from './compare-directories.js';
import { runToEnd, type Cooperative, runCooperatively } from '../../../actors/runtime/slices.js';
import type { ShortageRetry } from './resource-shortage.js';
import { type Look, look, stampDirectories, sweep } from './sweep.js';

const EVERYTHING = '' as RelPath;

/** What decides whether a sweep will do, and where it tells what it has met. */
export interface SweepableRoot extends ListedRoot {
  readonly holdings: Pick<RetentionPolicy, 'isWhole' | 'hasRoom'>;
  readonly identities: Pick<CoreIdentities, 'isKept'>;
}

export interface RootSweeperOptions {
  readonly pool: Pick<ScanPool, 'statDirectories'>;
  readonly report: RootReport;
  readonly starvation: Pick<ShortageRetry, 'note'>;
  readonly signal: AbortSignal;
}

/** Compares a root with the disk by its directories' stamps, as far as those can be trusted. */
export class RootSweeper {
  /**
   * Whether everything is to be read before stamps count: nothing was read yet, or something was not brought in line,
   * and what stamps say is not all that is wrong.
   */
  isScanDue = true;
  readonly #root: SweepableRoot;
  readonly #options: RootSweeperOptions;
  // What was scanned and bears no stamps yet.
  #unstamped: { readonly under: RelPath; readonly listedAtMs: number }[] = [];
  #isRemote: Promise<boolean> | undefined;
  // How many entries had been removed when what is ignored was gone through last.
  #removedBefore = 0;
  // A look at all directories that was begun before its sweep.
  #ahead: Look | undefined;

  constructor(root: SweepableRoot, options: RootSweeperOptions) {
    this.#root = root;
    this.#options = options;
  }

  /**
   * Begins to look at all directories, for a sweep of everything that comes next, before anything changes the index,
   * and may take the rules for read: a snapshot's, whose rules are read meanwhile. Cost: 0.3 us a directory, at once.
   */
  lookAhead(): void {
    const ahead = runToEnd(look(this.#root, [EVERYTHING], this.#options));
    // The sweep tells, if there is one.
    ahead.stats.catch(() => undefined);
    this.#ahead = ahead;
  }

  /** Reads what has changed below some directories, and returns the directories that are left to scan. */
  async sweep(directories: readonly RelPath[]): Promise<readonly RelPath[]> {
    const { rules } = this.#root;
    const { pool, signal } = this.#options;
    const known = outermost(new Set(directories)).filter((path) => this.#isKnown(path));
    const unknown = directories.filter((path) => !this.#isKnown(path));
    const ahead = known[0] === EVERYTHING ? this.#ahead : undefined;
    this.#ahead = undefined;
    if (known.length === 0 || !(await this.canSweep())) return directories;
    const stale = ahead === undefined ? await runCooperatively(rules.staleIn(known), signal) : [];
    const outcome = await sweep(this.#root, known, { pool, signal, ahead });
    this.#note(outcome);
    await this.#forgetIgnored();
    return [...unknown, ...stale, ...outcome.toScan];
  }

  /**
   * Reads some directories with all below them, where everything is held and `canSweep`, and returns those that are left
   * to scan.
   */
  *read(directories: readonly RelPath[]): Cooperative<readonly RelPath[]> {
    if (!this.#root.holdings.hasRoom) return directories;
    const listings = new Listings(this.#root);
    yield* listings.readAll(outermost(new Set(directories)));
    this.#note(listings);
    return listings.toScan;
  }

  /**
   * A directory was read with all below it, from `listedAtMs` on, but for those that starved.
   * Units: milliseconds since 1970.
   */
  noteScan(under: RelPath, starved: readonly RelPath[], listedAtMs: number): void {
    if (under === '') {
      this.isScanDue = false;
      // It was to be scanned instead; what comes now is not in that look.
      this.#ahead = undefined;
    }
    this.#noteStarved(starved);
    // What was not read is to bear no stamp; nor does, for once, what is beside it.
    if (starved.length === 0) this.#unstamped.push({ under, listedAtMs });
  }

  /** Gives the directories that were read the stamps by which they are known again. Never rejects; `signal` ends it. */
  async stampScanned(signal: AbortSignal): Promise<void> {
    const unstamped = this.#unstamped.splice(0);
    try {
      if (unstamped.length === 0 || !(await this.canSweep())) return;
      const { pool } = this.#options;
      for (const scanned of unstamped) await stampDirectories(this.#root, scanned, { pool, signal });
    } catch {
      // What bears no stamp is read again by the next sweep.
    }
  }

  /**
   * Whether what is known of directories is true as far as their stamps say so, and to list one is enough to bring it
   * in line.
   */
  async canSweep(): Promise<boolean> {
    const { config, holdings, identities } = this.#root;
    if (this.isScanDue || !holdings.isWhole || this.#options.report.hasUnreadRules) return false;
    // What is core may come to be in directories that are not held.
    if (identities.isKept) return false;
    this.#isRemote ??= isRemote(config.path);
    return !(await this.#isRemote);
  }

  #note({ listed, warnings, starved }: ListOutcome): void {
    const { data } = this.#root;
    this.#noteStarved(starved);
    this.#options.report.warnIn(listed, warnings, (path) => path === '' || data.find(path) !== -1);
  }

  /** Forgets what rules leave out of directories that are gone; that is known as long as none went. */
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

  #noteStarved(starved: readonly RelPath[]): void {
    if (starved.length === 0) return;
    this.#options.starvation.note(starved);
    this.#root.data.change((batch) => {
      for (const path of starved) batch.setComplete(path, false);
    });
  }

  #isKnown(path: RelPath): boolean {
    const { data } = this.#root;
    const id = data.find(path);
    return id !== -1 && data.isDirectory(id);
  }
}

/** Whether times are those of another machine, of which nobody knows what they say. */
async function isRemote(path: AbsPath): Promise<boolean> {
  return (await findRemoteFileSystem(path)) !== undefined;
}
