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
import type { ScanPart } from '../scan/scan-part.js';
import { outermost } from '../watch/paths-within.js';
import type { Hint, WatchBatch, WatcherState } from '../watch/watcher.js';
import { applyHints } from './apply-hints.js';
import { CoreIdentities } from './core-identities.js';
import { IndexData } from './data.js';
import { Holdings } from './holdings.js';
import { isWithin } from './is-within.js';
import { Merging } from './merging.js';
import { RootRules } from './root-rules.js';
import { workOff } from './work-off.js';

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
  readonly holdings: Holdings;
  readonly identities: CoreIdentities;
  readonly #pool: Pick<ScanPool, 'scan'>;
  readonly #listener: RootListener;
  readonly #closing = new AbortController();
  readonly #mailbox: Mailbox<Work>;
  readonly #merging = new Merging(this.data);
  readonly #settled = deferred<void>();
  #phase: RootPhase = 'idle';
  #problem: Error | undefined;
  #warnings: readonly WorkspaceWarning[] = [];
  #watcher: WatcherState | undefined;
  #progress = { files: 0, directories: 0 };
  #scanMs = 0;
  #scannedAtMs: number | undefined;
  #rescan: Promise<IndexChange> | undefined;
  // What the first scan has read and no search has looked for yet.
  #arrived: ScanPart[] | undefined;
  #showing: Promise<void> = Promise.resolve();

  /** Errors: `PatternSyntaxError`. */
  constructor(config: RootConfig, pool: Pick<ScanPool, 'scan'>, listener: RootListener) {
    this.config = config;
    this.rules = new RootRules(config);
    this.holdings = new Holdings(config, this.data);
    this.identities = new CoreIdentities(config);
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
    const { budgetBytes, leftOut } = this.holdings;
    return {
      root: this.config.path,
      phase: this.#phase === 'ready' && watcherProblem !== undefined ? 'degraded' : this.#phase,
      files: isScanning ? this.#progress.files : this.data.fileCount,
      directories: isScanning ? this.#progress.directories : this.data.directoryCount,
      bytes: this.data.bytes,
      ...(budgetBytes === undefined ? {} : { budgetBytes }),
      leftOut,
      scanMs: this.#scanMs,
      watcherRestarts: this.#watcher?.restarts ?? 0,
      ...(reason === undefined ? {} : { reason }),
      ...(this.#problem === undefined ? {} : { error: toWire(this.#problem) }),
      warnings: [
        ...this.rules.git.warnings.map((message) => ({ path: EVERYTHING, message })),
        ...this.holdings.warnings,
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
    this.#arrived = [];
    void this.rescan();
  }

  /**
   * Takes what the first scan has read so far into the index, so that a search finds it; without a search nothing is
   * taken in twice. Never rejects.
   */
  showArrived(): Promise<void> {
    const parts = this.#arrived?.splice(0) ?? [];
    if (parts.length > 0 && this.holdings.hasRoom) {
      this.#showing = this.#showing
        .then(() => this.holdings.preview(parts))
        .then((shown) => workOff(this.data.showParts(shown), this.#closing.signal))
        // The root is being closed.
        .catch(() => undefined);
    }
    return this.#showing;
  }

  /** Compares everything with the disk; whoever asks while that goes on shares it. */
  rescan(): Promise<IndexChange> {
    this.#rescan ??= this.scan(EVERYTHING).finally(() => {
      this.#rescan = undefined;
    });
    return this.#rescan;
  }

  /** Finds every entry whose name starts so, case aside, by one scan that all who look for a name share. */
  async scanForName(prefix: string): Promise<void> {
    const wanted = this.holdings.want(prefix);
    await this.rescan();
    // The scan that was shared may have been too far on.
    if (!wanted.isServed) await this.rescan();
    this.holdings.unwant(wanted);
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

  /** All that is visible below a directory: the index where it holds that, else what the disk has now. */
  async everythingIn(directory: RelPath): Promise<IndexData> {
    const id = this.data.find(directory);
    const isFile = id !== -1 && !this.data.isDirectory(id);
    if (isFile || this.holdings.isWhole) return this.data;
    const onDisk = new IndexData();
    await workOff(onDisk.takeScan(await this.#walk(directory), directory), this.#closing.signal);
    return onDisk;
  }

  /** Resolves when the batch has been dealt with. */
  takeBatch({ hints, rescans }: WatchBatch): Promise<void> {
    const { promise, resolve } = deferred<void>();
    this.#mailbox.post({
      hints,
      rescans,
      refreshGit: rescans.includes(EVERYTHING),
      done: () => {
        resolve();
      },
    });
    return promise;
  }

  /** git's own files may have changed. */
  takeGitChange(): void {
    this.#mailbox.post({ hints: [], rescans: [], refreshGit: true });
  }

  takeWatcherState(state: WatcherState): void {
    this.#watcher = state;
    this.#listener.onStatus(this.status);
  }

  /** Stops what runs; resolves when nothing does. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#mailbox.close(), this.#merging.close()]);
  }

  async #bringInLine(work: Work): Promise<void> {
    const entriesBefore = this.data.fileCount + this.data.directoryCount;
    const removedBefore = this.data.removedCount;
    let rulesChanged = false;
    try {
      this.#requireFolder();
      let scans: readonly RelPath[] = work.rescans;
      const { signal } = this.#closing;
      if (work.refreshGit) {
        if (await this.rules.refreshGround(signal)) {
          rulesChanged = true;
          scans = [EVERYTHING];
        }
        this.rules.askTracked(signal);
      }
      if (!scans.includes(EVERYTHING)) {
        scans = [...scans, ...(await workOff(applyHints(this, work.hints), signal))];
        this.holdings.followed(work.hints.map(({ path }) => path));
      }
      for (const directory of outermost(new Set(scans))) {
        const hasOtherRules = await this.#scan(directory);
        rulesChanged ||= hasOtherRules;
      }
      if (work.refreshGit || rulesChanged) {
        const hasShown = await this.#showTracked(signal);
        rulesChanged ||= hasShown;
      }
      this.#problem = undefined;
      this.#setPhase('ready');
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#problem = error instanceof Error ? error : new Error(String(error));
      this.#setPhase(this.#scannedAtMs === undefined ? 'failed' : 'degraded');
    } finally {
      this.#settled.resolve();
      this.#merging.wake();
      const removed = this.data.removedCount - removedBefore;
      const added = this.data.fileCount + this.data.directoryCount - entriesBefore + removed;
      const change: IndexChange = { root: this.config.path, added, removed, rulesChanged };
      if (added > 0 || removed > 0 || rulesChanged) this.#listener.onChange(change);
      work.done?.(change);
    }
  }

  /** Brings the index in line with what is tracked though rules match it. Whether that has changed. */
  async #showTracked(signal: AbortSignal): Promise<boolean> {
    let hasChanged = false;
    for (;;) {
      const paths = await this.rules.refreshTracked(signal);
      if (paths.length === 0) return hasChanged;
      hasChanged = true;
      const hints = paths.map((path): Hint => ({ path, kind: 'changed' }));
      // A submodule that comes into sight has tracked files of its own.
      const toScan = await workOff(applyHints(this, hints), signal);
      for (const directory of outermost(new Set(toScan))) await this.#scan(directory);
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
    const parts = await this.#walk(directory).finally(() => {
      this.#arrived = undefined;
    });
    await this.#showing;
    const hasOtherRules = this.rules.takeScan(parts, directory);
    const held = await this.holdings.select(parts, directory);
    await workOff(this.data.takeScan(held.parts, directory), this.#closing.signal);
    this.holdings.loaded(held);
    await workOff(this.identities.read(this.data, directory), this.#closing.signal);
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

  #walk(under: RelPath): Promise<ScanPart[]> {
    return this.#pool.scan({
      root: this.config.path,
      rules: { patterns: this.config, git: this.rules.git },
      under,
      signal: this.#closing.signal,
      onProgress: (progress) => {
        this.#progress = progress;
        if (this.#phase === 'scanning') this.#listener.onStatus(this.status);
      },
      onPart: (part) => this.#arrived?.push(part),
    });
  }

  #setPhase(phase: RootPhase): void {
    this.#phase = phase;
    this.#listener.onStatus(this.status);
  }
}
