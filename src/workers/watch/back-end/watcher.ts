import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';

/** What may have happened to a path. Hints can be late, doubled or wrong: whoever gets one reads the disk. */
export type HintKind = 'created' | 'changed' | 'deleted';

export interface Hint {
  readonly path: RelPath;
  readonly kind: HintKind;
}

/** What may have changed below a root since the batch before. */
export interface WatchBatch {
  readonly root: AbsPath;
  /** At most one for each path, the latest; none at or below a rescan. */
  readonly hints: readonly Hint[];
  /**
   * Directories to compare with the disk, whole: hints of them were lost, or may have been. `''` is everything.
   * Shape: none lies below another.
   */
  readonly rescans: readonly RelPath[];
  /** Whether nobody has told of anything: it is only time to look, and whoever asks waits until that is done. */
  readonly isPolled?: true;
}

/** How the watch of a root goes. `restarts` counts from the start of the watcher. */
export type WatcherState =
  | { readonly status: 'watching'; readonly restarts: number }
  /** Changes are missed for a moment; a rescan of everything follows. */
  | { readonly status: 'restarting'; readonly restarts: number; readonly reason: string }
  /** Changes are missed, all or some, until the state is `watching` again. */
  | ({ readonly status: 'degraded'; readonly restarts: number } & WatchProblem);

/** What is not watched, and why. */
export interface WatchProblem {
  /** A sentence: what is wrong and what to do about it. */
  readonly reason: string;
  /**
   * Directories in which changes are missed, each with all below it; `''` is everything.
   * Shape: none lies below another; at most 64.
   */
  readonly unwatched: readonly RelPath[];
}

/** Who is told. Nothing is called once `close` has been. */
export interface WatcherListener {
  /**
   * A promise resolves when there is room for the next batch; until then the root's changes are gathered. One that is
   * polled has been dealt with then. Must not reject.
   */
  onBatch(batch: WatchBatch): void | Promise<void>;
  onState(root: AbsPath, state: WatcherState): void;
}

/**
 * Tells what may have changed on the disk, whatever watches it.
 *
 * Each time a root's watch becomes live, the first time too, a rescan of everything follows: what changed before is
 * unknown. A directory that appears is announced by a rescan of it as soon as all that is below it is watched, and as a
 * rule by a hint before that. A rescan may come once more when all is quiet. Source: SPEC W11.
 */
export interface Watcher {
  /**
   * Watches `root`, or replaces what is left out of a root that is watched already.
   *
   * `ignored` are directories that nothing is announced from: those that rules leave out, and those that cannot be
   * read. What is inside a `.git` directory is never announced, nor, by some watchers, what becomes of a `.git` that
   * was there at first.
   */
  watch(root: AbsPath, ignored: readonly RelPath[]): void;
  /** Resolves when nothing is left, process, thread or timer, but what no kill can end. Never rejects. */
  close(): Promise<void>;
}
