import type { RelPath } from '../../../actors/protocol/workspace.js';
import { Coalescer } from '../../watch/coalescer.js';
import type { Hint, WatchBatch } from '../../watch/back-end/watcher.js';
import { applyHints, type HintedRoot } from './apply-hints.js';
import { type ChangeCount, ChangeCounter, subtractCounts } from './change-counter.js';
import { countDirectories } from '../store/list-directories.js';
import { requireRootFolder } from './require-root-folder.js';
import type { RootSweeper } from './root-sweeper.js';
import { type Cooperative, runCooperatively } from '../../../actors/runtime/slices.js';

// Up to this many directories are compared at once, in 2 ms; more of them by the scan threads.
const MAX_COMPARED = 64;

/** Comparisons that are deferred to a later task. */
export interface DeferredScans {
  /** Directories to read with everything below them. */
  readonly scans: readonly RelPath[];
  /** Directories of which only those with changed stamps need to be read. */
  readonly sweeps: readonly RelPath[];
}

interface HintFollowerOptions {
  readonly sweeper: Pick<RootSweeper, 'canSweep' | 'read'>;
  readonly signal: AbortSignal;
  /** Called with the counts of what was applied. */
  readonly onFollowed: (change: ChangeCount) => void;
  readonly onDeferred: (deferred: DeferredScans) => void;
}

type HintsAndRescans = Pick<WatchBatch, 'hints' | 'rescans'>;

/**
 * Applies watched changes to the index at once, even while a longer task compares the root with the disk. Both read
 * the disk and update the index in one step, so neither applies an older state. Only a scan merges what threads have
 * read earlier: paths that were hinted or checked during a scan are checked again after its merge.
 */
export class HintFollower {
  readonly #root: HintedRoot;
  readonly #options: HintFollowerOptions;
  readonly #tally: ChangeCounter;
  #queue: Promise<unknown> = Promise.resolve();
  // The hints and rescans being applied.
  #current: HintsAndRescans | undefined;
  // The hints and rescans that arrived since a scan began, until it is merged.
  #duringScan: Coalescer | undefined;

  constructor(root: HintedRoot, options: HintFollowerOptions) {
    this.#root = root;
    this.#options = options;
    this.#tally = new ChangeCounter(root.data);
  }

  /** The counts of everything applied so far. */
  get count(): ChangeCount {
    return this.#tally.count;
  }

  /** Resolves when nothing is being applied. */
  get idle(): Promise<unknown> {
    return this.#queue;
  }

  /**
   * Makes the index agree with the disk where that is fast. Resolves to false, having done nothing, when the index is
   * partial or inconsistent.
   * Errors: the signal's reason; `InvalidRootError` when the root is gone; those of a failed `lstat`.
   */
  follow(changes: HintsAndRescans): Promise<boolean> {
    const followed = this.#queue.then(() => this.#follow(changes));
    this.#queue = followed.catch(() => undefined);
    return followed;
  }

  /** Must be called before a scan reads the disk. */
  beginScan(): void {
    this.#duringScan = new Coalescer();
    if (this.#current !== undefined) this.#noteDuringScan(this.#current);
  }

  /** Must be called when the index was updated at paths without a hint: a scan may have read them before. */
  noteChecked(paths: Iterable<RelPath>): void {
    for (const path of paths) this.#duringScan?.hint(path, 'changed');
  }

  /** Must be called when a scan has been merged: checks the hints that came during it. Errors: those of `follow`. */
  async endScan(): Promise<void> {
    const changes = this.#duringScan?.take();
    this.#duringScan = undefined;
    if (changes !== undefined) await this.#apply(changes, (work) => work);
  }

  async #follow(changes: HintsAndRescans): Promise<boolean> {
    if (!(await this.#options.sweeper.canSweep())) return false;
    this.#current = changes;
    this.#noteDuringScan(changes);
    const before = this.count;
    try {
      await this.#apply(changes, (work) => this.#tally.of(work));
      return true;
    } finally {
      this.#current = undefined;
      this.#options.onFollowed(subtractCounts(this.count, before));
    }
  }

  #noteDuringScan({ hints, rescans }: HintsAndRescans): void {
    for (const { path, kind } of hints) this.#duringScan?.hint(path, kind);
    for (const directory of rescans) this.#duringScan?.rescan(directory);
  }

  async #apply(
    changes: HintsAndRescans,
    counted: <T>(work: Cooperative<T>) => Cooperative<T>,
  ): Promise<void> {
    if (changes.hints.length === 0 && changes.rescans.length === 0) return;
    const { onDeferred, signal } = this.#options;
    requireRootFolder(this.#root);
    const deferred = await runCooperatively(counted(this.#applyAll(changes)), signal);
    if (deferred.scans.length > 0 || deferred.sweeps.length > 0) onDeferred(deferred);
  }

  *#applyAll({ hints, rescans }: HintsAndRescans): Cooperative<DeferredScans> {
    const { data } = this.#root;
    const unknown: Hint[] = [];
    const small: RelPath[] = [];
    const sweeps: RelPath[] = [];
    for (const path of rescans) {
      if (!data.hasDirectory(path)) unknown.push({ path, kind: 'created' });
      else if (path !== '' && countDirectories(data.layers, path) <= MAX_COMPARED) small.push(path);
      else sweeps.push(path);
    }
    const { toRead, toScan } = yield* applyHints(this.#root, [...hints, ...unknown]);
    const notRead = yield* this.#options.sweeper.read([...toRead, ...small]);
    return { scans: [...toScan, ...notRead], sweeps };
  }
}
