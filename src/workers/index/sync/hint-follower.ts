import type { RelPath } from '../../../actors/protocol/workspace.js';
import { Coalescer } from '../../watch/coalesce.js';
import type { Hint, WatchBatch } from '../../watch/back-end/watcher.js';
import { applyHints, type HintedRoot } from './apply-hints.js';
import { type ChangeCount, ChangeTally, difference } from './change-counter.js';
import { countDirectories } from '../store/list-directories.js';
import { requireFolder } from './require-root-folder.js';
import type { RootSweeper } from './root-sweeper.js';
import { type Cooperative, runCooperatively } from '../../../actors/runtime/slices.js';

// Directories that are read at once when they are to be compared: in 2 ms. More of them, the scan threads look at.
const MAX_COMPARED = 64;

/** What is left to compare with the disk by those who take their time. */
export interface DeferredScans {
  /** Directories to read, each with all below it. */
  readonly scans: readonly RelPath[];
  /** The same, where it will do to read what has changed since it was read last. */
  readonly sweeps: readonly RelPath[];
}

export interface RootFollowerOptions {
  readonly sweeper: Pick<RootSweeper, 'canSweep' | 'read'>;
  readonly signal: AbortSignal;
  /** Told what following hints has come to. */
  readonly onFollowed: (change: ChangeCount) => void;
  readonly onDeferred: (left: DeferredScans) => void;
}

type HintsAndRescans = Pick<WatchBatch, 'hints' | 'rescans'>;

/**
 * Follows what is told of changes at once, whatever else compares the root with the disk meanwhile. That does no harm,
 * as everyone here looks at the disk and brings what he has seen into the index in one step; but for scans, which take
 * what others read a while ago: what was told during one is looked at once more when it is in the index.
 */
export class RootFollower {
  readonly #root: HintedRoot;
  readonly #options: RootFollowerOptions;
  readonly #tally: ChangeTally;
  #queue: Promise<unknown> = Promise.resolve();
  // What is being followed.
  #current: HintsAndRescans | undefined;
  // What was followed since a scan began that is not in the index yet.
  #duringScan: Coalescer | undefined;

  constructor(root: HintedRoot, options: RootFollowerOptions) {
    this.#root = root;
    this.#options = options;
    this.#tally = new ChangeTally(root.data);
  }

  /** What has come of all that was followed. */
  get count(): ChangeCount {
    return this.#tally.count;
  }

  /** Resolves when nothing is being followed. */
  get idle(): Promise<unknown> {
    return this.#queue;
  }

  /**
   * Makes the index agree with the disk as far as it takes no time. False, and nothing done, where not everything is
   * held or what is held is not sound.
   * Errors: the signal's reason; that the root is gone; that it could not be looked at.
   */
  follow(told: HintsAndRescans): Promise<boolean> {
    const followed = this.#queue.then(() => this.#follow(told));
    this.#queue = followed.catch(() => undefined);
    return followed;
  }

  /** A scan begins: from now on the disk is read. */
  beginScan(): void {
    this.#duringScan = new Coalescer();
    if (this.#current !== undefined) this.#noteDuringScan(this.#current);
  }

  /** The scan that began last is in the index: looks once more at what was told since. Errors: see `follow`. */
  async endScan(): Promise<void> {
    const told = this.#duringScan?.take();
    this.#duringScan = undefined;
    if (told !== undefined) await this.#apply(told, (work) => work);
  }

  async #follow(told: HintsAndRescans): Promise<boolean> {
    if (!(await this.#options.sweeper.canSweep())) return false;
    this.#current = told;
    this.#noteDuringScan(told);
    const before = this.count;
    try {
      await this.#apply(told, (work) => this.#tally.of(work));
      return true;
    } finally {
      this.#current = undefined;
      this.#options.onFollowed(difference(this.count, before));
    }
  }

  #noteDuringScan({ hints, rescans }: HintsAndRescans): void {
    for (const { path, kind } of hints) this.#duringScan?.hint(path, kind);
    for (const directory of rescans) this.#duringScan?.rescan(directory);
  }

  async #apply(told: HintsAndRescans, counted: <T>(work: Cooperative<T>) => Cooperative<T>): Promise<void> {
    if (told.hints.length === 0 && told.rescans.length === 0) return;
    const { onDeferred, signal } = this.#options;
    requireFolder(this.#root);
    const left = await runCooperatively(counted(this.#applyAll(told)), signal);
    if (left.scans.length > 0 || left.sweeps.length > 0) onDeferred(left);
  }

  *#applyAll({ hints, rescans }: HintsAndRescans): Cooperative<DeferredScans> {
    const unknown: Hint[] = [];
    const small: RelPath[] = [];
    const sweeps: RelPath[] = [];
    for (const path of rescans) {
      const count = path === '' ? Infinity : this.#countDirectories(path);
      if (count === 0) unknown.push({ path, kind: 'created' });
      else (count <= MAX_COMPARED ? small : sweeps).push(path);
    }
    const { toRead, toScan } = yield* applyHints(this.#root, [...hints, ...unknown]);
    const notRead = yield* this.#options.sweeper.read([...toRead, ...small]);
    return { scans: [...toScan, ...notRead], sweeps };
  }

  /** How many there are at and below a path, at most; none where no directory is known. */
  #countDirectories(path: RelPath): number {
    const { data } = this.#root;
    const id = data.find(path);
    return id === -1 || !data.isDirectory(id) ? 0 : countDirectories(data.layers, path);
  }
}
