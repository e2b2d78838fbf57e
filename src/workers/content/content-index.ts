import type { RelPath } from '../../actors/protocol/workspace.js';
import { isWithinAny, outermost } from '../../actors/protocol/rel-path.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';
import { systemClock, within } from '../../actors/runtime/clock.js';
import { IdleGate } from '../../actors/runtime/idle-gate.js';
import { type GrepPattern, parsePattern } from '../regex/parse-pattern.js';
import { requiredLiterals } from '../regex/required-literals.js';
import type { WatchBatch, WatcherState } from '../watch/back-end/watcher.js';
import { findRemoteFileSystem } from '../watch/remote-file-system.js';
import { runCooperatively } from '../../actors/runtime/slices.js';
import { ContentFilter } from './content-filter.js';
import type { ContentIndexOptions } from './content-index-options.js';
import { type ContentSelection, selectByStamps } from './select-by-stamps.js';
import { isWorthKeeping, keepingMs } from './keeping-time.js';
import { requiredBits } from '../grep/signer.js';

// A job takes 10 ms at most, and this many small files take about that.
const BATCH_FILES = 256;
// While one job's signatures are stored, others run. With more jobs a search would find no free thread.
const JOBS = 2;
// Files processed before the loop yields: under a millisecond.
const SLICE_FILES = 1000;
// With fewer than half of the files signed, a search of all of them is as fast.
const MIN_SIGNED_SHARE = 0.5;
// Paths of deleted files are dropped when they take this share.
const MAX_GONE_SHARE = 0.25;
// Half of the budget for the paths alone leaves too little for what they contain.
const MAX_PATHS_SHARE = 0.5;

// Longer than programs that write many files pause between two of them.
const CALM_MS = 250;
// The longest that a review of changed directories is put off where something changes all the time.
const MAX_REVIEW_WAIT_MS = 2000;
// The longest that signing a batch is put off. At this rate it takes a tenth of a thread, and the filter of 100,000
// files is built in a minute.
const MAX_SIGN_WAIT_MS = 100;

const EVERYTHING = '' as RelPath;

/** A review of the files at or below some directories. */
interface Review {
  readonly kind: 'doubt' | 'add' | 'sweep';
  readonly directories: ReadonlySet<RelPath>;
}

/**
 * The content filter of one root. It is built in the background from the first search on, one job at a time, kept on
 * disk for the next process, and kept current by the watcher's events. While the events cannot be relied on (nobody
 * watches yet, the comparison that follows is not done, or a rescan has not marked all its files as doubtful), a search
 * compares the stamp of each file that the filter rules out.
 */
export class ContentIndex {
  readonly #options: ContentIndexOptions;
  readonly #openedAtMs: number;
  #filter: ContentFilter;
  /** Whether the filter is one that an earlier process kept. */
  #isRestored = false;
  readonly #reviews: Review[] = [];
  /** `watched` until a comparison of everything with the disk is asked for, `caught up` when it is done. */
  #phase: 'unwatched' | 'watched' | 'catching up' | 'caught up' = 'unwatched';
  /** Whether a search was made; from then on changes are recorded. */
  #isFollowing = false;
  /** Whether the stored filter was loaded, if there is one. */
  #isOpen = false;
  #opening: Promise<void> | undefined;
  /** Whether file times can be trusted: the root is not on a network drive. */
  #hasTimes = false;
  /** Whether contents may be read. */
  #isStarted = false;
  /** Whether each file of the index is in the filter, or in a review that will add it. */
  #hasAll = false;
  #isLeaving = false;
  /** How many signed files are not in the stored filter. */
  #unkept = 0;
  #isTooLarge = false;
  readonly #idleGate: IdleGate;
  readonly #closing = new AbortController();
  #work: Promise<void> | undefined;

