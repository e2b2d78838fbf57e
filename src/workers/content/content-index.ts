import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { isWithinAny, outermost } from '../../actors/protocol/rel-path.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';
import { type Clock, systemClock, within } from '../../actors/runtime/clock.js';
import { IdleGate } from '../../actors/runtime/idle-gate.js';
import { type GrepPattern, parsePattern } from '../regex/parse-pattern.js';
import { requiredLiterals } from '../regex/required-literals.js';
import type { CompareJob, SignedFiles, SignJob } from '../grep/sign-job.js';
import type { WatchBatch, WatcherState } from '../watch/back-end/watcher.js';
import { findRemoteFileSystem } from '../watch/remote-file-system.js';
import { runCooperatively } from '../../actors/runtime/slices.js';
import { ContentFilter } from './content-filter.js';
import { type ContentSelection, selectByStamps } from './select-by-stamps.js';
import type { FilterStore } from './filter-store.js';
import { requiredBits } from '../grep/signer.js';

/** The files of a root, as its index has them. */
export interface IndexedFiles {
  /**
   * Every file at or below a path. A change made while it is read may show or not; a file that is there all the time
   * is never left out.
   */
  paths(under: RelPath): Iterable<RelPath>;
  kindOf(path: RelPath): 'file' | 'directory' | undefined;
  readonly fileCount: number;
}

export interface ContentIndexOptions {
  readonly root: AbsPath;
  readonly files: IndexedFiles;
  /** Runs a job on a thread of the scan pool. */
  readonly sign: (job: SignJob) => Promise<SignedFiles>;
  /** Runs a job on a thread that a search waits for. */
  readonly compare: (job: CompareJob) => Promise<Uint8Array>;
  /** Where the filter is kept for the next time. Default: nowhere. */
  readonly store?: Pick<FilterStore, 'read' | 'write'>;
  readonly maxBytes: number;
  /** How long nothing must have changed before files are signed. Default: 250 ms. */
  readonly calmMs?: number;
  /** Default: the machine's own time. */
  readonly clock?: Clock;
}

// A job takes 10 ms at most, and this many small files take about that.
const BATCH_FILES = 256;
// While one job's signatures are stored others go on. More would leave a search no thread to begin on.
const JOBS = 2;
// Files looked at before others have their turn: under a millisecond.
const SLICE_FILES = 1000;
// With fewer than half of the files signed, a search of all of them is as fast.
const MIN_SIGNED_SHARE = 0.5;
// What is known of files that are gone is dropped when it is this much.
const MAX_GONE_SHARE = 0.25;
// Half of the budget for the paths alone leaves too little for what they contain.
const MAX_PATHS_SHARE = 0.5;

// Longer than programs that write many files pause between two of them.
const CALM_MS = 250;
// Where something changes all the time, it is asked no more often than this what that means for all files.
const MAX_REVIEW_WAIT_MS = 2000;
// And a batch is signed this often, which takes a tenth of a thread: the filter of 100,000 files is built in a minute.
const MAX_SIGN_WAIT_MS = 100;

// What is written anew each time a file has changed costs more than to read some files once more.
const MIN_NEWS_SHARE = 0.02;
// Whoever closes a host waits for it; what is not signed by then is signed the next time.
const MAX_SIGNING_ON_MS = 1000;

const EVERYTHING = '' as RelPath;

/** What is to be done about the files at or below some directories. */
interface Review {
  readonly kind: 'doubt' | 'add' | 'sweep';
  readonly directories: ReadonlySet<RelPath>;
}

/**
 * The content filter of one root: built in the background from the first search on, and kept for the next time. A search
 * believes what the watcher tells; as long as nobody watches, then until the comparison that follows is done, and after
 * a rescan until all files concerned are in doubt, it has the times of all files compared that it passes over.
 */
