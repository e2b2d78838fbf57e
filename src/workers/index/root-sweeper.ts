import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { ScanPool } from '../scan/pool.js';
import { findRemoteFileSystem } from '../watch/remote-file-system.js';
import type { CoreIdentities } from './core-identities.js';
import type { Holdings } from './holdings.js';
import type { RootReport } from './root-report.js';
import { runToEnd } from './slices.js';
import type { Starvation } from './starvation.js';
import { type Look, look, stampDirectories, sweep, type SweptRoot } from './sweep.js';
import { workOff } from './work-off.js';

const EVERYTHING = '' as RelPath;

/** What decides whether a sweep will do, and where it tells what it has met. */
export interface SweepableRoot extends SweptRoot {
  readonly holdings: Pick<Holdings, 'isWhole'>;
  readonly identities: Pick<CoreIdentities, 'isKept'>;
}

export interface RootSweeperOptions {
  readonly pool: Pick<ScanPool, 'statDirectories'>;
  readonly report: RootReport;
  readonly starvation: Pick<Starvation, 'note'>;
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
    const ahead = runToEnd(look(this.#root, EVERYTHING, this.#options));
    // The sweep tells, if there is one.
    ahead.stats.catch(() => undefined);
    this.#ahead = ahead;
  }

  /** Reads what has changed below a directory, and returns the directories that are left to scan. */
  async sweep(directory: RelPath): Promise<readonly RelPath[]> {
    const { data, rules } = this.#root;
    const { pool, report, signal } = this.#options;
    const ahead = directory === EVERYTHING ? this.#ahead : undefined;
    this.#ahead = undefined;
    const id = data.find(directory);
    if (id === -1 || !data.isDirectory(id) || !(await this.#canSweep())) return [directory];
    const stale = ahead === undefined ? await workOff(rules.staleIn(directory), signal) : [];
    const sweeping = { pool, signal, ahead };
    const { toScan, listed, warnings, starved } = await sweep(this.#root, directory, sweeping);
    this.#noteStarved(starved);
    report.warnIn(listed, warnings, (path) => path === '' || data.find(path) !== -1);
    return [...stale, ...toScan];
  }

  /**
   * A directory was read with all below it, from `listedAtMs` on, but for those that starved.
   * Units: milliseconds since 1970.
   */
  noteScan(under: RelPath, starved: readonly RelPath[], listedAtMs: number): void {
    if (under === '') this.isScanDue = false;
    this.#noteStarved(starved);
    // What was not read is to bear no stamp; nor does, for once, what is beside it.
    if (starved.length === 0) this.#unstamped.push({ under, listedAtMs });
  }

  /** Gives the directories that were read the stamps by which they are known again. Never rejects; `signal` ends it. */
  async stampScanned(signal: AbortSignal): Promise<void> {
    const unstamped = this.#unstamped.splice(0);
    try {
      if (unstamped.length === 0 || !(await this.#canSweep())) return;
      const { pool } = this.#options;
      for (const scanned of unstamped) await stampDirectories(this.#root, scanned, { pool, signal });
    } catch {
      // What bears no stamp is read again by the next sweep.
    }
  }

  #noteStarved(starved: readonly RelPath[]): void {
    if (starved.length === 0) return;
    this.#options.starvation.note(starved);
    this.#root.data.change((batch) => {
      for (const path of starved) batch.setComplete(path, false);
    });
  }

  async #canSweep(): Promise<boolean> {
    const { config, holdings, identities } = this.#root;
    if (this.isScanDue || !holdings.isWhole || this.#options.report.hasUnreadRules) return false;
    // What is core may come to be in directories that are not held.
    if (identities.isKept) return false;
    this.#isRemote ??= isRemote(config.path);
    return !(await this.#isRemote);
  }
}

/** Whether times are those of another machine, of which nobody knows what they say. */
async function isRemote(path: AbsPath): Promise<boolean> {
  return (await findRemoteFileSystem(path)) !== undefined;
}