  constructor(options: ContentIndexOptions) {
    const { calmMs = CALM_MS, clock = systemClock } = options;
    this.#options = options;
    this.#openedAtMs = clock.now();
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

  /** Resolves when no work is left. */
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

  /** Takes in the watcher's events at once: the index itself may be brought up to date later. */
  takeBatch({ hints, rescans }: WatchBatch): void {
    this.#idleGate.trigger();
    const doubtful = new Set(rescans);
    for (const { path, kind } of hints) {
      this.#filter.invalidate(path);
      // Another directory may have taken its place, with files that no hint names.
      if (kind !== 'changed' && this.#options.files.kindOf(path) === 'directory') doubtful.add(path);
    }
    if (this.#phase === 'watched' && doubtful.has(EVERYTHING)) this.#phase = 'catching up';
    if (doubtful.size > 0 && this.#isFollowing) this.#plan({ kind: 'doubt', directories: doubtful });
    this.#resume();
  }

  /** The index has been compared with the disk; from now on only hints change it. */
  takeComparison(): void {
    if (this.#phase !== 'catching up') return;
    this.#phase = 'caught up';
    this.#resume();
  }

  /** These files have been added to the index, and a scan of these directories has been merged. */
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
   * The files that may match, of all at or below `under` that are `isInScope`; `null` when the filter cannot say and all
   * must be read. Reads stamps and the stored filter; contents are read from `start` on.
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
    // No `await` below: a later change reaches the caller as an event of its own.
    if (!this.#isUsable) return null;
    const paths = this.#filter
      .candidates(alternatives)
      .filter((path) => files.kindOf(path) === 'file' && (isInScope === null || isInScope(path)));
    return { paths, ruledOut: Math.max(0, all - paths.length) };
  }

  /**
   * Signs waiting files for a second when nothing was kept before, else for a small share of the time that the root was
   * open, and writes the filter for the next process when that is worth it.
   */
  async keep(): Promise<void> {
    const { store, clock = systemClock } = this.#options;
    await this.#opening;
    if (store === undefined || !this.#hasTimes || !this.#isStarted || this.#isTooLarge) return;
    const { files } = this.#options;
    const { waitingCount, signedCount } = this.#filter;
    const count = Math.max(this.#filter.fileCount, files.fileCount);
    const maxMs = keepingMs({
      isFirst: !this.#isRestored,
      openMs: clock.now() - this.#openedAtMs,
      unsigned: this.#reviews.length > 0 ? count - signedCount : waitingCount,
      unkept: this.#unkept,
      files: count,
    });
    if (maxMs > 0) {
      this.#isLeaving = true;
      await within(clock, maxMs, this.settled());
    }
    this.#closing.abort();
    // A write must not see a job's signatures half stored.
    await this.settled();
    if (!isWorthKeeping({ unkept: this.#unkept, files: count })) return;
    // Losing the filter costs only time.
    await store.write(this.#filter.capture(), new AbortController().signal).catch(() => undefined);
  }

  /** Stops all work and drops the filter. */
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
    // A filter that cannot be read is built again.
    this.#opening = this.#open().then(onOpen, onOpen);
  }

  async #open(): Promise<void> {
    const { root, store } = this.#options;
    // A network file system may report old times.
    this.#hasTimes = (await findRemoteFileSystem(root)) === undefined;
    if (!this.#hasTimes || store === undefined) return;
    const { signal } = this.#closing;
    const kept = await store.read(signal);
    const filter = new ContentFilter(this.#options);
    if (kept === undefined || !(await runCooperatively(filter.restore(kept), signal))) return;
    this.#filter = filter;
    this.#isRestored = true;
    // No event has told about changes before the filter was loaded.
    if (this.#phase === 'catching up' || this.#phase === 'caught up')
      this.#plan({ kind: 'doubt', directories: new Set([EVERYTHING]) });
  }

  /** As `select`, but compares the stamps of all files that the filter rules out. */
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
    // The first review is in progress.
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
      // More work may have arrived since the last check.
      if (this.#reviews.length > 0 || this.#filter.waitingCount > 0) this.#resume();
    });
  }

  async #catchUp(): Promise<void> {
    // Lets all changes reported in this turn of the event loop arrive first.
    await yieldToEventLoop();
    while (this.#isActive) {
      const review = this.#reviews[0];
      if (review === undefined && this.#filter.waitingCount === 0) return;
      // The index has more urgent work to do.
      const maxWaitMs = review === undefined ? MAX_SIGN_WAIT_MS : MAX_REVIEW_WAIT_MS;
      if (!this.#isLeaving) await this.#idleGate.wait(maxWaitMs, this.#closing.signal);
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

  /** Signs a batch, and while nothing changes all waiting files, in several batches. */
  async #sign(): Promise<void> {
    const isUrged = (): boolean =>
      this.#reviews.length > 0 || !this.#isActive || (!this.#isLeaving && !this.#idleGate.isIdle);
    const signOn = async (): Promise<void> => {
      while (this.#filter.waitingCount > 0) {
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
      // A file of the batch was too much for the thread: all of them are read by every search instead.
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