export class ContentIndex {
  readonly #options: ContentIndexOptions;
  #filter: ContentFilter;
  readonly #reviews: Review[] = [];
  /** `watched` until a comparison of everything with the disk is asked for, `caught up` when it is done. */
  #phase: 'unwatched' | 'watched' | 'catching up' | 'caught up' = 'unwatched';
  /** Whether a search was made, and changes count. */
  #isFollowing = false;
  /** Whether what was kept is here, if there was anything. */
  #isOpen = false;
  #opening: Promise<void> | undefined;
  /** Whether the times of files tell at once that they have changed. */
  #hasTimes = false;
  /** Whether contents may be read. */
  #isStarted = false;
  /** Whether each file of the index is in the filter, or in a review that will add it. */
  #hasAll = false;
  #isLeaving = false;
  /** Files whose signatures would be worth keeping and are not on the disk. */
  #unkept = 0;
  #isTooLarge = false;
  readonly #idleGate: IdleGate;
  readonly #closing = new AbortController();
  #work: Promise<void> | undefined;

  constructor(options: ContentIndexOptions) {
    const { calmMs = CALM_MS, clock = systemClock } = options;
    this.#options = options;
    this.#filter = new ContentFilter(options);
    this.#idleGate = new IdleGate({ clock, quietMs: calmMs });
  }

  get bytes(): number {
    return this.#filter.bytes;
  }

  /** How many files can be ruled out. */
  get signedCount(): number {
    return this.#filter.signedCount;
  }

