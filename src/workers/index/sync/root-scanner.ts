import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { ScanRequest } from '../../pool/run-scan.js';
import type { ScanPart } from '../../parts/scan-part.js';
import type { Hint } from '../../watch/back-end/watcher.js';
import { applyHints } from './apply-hints.js';
import type { CoreIdentities } from './core-identities.js';
import { IndexData } from '../store/index-data.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import { partFromIndex } from './part-from-index.js';
import type { ListedRoot } from './directory-comparison.js';
import type { HintFollower } from './hint-follower.js';
import type { RootListener, RootPool } from './root-options.js';
import type { RootReport } from './root-report.js';
import type { RootSweeper } from './root-sweeper.js';
import { mergeDirectories } from './sync-task.js';
import { ScanCollector } from './scan-collector.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

const EVERYTHING = '' as RelPath;

/** A root that scans fill. */
interface ScannedRoot extends ListedRoot {
  readonly retention: RetentionPolicy;
  readonly identities: CoreIdentities;
}

interface RootScannerOptions {
  readonly pool: RootPool;
  readonly listener: Pick<RootListener, 'onRules'>;
  readonly report: RootReport;
  readonly sweeper: Pick<RootSweeper, 'canSweep' | 'noteScan' | 'read'>;
  readonly follower: Pick<HintFollower, 'beginScan' | 'endScan'>;
  readonly signal: AbortSignal;
  readonly onProgress: NonNullable<ScanRequest['onProgress']>;
}

/** Scans directories by the scan threads, and merges the results into the index of a root. */
export class RootScanner {
  readonly #root: ScannedRoot;
  readonly #options: RootScannerOptions;
  // The parts of the first scan that have been read and not published yet.
  #unpublished: ScanPart[] | undefined;
  #showing: Promise<void> = Promise.resolve();

  constructor(root: ScannedRoot, options: RootScannerOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** Makes the next scan collect its parts for `publishPartial`. */
  collectParts(): void {
    this.#unpublished = [];
  }

  /**
   * Adds what the first scan has read so far to the index, so that a search finds it. Only for a search, because
   * these parts are merged a second time at the end. Never rejects.
   */
  publishPartial(): Promise<void> {
    const { data, retention } = this.#root;
    const parts = this.#unpublished?.splice(0) ?? [];
    if (parts.length > 0 && retention.hasRoom) {
      this.#showing = this.#showing
        .then(() => retention.preview(parts))
        .then((shown) => runCooperatively(data.addScannedParts(shown), this.#options.signal))
        // The root is being closed.
        .catch(() => undefined);
    }
    return this.#showing;
  }

  /** Reads a directory with everything below it into a new index, without changing the root's. */
  async read(directory: RelPath): Promise<IndexData> {
    const onDisk = new IndexData();
    await runCooperatively(onDisk.mergeScan(await this.#walk(directory), directory), this.#options.signal);
    return onDisk;
  }

  /** Makes the index equal to the disk at and below a directory. Resolves to whether the rules have changed. */
  async scan(directory: RelPath): Promise<boolean> {
    const { data, rules, retention, identities } = this.#root;
    const { listener, report, sweeper, follower, signal } = this.#options;
    const startedAtMs = performance.now();
    const listedAtMs = Date.now();
    const intake = new ScanCollector(this.#root, directory, signal);
    follower.beginScan();
    const parts = await this.#walk(directory, intake).finally(() => (this.#unpublished = undefined));
    await this.#showing;
    const unread = parts.flatMap((part) => part.unread);
    const warnings = parts.flatMap((part) => part.warnings);
    if (unread.length > 0) parts.push(partFromIndex(this.#root, unread));
    await intake.finish(parts);
    const { hasChanged, conflicting } = rules.mergeScan(parts, directory);
    const selection = await retention.select(parts, directory);
    const scan = (selection.parts === parts ? intake.draft : undefined) ?? selection.parts;
    await runCooperatively(data.mergeScan(scan, directory), signal);
    retention.noteLoaded(selection);
    // Before the hints are checked again, which may find something newer.
    report.warnBelow(directory, warnings);
    await follower.endScan();
    await runCooperatively(identities.read(data, directory), signal);
    if (directory === EVERYTHING) report.scanMs = performance.now() - startedAtMs;
    sweeper.noteScan(directory, unread, listedAtMs);
    listener.onRules(rules);
    let hasOtherRules = hasChanged;
    for (const again of mergeDirectories(conflicting)) if (await this.scan(again)) hasOtherRules = true;
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

  /** Updates the index to git's tracked files, after `refreshGitContext`. Resolves to whether anything has changed. */
  async applyTracked(): Promise<boolean> {
    const { listener } = this.#options;
    let hasChanged = false;
    for (;;) {
      const { paths, scans } = await this.#root.rules.refreshTracked(this.#options.signal);
      if (paths.length === 0 && scans.length === 0) break;
      hasChanged = true;
      const hints = paths.map((path): Hint => ({ path, kind: 'changed' }));
      const toScan = await this.applyHints(hints);
      // For most rule files that are not checked out, the directory does not exist either.
      const known = scans.filter((directory) => this.#root.data.find(directory) !== -1);
      // A submodule that becomes visible has tracked files of its own.
      for (const directory of mergeDirectories([...known, ...toScan])) await this.scan(directory);
    }
    // The rules may come from other files now even if they are equal, and the watches must follow.
    listener.onRules(this.#root.rules);
    return hasChanged;
  }

  #walk(under: RelPath, intake?: ScanCollector): Promise<ScanPart[]> {
    const { config, rules } = this.#root;
    const { pool, signal, onProgress } = this.#options;
    return pool.scan({
      root: config.path,
      rules: { patterns: config, git: rules.git },
      under,
      signal,
      onProgress,
      onPart: (part) => {
        this.#unpublished?.push(part);
        intake?.take(part);
      },
    });
  }
}
