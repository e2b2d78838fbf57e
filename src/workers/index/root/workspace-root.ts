import type {
  IndexChange,
  RelPath,
  RootConfig,
  RootPhase,
  RootStatus,
} from '../../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import { type Clock, systemClock, within } from '../../../actors/runtime/clock.js';
import { deferred } from '../../../actors/runtime/deferred.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { Mailbox } from '../../../actors/runtime/mailbox.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import type { WatchBatch, WatcherState } from '../../watch/back-end/watcher.js';
import { type ChangeCount, difference, totalOf } from '../sync/change-counter.js';
import { CoreIdentities } from '../sync/pinned-file-ids.js';
import { IndexData } from '../store/index-data.js';
import { firstQuestion } from './first-question.js';
import { RetentionPolicy } from '../retention/retention-policy.js';
import { Merging } from '../store/background-merge.js';
import type { RootListener, WorkspaceRootOptions } from '../sync/root-options.js';
import { requireFolder } from '../sync/require-root-folder.js';
import { RootFollower } from '../sync/hint-follower.js';
import { RootReport } from '../sync/root-report.js';
import { RootRules } from '../rules/root-rules.js';
import { RootScanner } from '../sync/root-scanner.js';
import { RootSweeper } from '../sync/root-sweeper.js';
import { foldWork, DeferredScanQueue, NO_WORK, scansOf, type Work } from '../sync/sync-task.js';
import { SnapshotKeeper } from '../snapshot/snapshot-keeper.js';
import { SnapshotStore } from '../snapshot/snapshot-store.js';
import { ShortageRetry } from '../sync/resource-shortage.js';

// Pieces of work that may wait for a scan in hand; more than that become one rescan.
const MAX_WAITING = 64;
// A scan that ended less than this ago has seen what a person typing may look for.
const FRESH_MS = 1000;
// Whoever closes a host waits for it. It is more than stamping and writing a million files takes.
const MAX_LEAVING_MS = 1000;
// So long at most once for a folder: what is not scanned to its end is scanned anew the next time. A busy machine takes
// as long for 150,000 files.
const MAX_SCANNING_ON_MS = 3000;

// The numbers in a status are for a person to see; while changes keep coming that is soon enough.
const STATUS = { quietMs: 50, maxMs: 250 };

// Long after what a person or a program does at once is over; and now and then where that never is.
const QUIET = { quietMs: 30_000, maxMs: 3_600_000 };

const EVERYTHING = '' as RelPath;

/**
 * One workspace folder: its entries, its rules, and how both are brought in line with the disk: what is told of changes
 * is followed at once; all that takes its time, one piece of work after the other. Reads go on meanwhile: each change of
 * the entries happens in one step.
 */
export class WorkspaceRoot {
  readonly config: RootConfig;
  readonly data = new IndexData();
  readonly rules: RootRules;
  readonly holdings: RetentionPolicy;
  readonly identities: CoreIdentities;
  readonly #listener: RootListener;
  readonly #clock: Clock;
  readonly #report = new RootReport();
  readonly #starvation: ShortageRetry;
  readonly #sweeper: RootSweeper;
  readonly #follower: RootFollower;
  readonly #scanner: RootScanner;
  readonly #left = new DeferredScanQueue();
  readonly #statusSoon: Debounce;
  readonly #quiet: Debounce;
  readonly #snapshot: SnapshotKeeper;
  readonly #closing = new AbortController();
  // Ends what is worth a moment's wait.
  readonly #leaving = new AbortController();
  readonly #mailbox: Mailbox<Work>;
  readonly #merging = new Merging(this.data);
  readonly #settled = deferred<void>();
  // No work begins before.
  #isUp = Promise.resolve();
  #comparedAtMs: number | undefined;
  // Whether the last work was done to its end: entries, rules and stamps speak of the same then.
  #isSound = false;
  #rescan: Promise<IndexChange> | undefined;

