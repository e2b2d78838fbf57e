import type {
  IndexChange,
  RelPath,
  RootConfig,
  RootPhase,
  RootStatus,
} from '../../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import { type Clock, sleep, systemClock, within } from '../../../actors/runtime/clock.js';
import { deferred } from '../../../actors/runtime/deferred.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { Mailbox } from '../../../actors/runtime/mailbox.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import type { WatchBatch, WatcherState } from '../../watch/back-end/watcher.js';
import { type ChangeCount, subtractCounts, countAllChanges } from '../sync/change-counter.js';
import { CoreIdentities } from '../sync/core-identities.js';
import { IndexData } from '../store/index-data.js';
import { RetentionPolicy } from '../retention/retention-policy.js';
import { BackgroundMerge } from '../store/background-merge.js';
import type { RootListener, WorkspaceRootOptions } from '../sync/root-options.js';
import { requireRootFolder } from '../sync/require-root-folder.js';
import { HintFollower } from '../sync/hint-follower.js';
import { RootReport } from '../sync/root-report.js';
import { RootRules } from '../rules/root-rules.js';
import { RootScanner } from '../sync/root-scanner.js';
import { RootSweeper } from '../sync/root-sweeper.js';
import { DeferredScanQueue, foldTasks, mergeDirectories, NO_TASK, type SyncTask } from '../sync/sync-task.js';
import { SnapshotKeeper } from '../snapshot/snapshot-keeper.js';
import { SnapshotStore } from '../snapshot/snapshot-store.js';
import { ShortageRetry } from '../sync/shortage-retry.js';

// Tasks that may wait while another runs; more of them are merged into a full rescan.
const MAX_WAITING = 64;
// A scan that ended less than this ago is recent enough for a user who is typing.
const FRESH_MS = 1000;
// The user waits for a host to close. Stamping and writing a million files takes less.
const MAX_SHUTDOWN_MS = 1000;
// Waiting for an unfinished first scan happens at most once for a folder, because without a snapshot the next session
// scans anew. A busy machine scans 150,000 files in this time.
const MAX_FIRST_SCAN_WAIT_MS = 3000;

// A client that opens a known workspace sends its first request at once. Starting git would block this thread for 10
// ms, and comparing all directories takes longer than both. Real time, so that no test waits for it.
const FIRST_REQUEST_MS = 8;

// Users read the numbers of a status: updates at this rate are enough while changes keep coming.
const STATUS_DEBOUNCE = { quietMs: 50, maxMs: 250 };

// Long enough that a user's or a program's burst of changes is over; where changes never stop, once an hour.
const IDLE_DEBOUNCE = { quietMs: 30_000, maxMs: 3_600_000 };

const EVERYTHING = '' as RelPath;

/**
 * One workspace folder: its entries, its rules, and the synchronization of both with the disk. Watched changes are
 * applied at once, longer tasks one after the other. Reads go on meanwhile, because each change of the entries is
 * atomic.
 */
export class WorkspaceRoot {
  readonly config: RootConfig;
  readonly data = new IndexData();
  readonly rules: RootRules;
  readonly retention: RetentionPolicy;
  readonly identities: CoreIdentities;
  readonly follower: HintFollower;
  readonly #listener: RootListener;
  readonly #clock: Clock;
  readonly #report = new RootReport();
  readonly #shortageRetry: ShortageRetry;
  readonly #sweeper: RootSweeper;
  readonly #scanner: RootScanner;
  readonly #deferredScans = new DeferredScanQueue();
  readonly #statusDebounce: Debounce;
  readonly #idleDebounce: Debounce;
  readonly #snapshot: SnapshotKeeper;
  readonly #closing = new AbortController();
  // Aborts the work that `close` may wait for.
  readonly #shutdown = new AbortController();
  readonly #mailbox: Mailbox<SyncTask>;
  readonly #merging = new BackgroundMerge(this.data);
  readonly #settled = deferred<void>();
  // No task starts before this resolves.
  #isReady = Promise.resolve();
  #comparedAtMs: number | undefined;
  // Whether the last task succeeded, so that entries, rules and stamps are consistent.
  #isConsistent = false;
  #rescan: Promise<IndexChange> | undefined;

