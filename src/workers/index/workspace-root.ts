import type {
  IndexChange,
  RelPath,
  RootConfig,
  RootPhase,
  RootStatus,
} from '../../actors/protocol/workspace.js';
import { breathe } from '../../actors/runtime/abort.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import { deferred } from '../../actors/runtime/deferred.js';
import { Mailbox } from '../../actors/runtime/mailbox.js';
import { isStarved } from '../ignore/is-starved.js';
import type { ScanPart } from '../scan/scan-part.js';
import { outermost } from '../watch/paths-within.js';
import type { Hint, WatchBatch, WatcherState } from '../watch/watcher.js';
import { applyHints } from './apply-hints.js';
import { CoreIdentities } from './core-identities.js';
import { IndexData } from './data.js';
import { Holdings } from './holdings.js';
import { knownPart } from './known-part.js';
import { Merging } from './merging.js';
import type { RootListener, RootPool, WorkspaceRootOptions } from './root-options.js';
import { requireFolder } from './require-folder.js';
import { RootReport } from './root-report.js';
import { RootRules } from './root-rules.js';
import { RootSweeper } from './root-sweeper.js';
import { ScanIntake } from './scan-intake.js';
import { foldWork, NO_WORK, type Work } from './root-work.js';
import { SnapshotKeeper } from './snapshot-keeper.js';
import { SnapshotStore } from './snapshot-store.js';
import { Starvation } from './starvation.js';
import { workOff } from './work-off.js';

// Pieces of work that may wait for a scan in hand; more than that become one rescan.
const MAX_WAITING = 64;
// A scan that ended less than this ago has seen what a person typing may look for.
const FRESH_MS = 1000;
// Whoever closes a host waits for it. It is more than stamping and writing a million files takes.
const MAX_LEAVING_MS = 1000;

// Long after what a person or a program does at once is over.
const QUIET_MS = 30_000;