  /** Resolves when nothing is left to do for now. */
  async settled(): Promise<void> {
    await this.#opening;
    while (this.#work !== undefined) await this.#work;
  }

  /** Reads contents from now on, in the background. */
  start(): void {
    this.#follow();
    this.#isStarted = true;
    if (!this.#isOpen) return;
    if (!this.#hasAll) this.#plan({ kind: 'add', directories: new Set([EVERYTHING]) });
    this.#hasAll = true;
    this.#resume();
  }

  takeWatcherState({ status }: WatcherState): void {
    if (status !== 'watching') this.#phase = 'unwatched';
    else if (this.#phase === 'unwatched') this.#phase = 'watched';
  }

  /** What the watcher tells, at once: the index itself may be brought in line later. */
  takeBatch({ hints, rescans }: WatchBatch): void {
    this.#idleGate.trigger();
    const doubtful = new Set(rescans);
    for (const { path, kind } of hints) {
      this.#filter.invalidate(path);
      // Another directory may be in its place, with files that no hint names.
      if (kind !== 'changed' && this.#options.files.kindOf(path) === 'directory') doubtful.add(path);
    }
    if (this.#phase === 'watched' && doubtful.has(EVERYTHING)) this.#phase = 'catching up';
    if (doubtful.size > 0 && this.#isFollowing) this.#plan({ kind: 'doubt', directories: doubtful });
    this.#resume();
  }

  /** The index was compared with the disk, and equals it but for what comes as hints. */
  takeComparison(): void {
    if (this.#phase !== 'catching up') return;
    this.#phase = 'caught up';
    this.#resume();
  }

  /** These files have come into the index, and a scan of these directories was taken over. */
  takeChange(paths: Iterable<RelPath>, directories: readonly RelPath[]): void {
    if (!this.#isFollowing) return;
    for (const path of paths) {
      if (this.#options.files.kindOf(path) === 'file') this.#filter.add(path);
      else this.#filter.delete(path);
    }
    if (directories.length > 0) this.#plan({ kind: 'add', directories: new Set(directories) });
    this.#resume();
  }

  /**
   * The files that may match, of all at or below `under` that are `isInScope`; `null` when that cannot be told, and all
   * must be read. Nothing is read but times, and what was kept: contents are, from `start` on.
   */
  async select(
    pattern: GrepPattern,
    isInScope: ((path: RelPath) => boolean) | null,
    under: RelPath = EVERYTHING,
  ): Promise<ContentSelection | null> {
    this.#follow();
    const alternatives = requiredLiterals(parsePattern(pattern).root)?.map(requiredBits);
    if (alternatives === undefined || alternatives.some((bits) => bits.length === 0)) return null;
    await this.#opening;
    if (!this.#isUsable) return this.#selectByStamps(alternatives, isInScope, under);
    const { files } = this.#options;
    const all = isInScope === null ? files.fileCount : await this.#count(isInScope);
    // Nothing is waited for from here on: what changes now is in the selection, or is told after it.
    if (!this.#isUsable) return null;
    const paths = this.#filter
      .candidates(alternatives)
      .filter((path) => files.kindOf(path) === 'file' && (isInScope === null || isInScope(path)));
    return { paths, ruledOut: Math.max(0, all - paths.length) };
  }

  /** Signs what is left, for a while, and keeps the filter for the next time. */
  async keep(): Promise<void> {
    const { store, clock = systemClock } = this.#options;
    await this.#opening;
    if (store === undefined || !this.#hasTimes || !this.#isStarted || this.#isTooLarge) return;
    const filter = this.#filter;
    const isNews = (files: number): boolean => files > 0 && files >= filter.fileCount * MIN_NEWS_SHARE;
    this.#isLeaving = true;
    if (this.#reviews.length > 0 || isNews(this.#unkept + filter.waitingCount))
      await within(clock, MAX_SIGNING_ON_MS, this.settled());
    this.#closing.abort();
    // What is stored while it is written is written in part.
    await this.settled();
    if (!isNews(this.#unkept)) return;
    // It saves time and no more.
    await store.write(filter.capture(), new AbortController().signal).catch(() => undefined);
  }

  /** Stops, and forgets everything. */
  close(): void {
    this.#closing.abort();
    this.#clear();
  }

  get #isUsable(): boolean {
    return (
      this.#isOpen &&
      this.#hasAll &&
      this.#phase === 'caught up' &&
      this.#reviews.length === 0 &&
      !this.#isTooLarge &&
      this.#filter.signedCount >= this.#filter.fileCount * MIN_SIGNED_SHARE
    );
  }

  get #isActive(): boolean {
    const isOfUse = this.#hasTimes || this.#phase === 'caught up';
    return this.#isOpen && this.#isStarted && isOfUse && !this.#isTooLarge && !this.#closing.signal.aborted;
  }

  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const onOpen = (): void => {
      this.#isOpen = true;
      if (this.#isStarted) this.start();
    };
    // What cannot be read is made anew.
    this.#opening = this.#open().then(onOpen, onOpen);
  }

  async #open(): Promise<void> {
    const { root, store } = this.#options;
    // Times of another machine come late.
    this.#hasTimes = (await findRemoteFileSystem(root)) === undefined;
    if (!this.#hasTimes || store === undefined) return;
    const { signal } = this.#closing;
    const kept = await store.read(signal);
    const filter = new ContentFilter(this.#options);
    if (kept === undefined || !(await runCooperatively(filter.restore(kept), signal))) return;
    this.#filter = filter;
    // Nobody told it what has changed before, nor while it was read.
    if (this.#phase === 'catching up' || this.#phase === 'caught up')
      this.#plan({ kind: 'doubt', directories: new Set([EVERYTHING]) });
  }

  /** The same as `select`, by the times of all files that are to be passed over. */
  async #selectByStamps(
    alternatives: readonly (readonly number[])[],
    isInScope: ((path: RelPath) => boolean) | null,
    under: RelPath,
  ): Promise<ContentSelection | null> {
    const { files, root, compare } = this.#options;
    const filter = this.#filter;
    if (!this.#hasTimes || filter.fileCount === 0) return null;
    function* scope(): Generator<RelPath, void, undefined> {
      for (const path of files.paths(under)) if (isInScope === null || isInScope(path)) yield path;
    }
    const { signal } = this.#closing;
    const selection = await selectByStamps({ root, filter, compare, signal }, scope(), alternatives);
    if (under === EVERYTHING && isInScope === null) this.#hasAll = true;
    return selection;
  }

  #plan(review: Review): void {
    if (this.#isTooLarge || this.#closing.signal.aborted) return;
    const last = this.#reviews.at(-1);
    // The first is being done.
    if (last?.kind === review.kind && this.#reviews.length > 1) {
      this.#reviews[this.#reviews.length - 1] = {
        kind: review.kind,
        directories: new Set([...last.directories, ...review.directories]),
      };
    } else this.#reviews.push(review);
  }

  #resume(): void {
    if (!this.#isActive) return;
    this.#work ??= this.#catchUp().finally(() => {
      this.#work = undefined;
      // More may have come after the last look.
      if (this.#reviews.length > 0 || this.#filter.isWaiting) this.#resume();
    });
  }

  async #catchUp(): Promise<void> {
    // What is told in the same breath is done in one go.
    await yieldToEventLoop();
    while (this.#isActive) {
      const review = this.#reviews[0];
      if (review === undefined && !this.#filter.isWaiting) return;
      // The index has more urgent things to do.
      const maxWaitMs = review === undefined ? MAX_SIGN_WAIT_MS : MAX_REVIEW_WAIT_MS;
      await this.#idleGate.wait(maxWaitMs, this.#closing.signal);
      if (!this.#isActive) return;
      if (review === undefined) await this.#sign();
      else {
        await this.#review(review);
        this.#reviews.shift();
        this.#limit();
      }
    }
  }

  async #review({ kind, directories }: Review): Promise<void> {
    let untilBreath = SLICE_FILES;
    for (const path of kind === 'add' ? this.#indexed(directories) : this.#filter.paths()) {
      if (kind === 'add') this.#filter.add(path);
      else if (kind === 'doubt') {
        if (isWithinAny(path, directories)) this.#filter.doubt(path);
      } else if (this.#options.files.kindOf(path) !== 'file') this.#filter.delete(path);
      if (--untilBreath > 0) continue;
      untilBreath = SLICE_FILES;
      await yieldToEventLoop();
    }
  }

  *#indexed(directories: ReadonlySet<RelPath>): Generator<RelPath, void, undefined> {
    for (const directory of outermost(directories)) yield* this.#options.files.paths(directory);
  }

  #limit(): void {
    const { files, maxBytes } = this.#options;
    const { fileCount, bytes } = this.#filter;
    if (fileCount > files.fileCount * (1 + MAX_GONE_SHARE) + SLICE_FILES) {
      this.#plan({ kind: 'sweep', directories: new Set([EVERYTHING]) });
    } else if (this.#filter.signedCount === 0 && bytes > maxBytes * MAX_PATHS_SHARE) {
      this.#isTooLarge = true;
      this.#clear();
    }
  }

  /** Signs a batch, and as long as it is calm all that wait, some at a time. */
  async #sign(): Promise<void> {
    const isUrged = (): boolean => this.#reviews.length > 0 || !this.#isActive || !this.#idleGate.isIdle;
    const signOn = async (): Promise<void> => {
      while (this.#filter.isWaiting) {
        await this.#signBatch();
        if (isUrged()) return;
      }
    };
    await Promise.all(Array.from({ length: isUrged() ? 1 : JOBS }, signOn));
  }

  async #signBatch(): Promise<void> {
    const filter = this.#filter;
    const batch = filter.take(BATCH_FILES);
    try {
      const { paths, stamps } = batch;
      const signed = await this.#options.sign({
        root: this.#options.root,
        paths,
        stamps,
        isAwaited: this.#isLeaving,
      });
      for (const _ of filter.store(batch, signed)) await yieldToEventLoop();
      this.#unkept += signed.outcomes.filter((outcome, at) => outcome >= 0 && signed.stamps[at] !== 0).length;
    } catch {
      // One of them was too much for the thread. They are searched each time instead.
      filter.putAside(batch);
    }
  }

  async #count(isInScope: (path: RelPath) => boolean): Promise<number> {
    let count = 0;
    let untilBreath = SLICE_FILES;
    for (const path of this.#filter.paths()) {
      if (isInScope(path)) count++;
      if (--untilBreath > 0) continue;
      untilBreath = SLICE_FILES;
      await yieldToEventLoop();
    }
    return count;
  }

  #clear(): void {
    this.#filter = new ContentFilter(this.#options);
    this.#reviews.length = 0;
  }
}
