import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { ScanRequest } from '../../pool/run-scan.js';
import type { ScanPart } from '../../parts/scan-part.js';
import type { Hint } from '../../watch/back-end/watcher.js';
import { applyHints } from './apply-hints.js';
import type { CoreIdentities } from './pinned-file-ids.js';
import { IndexData } from '../store/index-data.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import { partFromIndex } from './part-from-index.js';
import type { ListedRoot } from './compare-directories.js';
import type { RootFollower } from './hint-follower.js';
import type { RootListener, RootPool } from './root-options.js';
import type { RootReport } from './root-report.js';
import type { RootSweeper } from './root-sweeper.js';
import { scansOf } from './sync-task.js';
import { ScanIntake } from './collect-scan.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

const EVERYTHING = '' as RelPath;

/** A root that scans fill. */
export interface ScannedRoot extends ListedRoot {
  readonly holdings: RetentionPolicy;
  readonly identities: CoreIdentities;
}

export interface RootScannerOptions {
  readonly pool: RootPool;
  readonly listener: Pick<RootListener, 'onRules'>;
  readonly report: RootReport;
  readonly sweeper: Pick<RootSweeper, 'canSweep' | 'noteScan' | 'read'>;
  readonly follower: Pick<RootFollower, 'beginScan' | 'endScan'>;
  readonly signal: AbortSignal;
  readonly onProgress: NonNullable<ScanRequest['onProgress']>;
}

/** Scans directories by the scan threads, and merges the results into the index of a root. */
export class RootScanner {
  readonly #root: ScannedRoot;
  readonly #options: RootScannerOptions;
  // The parts of the first scan that have been read and not published yet.
  #arrived: ScanPart[] | undefined;
  #showing: Promise<void> = Promise.resolve();

  constructor(root: ScannedRoot, options: RootScannerOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** Makes the next scan collect its parts for `publishPartial`. */
  keepArrived(): void {
    this.#arrived = [];
  }

  /**
   * Adds what the first scan has read so far to the index, so that a search finds it. Only for a search, because
   * these parts are merged a second time at the end. Never rejects.
   */
  showArrived(): Promise<void> {
    const { data, holdings } = this.#root;
    const parts = this.#arrived?.splice(0) ?? [];
    if (parts.length > 0 && holdings.hasRoom) {
      this.#showing = this.#showing
        .then(() => holdings.preview(parts))
        .then((shown) => runCooperatively(data.showParts(shown), this.#options.signal))
        // The root is being closed.
        .catch(() => undefined);
    }
    return this.#showing;
  }

  /** Reads a directory with everything below it into a new index, without changing the root's. */
  async read(directory: RelPath): Promise<IndexData> {
    const onDisk = new IndexData();
    await runCooperatively(onDisk.takeScan(await this.#walk(directory), directory), this.#options.signal);
    return onDisk;
  }

  /** Makes the index equal to the disk at and below a directory. Resolves to whether the rules have changed. */
  async scan(directory: RelPath): Promise<boolean> {
    const { data, rules, holdings, identities } = this.#root;
    const { listener, report, sweeper, follower, signal } = this.#options;
    const startedAtMs = performance.now();
    const listedAtMs = Date.now();
    const intake = new ScanIntake(this.#root, directory, signal);
    follower.beginScan();
    const parts = await this.#walk(directory, intake).finally(() => (this.#arrived = undefined));
    await this.#showing;
    const starved = parts.flatMap((part) => part.starved);
    const warnings = parts.flatMap((part) => part.warnings);
    if (starved.length > 0) parts.push(partFromIndex(this.#root, starved));
    await intake.finish(parts);
    const { isOther, unsure } = rules.takeScan(parts, directory);
    const held = await holdings.select(parts, directory);
    const scan = (held.parts === parts ? intake.draft : undefined) ?? held.parts;
    await runCooperatively(data.takeScan(scan, directory), signal);
    holdings.loaded(held);
    await follower.endScan();
    await runCooperatively(identities.read(data, directory), signal);
    if (directory === EVERYTHING) report.scanMs = performance.now() - startedAtMs;
    sweeper.noteScan(directory, starved, listedAtMs);
    report.warnBelow(directory, warnings);
    listener.onRules(rules);
    let hasOtherRules = isOther;
    for (const again of scansOf(unsure)) if (await this.scan(again)) hasOtherRules = true;
    return hasOtherRules;
  }

  /** Makes the index agree with the disk at hinted paths, reads new directories, and returns those left to scan. */
  async applyHints(hints: readonly Hint[]): Promise<readonly RelPath[]> {
    const { sweeper, listener, signal } = this.#options;
    const { toRead, toScan } = await runCooperatively(applyHints(this.#root, hints), signal);
    if (toRead.length === 0) return toScan;
    if (!(await sweeper.canSweep())) return [...toScan, ...toRead];
    const left = await runCooperatively(sweeper.read(toRead), signal);
    listener.onRules(this.#root.rules);
    return [...toScan, ...left];
  }

  /**
   * Updates the index to git's tracked files, after `refreshGitContext`. Resolves to whether anything has changed.
   */
  async showTracked(): Promise<boolean> {
    const { listener } = this.#options;
    let hasChanged = false;
    for (;;) {
      const { looks, scans } = await this.#root.rules.refreshTracked(this.#options.signal);
      if (looks.length === 0 && scans.length === 0) break;
      hasChanged = true;
      const hints = looks.map((path): Hint => ({ path, kind: 'changed' }));
      const toScan = await this.applyHints(hints);
      // For most rule files that are not checked out, the directory does not exist either.
      const known = scans.filter((directory) => this.#root.data.find(directory) !== -1);
      // A submodule that becomes visible has tracked files of its own.
      for (const directory of scansOf([...known, ...toScan])) await this.scan(directory);
    }
    // Other files may hold the rules now, even if the rules are the same.
    listener.onRules(this.#root.rules);
    return hasChanged;
  }

  #walk(under: RelPath, intake?: ScanIntake): Promise<ScanPart[]> {
    const { config, rules } = this.#root;
    const { pool, signal, onProgress } = this.#options;
    return pool.scan({
      root: config.path,
      rules: { patterns: config, git: rules.git },
      under,
      signal,
      onProgress,
      onPart: (part) => {
        this.#arrived?.push(part);
        intake?.take(part);
      },
    });
  }
}