const EVERYTHING = '' as RelPath;

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
  readonly #pool: RootPool;
  readonly #listener: RootListener;
  readonly #clock: Clock;
  readonly #report = new RootReport();
  readonly #starvation: Starvation;
  readonly #sweeper: RootSweeper;
  readonly #snapshot: SnapshotKeeper;
  readonly #closing = new AbortController();
  // Ends what is worth a moment's wait.
  readonly #leaving = new AbortController();
  readonly #mailbox: Mailbox<Work>;
  readonly #merging = new Merging(this.data);
  readonly #settled = deferred<void>();
  #comparedAtMs: number | undefined;
  // Whether the last work was done to its end: entries, rules and stamps speak of the same then.
  #isSound = false;
  #callOffQuiet: (() => void) | undefined;
  #rescan: Promise<IndexChange> | undefined;
  // What the first scan has read and no search has looked for yet.
  #arrived: ScanPart[] | undefined;
  #showing: Promise<void> = Promise.resolve();

  /** Errors: `PatternSyntaxError`. */
  constructor(config: RootConfig, options: WorkspaceRootOptions) {
    const { pool, listener, clock = systemClock, snapshotDirectory } = options;
    this.config = config;
    this.rules = new RootRules(config);
    this.holdings = new Holdings(config, this.data);
    this.identities = new CoreIdentities(config);
    this.#pool = pool;
    this.#listener = listener;
    this.#clock = clock;
    const { signal } = this.#closing;
    const starvation = new Starvation(clock, (directories) => {
      this.#post({ sweeps: directories, isRetry: true });
    });
    this.#starvation = starvation;
    this.#sweeper = new RootSweeper(this, { pool, report: this.#report, starvation, signal });
    // What is held in part is not worth keeping.
    const isKept = snapshotDirectory !== undefined && config.dynamicCapacity === undefined;
    const store = isKept ? new SnapshotStore(snapshotDirectory, config) : undefined;
    this.#snapshot = new SnapshotKeeper(store, this);
    this.#mailbox = new Mailbox<Work>({
      capacity: MAX_WAITING,
      handle: async (work) => {
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
    } else this.#arrived = [];
    this.#setPhase('scanning');
    // Who started this thread hears that it is up, and the scan threads what to look at, before it is busy starting git.
    void breathe().then(() => {
      if (isKnown) this.#post({ sweeps: [EVERYTHING], refreshGit: true });
      else void this.rescan();
    });
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
    this.#post({ scans: [directory], refreshGit: directory === EVERYTHING, done: resolve });
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
  async takeBatch({ hints, rescans }: WatchBatch): Promise<void> {
    const { promise, resolve } = deferred<IndexChange>();
    this.#post({ hints, sweeps: rescans, refreshGit: rescans.includes(EVERYTHING), done: resolve });
    await promise;
  }

  /** git's own files may have changed. */
  takeGitChange(): void {
    this.#post({ refreshGit: true });
  }

  takeWatcherState(state: WatcherState): void {
    this.#report.watcher = state;
    this.#listener.onStatus(this.status);
  }

  /** Stops what runs; resolves when nothing does. */
  async close(): Promise<void> {
    this.#callOffQuiet?.();
    this.#starvation.close();
    this.#closing.abort();
    if (!this.#snapshot.isDue) this.#leaving.abort();
    const callOff = this.#clock.after(MAX_LEAVING_MS, () => {
      this.#leaving.abort();
    });
    await Promise.all([this.#mailbox.close(), this.#merging.close()]);
    if (this.#isKeepable) await this.#snapshot.save(this.#leaving.signal);
    await this.#snapshot.finish(this.#leaving.signal);
    callOff();
  }

  #post(work: Partial<Work>): void {
    this.#mailbox.post({ ...NO_WORK, ...work });
  }

  async #bringInLine(work: Work): Promise<void> {
    const report = this.#report;
    const entriesBefore = this.data.fileCount + this.data.directoryCount;
    const removedBefore = this.data.removedCount;
    const wasCompared = this.#comparedAtMs !== undefined;
    const isComparison = work.scans.includes(EVERYTHING) || work.sweeps.includes(EVERYTHING);
    let rulesChanged = false;
    this.#isSound = false;
    try {
      requireFolder(this);
      let scans: readonly RelPath[] = work.scans;
      const { signal } = this.#closing;
      if (work.refreshGit) {
        const isOther = await this.rules.refreshGround(signal);
        if (await this.#snapshot.verifyRules(signal)) this.#sweeper.isScanDue = false;
        else if (isOther) {
          rulesChanged = true;
          scans = [EVERYTHING];
        }
        this.rules.askTracked(signal);
      }
      if (!scans.includes(EVERYTHING)) {
        scans = [...scans, ...(await workOff(applyHints(this, work.hints), signal))];
        this.holdings.followed(work.hints.map(({ path }) => path));
        for (const directory of work.sweeps) scans = [...scans, ...(await this.#sweeper.sweep(directory))];
        if (work.sweeps.length > 0) this.#listener.onRules(this.rules);
      }
      for (const directory of outermost(new Set(scans))) {
        const hasOtherRules = await this.#scan(directory);
        rulesChanged ||= hasOtherRules;
      }
      if (work.refreshGit || rulesChanged) {
        const hasShown = await this.#showTracked(signal);
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
      if (isStarved(error)) this.#starvation.note([EVERYTHING]);
      if (work.isRetry === true) this.#starvation.retried();
      report.problem = error instanceof Error ? error : new Error(String(error));
      this.#setPhase(this.#comparedAtMs === undefined ? 'failed' : 'degraded');
    } finally {
      this.#settled.resolve();
      this.#merging.wake();
      const removed = this.data.removedCount - removedBefore;
      const added = this.data.fileCount + this.data.directoryCount - entriesBefore + removed;
      const change: IndexChange = { root: this.config.path, added, removed, rulesChanged };
      if (isComparison && wasCompared && !rulesChanged) report.healed += added + removed;
      if (added > 0 || removed > 0 || rulesChanged) {
        this.#snapshot.noteChange();
        this.#listener.onChange(change);
      }
      if (work.isSaved !== true) this.#tidyWhenQuiet(work.hints.length > 0);
      work.done?.(change);
    }
  }

  /**
   * Once changes are over, compares everything with the disk: what nobody told of is seen then at the latest. What is in
   * the index then is worth keeping.
   */
  #tidyWhenQuiet(isChanged: boolean): void {
    // What comes by itself, as polling does, puts nothing off.
    if (!isChanged && (!this.#snapshot.isDue || this.#callOffQuiet !== undefined)) return;
    this.#callOffQuiet?.();
    this.#callOffQuiet = this.#clock.after(QUIET_MS, () => {
      this.#callOffQuiet = undefined;
      // Without a watcher the index stays as it is until somebody asks for more.
      if (this.#report.watcher === undefined) this.#post({ isSaved: true });
      else this.#post({ sweeps: [EVERYTHING], isSaved: true });
    });
  }

  /** Whether a snapshot of what is here now would be true. */
  get #isKeepable(): boolean {
    return this.#isSound && this.holdings.isWhole && !this.#sweeper.isScanDue;
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

  /** Whether the scan met other rules than those known before. */
  async #scan(directory: RelPath): Promise<boolean> {
    const startedAtMs = performance.now();
    const listedAtMs = Date.now();
    const { signal } = this.#closing;
    const intake = new ScanIntake(this, directory, signal);
    const parts = await this.#walk(directory, intake).finally(() => (this.#arrived = undefined));
    await this.#showing;
    const starved = parts.flatMap((part) => part.starved);
    const warnings = parts.flatMap((part) => part.warnings);
    if (starved.length > 0) parts.push(knownPart(this, starved));
    await intake.finish(parts);
    const hasOtherRules = this.rules.takeScan(parts, directory, intake.ruleFiles);
    const held = await this.holdings.select(parts, directory);
    const scan = (held.parts === parts ? intake.draft : undefined) ?? held.parts;
    await workOff(this.data.takeScan(scan, directory), signal);
    this.holdings.loaded(held);
    await workOff(this.identities.read(this.data, directory), signal);
    if (directory === EVERYTHING) {
      this.#comparedAtMs = performance.now();
      this.#report.scanMs = this.#comparedAtMs - startedAtMs;
    }
    this.#sweeper.noteScan(directory, starved, listedAtMs);
    this.#report.warnBelow(directory, warnings);
    this.#listener.onRules(this.rules);
    return hasOtherRules;
  }

  #walk(under: RelPath, intake?: ScanIntake): Promise<ScanPart[]> {
    return this.#pool.scan({
      root: this.config.path,
      rules: { patterns: this.config, git: this.rules.git },
      under,
      signal: this.#closing.signal,
      onProgress: (progress) => {
        if (this.#report.phase !== 'scanning') return;
        if (this.#report.progress !== undefined) this.#report.progress = progress;
        this.#listener.onStatus(this.status);
      },
      onPart: (part) => {
        this.#arrived?.push(part);
        intake?.take(part);
      },
    });
  }

  #setPhase(phase: RootPhase): void {
    this.#report.phase = phase;
    this.#listener.onStatus(this.status);
  }
}
