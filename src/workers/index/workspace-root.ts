import { statSync } from 'node:fs';
import { InvalidRootError, toWire } from '../../actors/protocol/errors.js';
import type {
  IndexChange,
  RelPath,
  RootConfig,
  RootPhase,
  RootStatus,
  WorkspaceWarning,
} from '../../actors/protocol/workspace.js';
import { deferred } from '../../actors/runtime/deferred.js';
import { Mailbox } from '../../actors/runtime/mailbox.js';
import type { ScanPool } from '../scan/pool.js';
import { outermost } from '../watch/paths-within.js';
import type { Hint, WatchBatch, WatcherState } from '../watch/watcher.js';
import { applyHints } from './apply-hints.js';
import { IndexData } from './data.js';
import { isWithin } from './is-within.js';
import { loadScan, reconcileScan } from './load-scan.js';
import { RootRules } from './root-rules.js';

// Pieces of work that may wait for a scan in hand; more than that become one rescan.
const MAX_WAITING = 64;

// Warnings that are kept: more than that nobody reads.
const MAX_WARNINGS = 100;

// A scan that ended less than this ago has seen what a person typing may look for.
const FRESH_MS = 1000;

const EVERYTHING = '' as RelPath;

/** What is to be compared with the disk. */
interface Work {
  readonly hints: readonly Hint[];
  /** Directories, each with all below it. */
  readonly rescans: readonly RelPath[];
  /** Whether git is to be asked anew first. */
  readonly refreshGit: boolean;
  readonly done?: (change: IndexChange) => void;
}

/** Who is told what a root has to say. */
export interface RootListener {
  onStatus(status: RootStatus): void;
  onChange(change: IndexChange): void;
  /** The entries were brought in line with the disk at these paths, and at and below these directories. */
  onEntries?(paths: readonly RelPath[], directories: readonly RelPath[]): void;
  /** A scan ended: what rules leave out, and where git is, may be other than before. */
  onRules(rules: RootRules): void;
}

/**
 * One workspace folder: its entries, its rules, and the one queue through which both are brought in line with the
 * disk. Reads go on meanwhile: each change of the entries happens in one step.
 */
export class WorkspaceRoot {
  readonly config: RootConfig;
  readonly data = new IndexData();
  readonly rules: RootRules;
  readonly #pool: ScanPool;
  readonly #listener: RootListener;
  readonly #closing = new AbortController();
  readonly #mailbox: Mailbox<Work>;
  readonly #settled = deferred<void>();
  #phase: RootPhase = 'idle';
  #problem: Error | undefined;
  #warnings: readonly WorkspaceWarning[] = [];
  #watcher: WatcherState | undefined;
  #progress = { files: 0, directories: 0 };
  #scanMs = 0;
  #scannedAtMs: number | undefined;
  #rescan: Promise<IndexChange> | undefined;