  /** Errors: `PatternSyntaxError`. */
  constructor(config: RootConfig, options: WorkspaceRootOptions) {
    const { pool, listener, clock = systemClock, snapshotDirectory } = options;
    this.config = config;
    this.rules = new RootRules(config);
    this.holdings = new RetentionPolicy(config, this.data);
    this.identities = new CoreIdentities(config);
    this.#listener = listener;
    this.#clock = clock;
    this.#statusSoon = new Debounce(clock, STATUS, () => {
      listener.onStatus(this.status);
    });
    this.#quiet = new Debounce(clock, QUIET, () => {
      this.#tidy();
    });
    const { signal } = this.#closing;
    this.#starvation = new ShortageRetry(clock, (directories) => {
      this.#post({ sweeps: directories, isRetry: true });
    });
    this.#sweeper = new RootSweeper(this, {
      pool,
      report: this.#report,
      starvation: this.#starvation,
      signal,
    });
    this.#follower = new RootFollower(this, {
      sweeper: this.#sweeper,
      signal,
      onFollowed: ({ added, removed }) => {
        if (signal.aborted) return;
        this.#tell({ root: config.path, added, removed, rulesChanged: false });
        this.#statusSoon.trigger();
        listener.onRules(this.rules);
        this.#merging.wake();
        this.#quiet.trigger();
      },
      onDeferred: (left) => {
        if (this.#left.add(left)) this.#post({});
      },
    });
    this.#scanner = new RootScanner(this, {
      pool,
      listener,
      report: this.#report,
      sweeper: this.#sweeper,
      follower: this.#follower,
      signal,
      onProgress: (progress) => {
        if (this.#report.noteProgress(progress)) listener.onStatus(this.status);
      },
    });
    // What is held in part is not worth keeping.
    const isKept = snapshotDirectory !== undefined && config.dynamicCapacity === undefined;
    const store = isKept ? new SnapshotStore(snapshotDirectory, config) : undefined;
    this.#snapshot = new SnapshotKeeper(store, this);
    this.#mailbox = new Mailbox<Work>({
      capacity: MAX_WAITING,
      handle: async (work) => {
        await this.#isUp;
        await this.#bringInLine(work);
        await this.#sweeper.stampScanned(this.#leaving.signal);
        if (work.isSaved === true && this.#isKeepable) await this.#snapshot.save(this.#closing.signal);
      },
      collapse: foldWork,
    });
  }

  get status(): RootStatus {
    return this.#report.statusOf(this, { snapshot: this.#snapshot, starvation: this.#starvation });
  }

  /** Whether the first scan has ended, well or not. */
  get isSettled(): boolean {
    return this.#report.isSettled;
  }

  /** Whether all that is here was on the disk at some time since this was opened. */
  get isVerified(): boolean {
    return this.#comparedAtMs !== undefined;
  }

  /** Resolves once the first scan has ended, well or not. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Errors: why it was never scanned, where it was not. */
  requireScanned(): void {
    const { problem } = this.#report;
    if (this.#comparedAtMs === undefined && problem !== undefined) throw problem;
  }

  /** Whether something may have changed that nobody told. */
  get mayBeStale(): boolean {
    if (this.#report.watcher?.status === 'watching') return false;
    return this.#comparedAtMs === undefined || performance.now() - this.#comparedAtMs > FRESH_MS;
  }

  /** Starts the first scan, or the comparison of a snapshot with the disk. */
  open(): void {
    const isKnown = this.#snapshot.open();
    if (isKnown) {
      this.#report.progress = undefined;
      this.#sweeper.lookAhead();
    } else this.#scanner.keepArrived();
    this.#setPhase('scanning');
    // Who started this thread hears that it is up, and the scan threads what to look at, before it is busy starting git.
    this.#isUp = isKnown ? firstQuestion() : yieldToEventLoop();
    if (isKnown) this.#post({ sweeps: [EVERYTHING], refreshGit: true });
    else void this.rescan();
  }

  /** See `RootScanner.showArrived`. */
  showArrived(): Promise<void> {
    return this.#scanner.showArrived();
  }

  /** Compares everything with the disk; whoever asks while that goes on shares it. */
  rescan(): Promise<IndexChange> {
    this.#rescan ??= this.scan(EVERYTHING).finally(() => {
      this.#rescan = undefined;
    });
    return this.#rescan;
  }

  /** Compares everything with the disk by what has changed since it was read. */
  compare(): Promise<IndexChange> {
    return this.#do({ sweeps: [EVERYTHING], refreshGit: true });
  }

  /** Finds every entry whose name starts so, case aside, by one scan that all who look for a name share. */
  async scanForName(prefix: string): Promise<void> {
    const wanted = this.holdings.pinName(prefix);
    await this.rescan();
    // The scan that was shared may have been too far on.
    if (!wanted.isServed) await this.rescan();
    this.holdings.unpinName(wanted);
  }

  /** Compares one directory and all below it with the disk. */
  scan(directory: RelPath): Promise<IndexChange> {
    return this.#do({ scans: [directory], refreshGit: directory === EVERYTHING });
  }

  /** All that is visible below a directory: the index where it holds that, else what the disk has now. */
  async everythingIn(directory: RelPath): Promise<IndexData> {
    const id = this.data.find(directory);
    const isFile = id !== -1 && !this.data.isDirectory(id);
    if (isFile || this.holdings.isWhole) return this.data;
    return this.#scanner.read(directory);
  }

  /** Resolves when there is room for the next batch; when this one was polled, once it has been dealt with. */
  async takeBatch({ hints, rescans, isPolled }: WatchBatch): Promise<void> {
    let sweeps = rescans;
    if (isPolled !== true && this.#report.phase === 'ready') {
      try {
        if (await this.#follower.follow({ hints, rescans })) return;
      } catch {
        if (this.#closing.signal.aborted) return;
        // The root is gone, or cannot be looked at: that is told by the work that comes to the same end.
        this.#sweeper.isScanDue = true;
        sweeps = [EVERYTHING];
      }
    }
    await this.#do({ hints, sweeps, refreshGit: sweeps.includes(EVERYTHING) });
  }

  /** git's own files may have changed in a repository; what its `info/exclude` says is read by a sweep. */
  takeGitChange(repository: RelPath): void {
    this.#post({ refreshGit: true, sweeps: repository === EVERYTHING ? [] : [repository] });
  }

  takeWatcherState(state: WatcherState): void {
    this.#report.watcher = state;
    this.#listener.onStatus(this.status);
  }

  /** Stops what runs; resolves when nothing does. */
  async close(): Promise<void> {
    this.#quiet.cancel();
    this.#statusSoon.cancel();
    this.#starvation.close();
    if (this.#snapshot.isMissing) await within(this.#clock, MAX_SCANNING_ON_MS, this.settled);
    this.#closing.abort();
    if (!this.#snapshot.isDue) this.#leaving.abort();
    const callOff = this.#clock.after(MAX_LEAVING_MS, () => {
      this.#leaving.abort();
    });
    await Promise.all([this.#mailbox.close(), this.#follower.idle, this.#merging.close()]);
    if (this.#isKeepable) await this.#snapshot.save(this.#leaving.signal);
    await this.#snapshot.finish(this.#leaving.signal);
    callOff();
  }

  #do(work: Partial<Work>): Promise<IndexChange> {
    const { promise, resolve } = deferred<IndexChange>();
    this.#post({ ...work, done: resolve });
    return promise;
  }

  #post(work: Partial<Work>): void {
    this.#mailbox.post({ ...NO_WORK, ...work });
  }

  async #bringInLine(work: Work): Promise<void> {
    const report = this.#report;
    const before = this.#countOfOthers;
    const left = this.#left.take();
    const sweeps = [...work.sweeps, ...left.sweeps];
    const wasCompared = this.#comparedAtMs !== undefined;
    let scans = [...work.scans, ...left.scans];
    // A repository that came or went may be what has to be read.
    const refreshGit = work.refreshGit || left.scans.includes(EVERYTHING);
    const isComparison = scans.includes(EVERYTHING) || sweeps.includes(EVERYTHING);
    let rulesChanged = false;
    this.#isSound = false;
    try {
      requireFolder(this);
      const { signal } = this.#closing;
      if (refreshGit) {
        const isOther = await this.rules.refreshGitContext(signal);
        if (await this.#snapshot.verifyRules(signal)) this.#sweeper.isScanDue = false;
        else if (isOther) {
          rulesChanged = true;
          scans = [EVERYTHING];
        }
        this.rules.askTracked(signal);
      }
      if (!scans.includes(EVERYTHING)) {
        scans.push(...(await this.#scanner.applyHints(work.hints)));
        this.holdings.followed(work.hints.map(({ path }) => path));
        if (sweeps.length > 0) {
          scans.push(...(await this.#sweeper.sweep(sweeps)));
          this.#listener.onRules(this.rules);
        }
      }
      for (const directory of scansOf(scans)) {
        const hasOtherRules = await this.#scan(directory);
        rulesChanged ||= hasOtherRules;
      }
      if (refreshGit || rulesChanged) {
        const hasShown = await this.#scanner.showTracked();
        rulesChanged ||= hasShown;
      }
      if (isComparison) {
        this.#comparedAtMs = performance.now();
        this.#listener.onCompared?.();
      }
      if (scans.length > 0) this.#snapshot.noteChange();
      if (work.isRetry === true) this.#starvation.retried();
      report.problem = undefined;
      this.#isSound = true;
      this.#setPhase('ready');
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      this.#sweeper.isScanDue = true;
      this.#snapshot.giveUp();
      if (isResourceShortage(error)) this.#starvation.note([EVERYTHING]);
      if (work.isRetry === true) this.#starvation.retried();
      report.problem = error instanceof Error ? error : new Error(String(error));
      this.#setPhase(this.#comparedAtMs === undefined ? 'failed' : 'degraded');
    } finally {
      this.#settled.resolve();
      this.#merging.wake();
      const { added, removed } = difference(this.#countOfOthers, before);
      const change: IndexChange = { root: this.config.path, added, removed, rulesChanged };
      if (isComparison && wasCompared && !rulesChanged) report.repaired += added + removed;
      this.#tell(change);
      // What comes by itself, as polling does, puts nothing off.
      const isNews = work.hints.length > 0 || (this.#snapshot.isDue && !this.#quiet.isPending);
      if (work.isSaved !== true && isNews && !this.#closing.signal.aborted) this.#quiet.trigger();
      work.done?.(change);
    }
  }

  /** All that ever came and went but for what was followed, which is told by itself. */
  get #countOfOthers(): ChangeCount {
    return difference(totalOf(this.data), this.#follower.count);
  }

  #tell(change: IndexChange): void {
    if (change.added === 0 && change.removed === 0 && !change.rulesChanged) return;
    this.#snapshot.noteChange();
    this.#listener.onChange(change);
  }

  /**
   * Compares everything with the disk once changes are over: what nobody told of is seen then at the latest. What is in
   * the index then is worth keeping. git is asked here and not whenever everything is compared: to start a process
   * keeps this thread for 10 ms, and what changes in a repository is told by itself.
   */
  #tidy(): void {
    // Without a watcher the index stays as it is until somebody asks for more.
    if (this.#report.watcher === undefined) this.#post({ isSaved: true });
    else this.#post({ sweeps: [EVERYTHING], refreshGit: true, isSaved: true });
  }

  /** Whether a snapshot of what is here now would be true. */
  get #isKeepable(): boolean {
    return this.#isSound && this.holdings.isWhole && !this.#sweeper.isScanDue;
  }

  /** Whether the scan met other rules than those known before. */
  async #scan(directory: RelPath): Promise<boolean> {
    const hasOtherRules = await this.#scanner.scan(directory);
    if (directory === EVERYTHING) this.#comparedAtMs = performance.now();
    return hasOtherRules;
  }

  #setPhase(phase: RootPhase): void {
    this.#report.phase = phase;
    this.#listener.onStatus(this.status);
  }
}