  /** Errors: `PatternSyntaxError`. */
  constructor(config: RootConfig, options: WorkspaceRootOptions) {
    const { pool, listener, clock = systemClock, snapshotDirectory } = options;
    this.config = config;
    this.rules = new RootRules(config);
    this.retention = new RetentionPolicy(config, this.data);
    this.identities = new CoreIdentities(config);
    this.#listener = listener;
    this.#clock = clock;
    this.#statusDebounce = new Debounce(clock, STATUS_DEBOUNCE, () => {
      listener.onStatus(this.status);
    });
    this.#idleDebounce = new Debounce(clock, IDLE_DEBOUNCE, () => {
      this.#compareAndSave();
    });
    const { signal } = this.#closing;
    this.#shortageRetry = new ShortageRetry(clock, (directories) => {
      this.#post({ sweeps: directories, isRetry: true });
    });
    this.#sweeper = new RootSweeper(this, {
      pool,
      report: this.#report,
      shortageRetry: this.#shortageRetry,
      signal,
    });
    this.follower = new HintFollower(this, {
      sweeper: this.#sweeper,
      signal,
      onFollowed: ({ added, removed }) => {
        if (signal.aborted) return;
        this.#reportChange({ root: config.path, added, removed, rulesChanged: false });
        this.#statusDebounce.trigger();
        listener.onRules(this.rules);
        this.#merging.trigger();
        this.#idleDebounce.trigger();
      },
      onDeferred: (deferredScans) => {
        if (this.#deferredScans.add(deferredScans)) this.#post({});
      },
    });
    this.#scanner = new RootScanner(this, {
      pool,
      listener,
      report: this.#report,
      sweeper: this.#sweeper,
      follower: this.follower,
      signal,
      onProgress: (progress) => {
        if (this.#report.noteProgress(progress)) listener.onStatus(this.status);
      },
    });
    // A partial index is not worth saving.
    const hasSnapshot = snapshotDirectory !== undefined && config.dynamicCapacity === undefined;
    const store = hasSnapshot ? new SnapshotStore(snapshotDirectory, config) : undefined;
    this.#snapshot = new SnapshotKeeper(store, this);
    this.#mailbox = new Mailbox<SyncTask>({
      capacity: MAX_WAITING,
      handle: async (work) => {
        await this.#isReady;
        await this.#sync(work);
        await this.#sweeper.stampScanned(this.#shutdown.signal);
        if (work.savesSnapshot === true && this.#canSave) await this.#snapshot.save(this.#closing.signal);
      },
      collapse: foldTasks,
    });
  }

  get status(): RootStatus {
    return this.#report.statusOf(this, { snapshot: this.#snapshot, shortageRetry: this.#shortageRetry });
  }

  /** Whether the first scan has ended, successfully or not. */
  get isSettled(): boolean {
    return this.#report.isSettled;
  }

  /** Whether the entries have been compared with the disk since the root was opened. */
  get isVerified(): boolean {
    return this.#comparedAtMs !== undefined;
  }

  /** Resolves when the first scan has ended, successfully or not. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Throws when the root has never been scanned. Errors: those of the failed scan. */
  requireScanned(): void {
    const { problem } = this.#report;
    if (this.#comparedAtMs === undefined && problem !== undefined) throw problem;
  }

  /** Whether the index may have missed a change. */
  get mayBeStale(): boolean {
    if (this.#report.watcher?.status === 'watching') return false;
    return this.#comparedAtMs === undefined || performance.now() - this.#comparedAtMs > FRESH_MS;
  }

  /** Starts the first scan, or the comparison of a snapshot with the disk. */
  open(): void {
    const isKnown = this.#snapshot.open();
    if (isKnown) {
      this.#report.progress = undefined;
      this.#sweeper.prefetchStats();
    } else this.#scanner.collectParts();
    this.#setPhase('scanning');
    // The parent and the scan threads get their messages before starting git blocks this thread.
    this.#isReady = isKnown ? sleep(systemClock, FIRST_REQUEST_MS) : yieldToEventLoop();
    if (isKnown) this.#post({ sweeps: [EVERYTHING], refreshGit: true });
    else void this.rescan();
  }

  /** Adds what the first scan has read so far to the index, as `RootScanner.publishPartial`. */
  publishPartial(): Promise<void> {
    return this.#scanner.publishPartial();
  }

  /** Compares everything with the disk by a full scan; concurrent calls share one. */
  rescan(): Promise<IndexChange> {
    this.#rescan ??= this.scan(EVERYTHING).finally(() => {
      this.#rescan = undefined;
    });
    return this.#rescan;
  }

  /** Compares everything with the disk by reading only directories whose stamps have changed. */
  compare(): Promise<IndexChange> {
    return this.#do({ sweeps: [EVERYTHING], refreshGit: true });
  }

  /** Adds every entry whose name starts with `prefix`, ignoring case. Concurrent calls share one scan. */
  async scanForName(prefix: string): Promise<void> {
    const wanted = this.retention.pinName(prefix);
    await this.rescan();
    // The shared scan may have been past such entries when the name was pinned.
    if (!wanted.isScanned) await this.rescan();
    this.retention.unpinName(wanted);
  }

  /** Scans one directory and all below it. */
  scan(directory: RelPath): Promise<IndexChange> {
    return this.#do({ scans: [directory], refreshGit: directory === EVERYTHING });
  }

  /** An index with everything visible below a directory: this root's, or one read from the disk. */
  async everythingIn(directory: RelPath): Promise<IndexData> {
    const id = this.data.find(directory);
    const isFile = id !== -1 && !this.data.isDirectory(id);
    if (isFile || this.retention.holdsEverything) return this.data;
    return this.#scanner.read(directory);
  }

  /** Resolves when there is room for the next batch; for a polled batch, when it has been applied. */
  async takeBatch({ hints, rescans, isPolled }: WatchBatch): Promise<void> {
    let sweeps = rescans;
    if (isPolled !== true && this.#report.phase === 'ready') {
      try {
        if (await this.follower.follow({ hints, rescans })) return;
      } catch {
        if (this.#closing.signal.aborted) return;
        // The root is gone or unreadable: the task posted below will fail the same way, and report it.
        this.#sweeper.isScanDue = true;
        sweeps = [EVERYTHING];
      }
    }
    await this.#do({ hints, sweeps, refreshGit: sweeps.includes(EVERYTHING) });
  }

  /** Called when git's own files may have changed in a repository. A sweep then reads its `info/exclude`. */
  takeGitChange(repository: RelPath): void {
    this.#post({ refreshGit: true, sweeps: repository === EVERYTHING ? [] : [repository] });
  }

  takeWatcherState(state: WatcherState): void {
    this.#report.watcher = state;
    this.#listener.onStatus(this.status);
  }

  /** Stops all work; resolves when it has stopped. */
  async close(): Promise<void> {
    this.#idleDebounce.cancel();
    this.#statusDebounce.cancel();
    this.#shortageRetry.close();
    if (this.#snapshot.isMissing) await within(this.#clock, MAX_FIRST_SCAN_WAIT_MS, this.settled);
    this.#closing.abort();
    if (!this.#snapshot.isDue) this.#shutdown.abort();
    const callOff = this.#clock.after(MAX_SHUTDOWN_MS, () => {
      this.#shutdown.abort();
    });
    await Promise.all([this.#mailbox.close(), this.follower.idle, this.#merging.close()]);
    if (this.#canSave) await this.#snapshot.save(this.#shutdown.signal);
    await this.#snapshot.finish(this.#shutdown.signal);
    callOff();
  }

  #do(work: Partial<SyncTask>): Promise<IndexChange> {
    const { promise, resolve } = deferred<IndexChange>();
    this.#post({ ...work, done: resolve });
    return promise;
  }

  #post(work: Partial<SyncTask>): void {
    this.#mailbox.post({ ...NO_TASK, ...work });
  }

  async #sync(work: SyncTask): Promise<void> {
    const report = this.#report;
    const before = this.#countWithoutHints;
    const deferredScans = this.#deferredScans.take();
    const sweeps = [...work.sweeps, ...deferredScans.sweeps];
    const wasCompared = this.#comparedAtMs !== undefined;
    let scans = [...work.scans, ...deferredScans.scans];
    // The repository to read may be one that has appeared or disappeared.
    const refreshGit = work.refreshGit || deferredScans.scans.includes(EVERYTHING);
    const isComparison = scans.includes(EVERYTHING) || sweeps.includes(EVERYTHING);
    let rulesChanged = false;
    this.#isConsistent = false;
    try {
      requireRootFolder(this);
      const { signal } = this.#closing;
      if (refreshGit) {
        const hasChanged = await this.rules.refreshGitContext(signal);
        if (await this.#snapshot.verifyRules(signal)) this.#sweeper.isScanDue = false;
        else if (hasChanged) {
          rulesChanged = true;
          scans = [EVERYTHING];
        }
        this.rules.askTracked(signal);
      }
      if (!scans.includes(EVERYTHING)) {
        for (const item of await this.#scanner.applyHints(work.hints)) scans.push(item);
        this.retention.noteChanged(work.hints.map(({ path }) => path));
        if (sweeps.length > 0) {
          for (const item of await this.#sweeper.sweep(sweeps)) scans.push(item);
          this.#listener.onRules(this.rules);
        }
      }
      for (const directory of mergeDirectories(scans)) {
        if (await this.#scanner.scan(directory)) rulesChanged = true;
        if (directory === EVERYTHING) this.#comparedAtMs = performance.now();
      }
      if (refreshGit || rulesChanged) {
        const hasShown = await this.#scanner.applyTracked();
        rulesChanged ||= hasShown;
      }
      if (isComparison) {
        this.#comparedAtMs = performance.now();
        this.#listener.onCompared?.();
      }
      if (scans.length > 0) this.#snapshot.noteChange();
      if (work.isRetry === true) this.#shortageRetry.retried();
      report.problem = undefined;
      this.#isConsistent = true;
      this.#setPhase('ready');
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#sweeper.isScanDue = true;
      this.#snapshot.giveUp();
      if (isResourceShortage(error)) this.#shortageRetry.note([EVERYTHING]);
      if (work.isRetry === true) this.#shortageRetry.retried();
      report.problem = error instanceof Error ? error : new Error(String(error));
      this.#setPhase(this.#comparedAtMs === undefined ? 'failed' : 'degraded');
    } finally {
      this.#settled.resolve();
      this.#merging.trigger();
      const { added, removed } = subtractCounts(this.#countWithoutHints, before);
      const change: IndexChange = { root: this.config.path, added, removed, rulesChanged };
      if (isComparison && wasCompared && !rulesChanged) report.repaired += added + removed;
      this.#reportChange(change);
      // Changes found by polling do not postpone the comparison.
      const isNew = work.hints.length > 0 || (this.#snapshot.isDue && !this.#idleDebounce.isPending);
      if (work.savesSnapshot !== true && isNew && !this.#closing.signal.aborted) this.#idleDebounce.trigger();
      work.done?.(change);
    }
  }

  /** All entries ever added and removed, without those that the follower applied and reported itself. */
  get #countWithoutHints(): ChangeCount {
    return subtractCounts(countAllChanges(this.data), this.follower.count);
  }

  #reportChange(change: IndexChange): void {
    if (change.added === 0 && change.removed === 0 && !change.rulesChanged) return;
    this.#snapshot.noteChange();
    this.#listener.onChange(change);
  }

  /**
   * Compares everything with the disk once changes have stopped, which finds what the watcher missed, and saves a
   * snapshot. git runs here and not at every comparison, because starting a process blocks this thread for 10 ms and
   * changes in repositories are watched.
   */
  #compareAndSave(): void {
    // Without a watcher the index stays as it is until a request needs more.
    if (this.#report.watcher === undefined) this.#post({ savesSnapshot: true });
    else this.#post({ sweeps: [EVERYTHING], refreshGit: true, savesSnapshot: true });
  }

  /** Whether a snapshot of the current state would be correct. */
  get #canSave(): boolean {
    return this.#isConsistent && this.retention.holdsEverything && !this.#sweeper.isScanDue;
  }

  #setPhase(phase: RootPhase): void {
    this.#report.phase = phase;
    this.#listener.onStatus(this.status);
  }
}