  /** Errors: `PatternSyntaxError`. */
  constructor(config: RootConfig, pool: ScanPool, listener: RootListener) {
    this.config = config;
    this.rules = new RootRules(config);
    this.#pool = pool;
    this.#listener = listener;
    this.#mailbox = new Mailbox<Work>({
      capacity: MAX_WAITING,
      handle: (work) => this.#bringInLine(work),
      collapse: (waiting) => ({
        hints: [],
        rescans: [EVERYTHING],
        refreshGit: true,
        done: (change) => {
          for (const work of waiting) work.done?.(change);
        },
      }),
    });
  }

  get status(): RootStatus {
    const isScanning = this.#phase === 'scanning';
    const watcherProblem = this.#watcher?.status === 'degraded' ? this.#watcher.reason : undefined;
    const reason = this.#problem?.message ?? watcherProblem;
    return {
      root: this.config.path,
      phase: this.#phase === 'ready' && watcherProblem !== undefined ? 'degraded' : this.#phase,
      files: isScanning ? this.#progress.files : this.data.fileCount,
      directories: isScanning ? this.#progress.directories : this.data.directoryCount,
      bytes: this.data.bytes,
      scanMs: this.#scanMs,
      watcherRestarts: this.#watcher?.restarts ?? 0,
      ...(reason === undefined ? {} : { reason }),
      ...(this.#problem === undefined ? {} : { error: toWire(this.#problem) }),
      warnings: [
        ...this.rules.git.warnings.map((message) => ({ path: EVERYTHING, message })),
        ...this.#warnings,
      ],
    };
  }

  /** Whether the first scan has ended, well or not. */
  get isSettled(): boolean {
    return this.#phase !== 'idle' && this.#phase !== 'scanning';
  }

  /** Resolves once the first scan has ended, well or not. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Errors: why it was never scanned, where it was not. */
  requireScanned(): void {
    if (this.#scannedAtMs === undefined && this.#problem !== undefined) throw this.#problem;
  }

  /** Whether something may have changed that nobody told. */
  get mayBeStale(): boolean {
    if (this.#watcher?.status === 'watching') return false;
    return this.#scannedAtMs === undefined || performance.now() - this.#scannedAtMs > FRESH_MS;
  }

  /** Starts the first scan. */
  open(): void {
    this.#setPhase('scanning');
    void this.rescan();
  }

  /** Compares everything with the disk; whoever asks while that goes on shares it. */
  rescan(): Promise<IndexChange> {
    this.#rescan ??= this.scan(EVERYTHING).finally(() => {
      this.#rescan = undefined;
    });
    return this.#rescan;
  }

  /** Compares one directory and all below it with the disk. */
  scan(directory: RelPath): Promise<IndexChange> {
    const { promise, resolve } = deferred<IndexChange>();
    this.#mailbox.post({
      hints: [],
      rescans: [directory],
      refreshGit: directory === EVERYTHING,
      done: resolve,
    });
    return promise;
  }

  takeBatch({ hints, rescans }: WatchBatch): void {
    this.#mailbox.post({ hints, rescans, refreshGit: rescans.includes(EVERYTHING) });
  }

  /** git's own files may have changed. */
  takeGitChange(): void {
    this.#mailbox.post({ hints: [], rescans: [], refreshGit: true });
  }

  takeWatcherState(state: WatcherState): void {
    this.#watcher = state;
    this.#listener.onStatus(this.status);
  }

  /** These entries were brought in line with the disk. */
  noteEntries(paths: readonly RelPath[]): void {
    this.#listener.onEntries?.(paths, []);
  }

  /** Stops what runs; resolves when nothing does. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#mailbox.close();
  }

  async #bringInLine(work: Work): Promise<void> {
    const entriesBefore = this.data.fileCount + this.data.directoryCount;
    const removedBefore = this.data.removedCount;
    let rulesChanged = false;
    try {
      this.#requireFolder();
      let scans: readonly RelPath[] = work.rescans;
      if (work.refreshGit && (await this.rules.refreshGit(this.#closing.signal))) {
        rulesChanged = true;
        scans = [EVERYTHING];
      }
      if (!scans.includes(EVERYTHING)) {
        scans = [...scans, ...applyHints(this, work.hints)];
        this.noteEntries(work.hints.map(({ path }) => path));
      }
      for (const directory of outermost(new Set(scans))) {
        const hasOtherRules = await this.#scan(directory);
        rulesChanged ||= hasOtherRules;
      }
      this.#problem = undefined;
      this.#setPhase('ready');
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#problem = error instanceof Error ? error : new Error(String(error));
      this.#setPhase(this.#scannedAtMs === undefined ? 'failed' : 'degraded');
    } finally {
      this.#settled.resolve();
      const removed = this.data.removedCount - removedBefore;
      const added = this.data.fileCount + this.data.directoryCount - entriesBefore + removed;
      const change: IndexChange = { root: this.config.path, added, removed, rulesChanged };
      if (added > 0 || removed > 0 || rulesChanged) this.#listener.onChange(change);
      work.done?.(change);
    }
  }

  /** Errors: `InvalidRootError` when the folder is gone; the entries are gone then as well. */
  #requireFolder(): void {
    const { path } = this.config;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return;
    this.data.remove(EVERYTHING);
    throw new InvalidRootError(`The root ${path} is gone: it is read again when it is back.`, {
      root: path,
      problem: stats === undefined ? 'missing' : 'not-a-directory',
    });
  }

  /** Whether the scan met other rules than those known before. */
  async #scan(directory: RelPath): Promise<boolean> {
    const startedAtMs = performance.now();
    const parts = await this.#pool.scan({
      root: this.config.path,
      rules: { patterns: this.config, git: this.rules.git },
      under: directory,
      signal: this.#closing.signal,
      onProgress: (progress) => {
        this.#progress = progress;
        if (this.#phase === 'scanning') this.#listener.onStatus(this.status);
      },
    });
    const hasOtherRules = this.rules.takeScan(parts, directory);
    if (this.#scannedAtMs === undefined) loadScan(this.data, parts);
    else reconcileScan(this.data, parts, directory);
    this.#listener.onEntries?.([], [directory]);
    if (directory === EVERYTHING) {
      this.#scannedAtMs = performance.now();
      this.#scanMs = this.#scannedAtMs - startedAtMs;
    }
    const met = parts.flatMap((part) => part.warnings);
    const others = this.#warnings.filter(({ path }) => !isWithin(path, directory));
    this.#warnings = [...others, ...met].slice(0, MAX_WARNINGS);
    this.#listener.onRules(this.rules);
    return hasOtherRules;
  }

  #setPhase(phase: RootPhase): void {
    this.#phase = phase;
    this.#listener.onStatus(this.status);
  }
}
