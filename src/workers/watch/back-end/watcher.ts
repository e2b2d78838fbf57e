import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';

/** What may have happened to a path. Hints can be late, repeated or wrong, so the receiver must read the disk. */
export type HintKind = 'created' | 'changed' | 'deleted';

export interface Hint {
  readonly path: RelPath;
  readonly kind: HintKind;
}

/** The changes below a root since the previous batch. */
export interface WatchBatch {
  readonly root: AbsPath;
  /** At most one for each path, the latest; none at or below a rescan. */
  readonly hints: readonly Hint[];
  /**
   * Directories to compare with the disk, with everything below them, because hints were or may have been lost. `''`
   * is the root.
   * Shape: none contains another.
   */
  readonly rescans: readonly RelPath[];
  /** Whether the batch comes from polling and not from events; the watcher then waits until it has been applied. */
  readonly isPolled?: true;
}

/** The state of a root's watch. `restarts` counts from the start of the watcher. */
export type WatcherState =
  | { readonly status: 'watching'; readonly restarts: number }
  /** Changes are missed for a moment; a rescan of the root follows. */
  | { readonly status: 'restarting'; readonly restarts: number; readonly reason: string }
  /** All or some changes are missed until the state is `watching` again. */
  | ({ readonly status: 'degraded'; readonly restarts: number } & WatchProblem);

/** Which directories are not watched, and why. */
export interface WatchProblem {
  /** A sentence that says what is wrong, and what to do about it. */
  readonly reason: string;
  /**
   * Directories in which changes are missed, with everything below them; `''` is the root.
   * Shape: none contains another; at most 64.
   */
  readonly unwatched: readonly RelPath[];
}

/** Receives the events of a watcher. Nothing is called after `close`. */
export interface WatcherListener {
  /**
   * A returned promise resolves when there is room for the next batch; until then the watcher merges the root's
   * changes. For a polled batch it resolves when the batch has been applied. Must not reject.
   */
  onBatch(batch: WatchBatch): void | Promise<void>;
  onState(root: AbsPath, state: WatcherState): void;
}

/**
 * Reports what may have changed on the disk, by any means of watching.
 * Each time a root's watch becomes live, the first time included, a rescan of the root follows, because earlier
 * changes are unknown. A new directory is announced by a rescan of it as soon as everything below it is watched, and
 * usually by a hint before that. A rescan may be repeated after changes have stopped. Source: SPEC W11.
 */
export interface Watcher {
  /**
   * Watches `root`, or replaces the ignored directories of a root that is watched already.
   * Nothing is announced from `ignored` directories: those that rules ignore, and those that cannot be read. Changes
   * inside a `.git` directory are never announced, nor, by some watchers, changes of a `.git` itself that existed at
   * first.
   */
  watch(root: AbsPath, ignored: readonly RelPath[]): void;
  /** Resolves when every process, thread and timer has ended, except one that cannot be killed. Never rejects. */
  close(): Promise<void>;
}
