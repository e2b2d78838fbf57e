import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import type { WatchBatch, WatchProblem } from './watcher.js';

/** A message from the index thread to a watch process or thread. Shape: crosses a process's channel as JSON. */
export type ToBackEnd =
  | { readonly type: 'watch'; readonly root: AbsPath; readonly ignored: readonly RelPath[] }
  /** The root's batch has been applied: there is room for its next one. */
  | { readonly type: 'taken'; readonly root: AbsPath }
  /** Answered by a `pong` at once; a back end that does not answer hangs. */
  | { readonly type: 'ping' };

/** A message from a watch process or thread to the index thread. Shape: crosses a process's channel as JSON. */
export type FromBackEnd =
  /** The back end is loaded; nothing is watched yet. */
  | { readonly type: 'ready' }
  /** The back end cannot be loaded on this machine, so a restart would not help. */
  | { readonly type: 'unusable'; readonly reason: string }
  /** A root is watched completely, or has a problem. */
  | { readonly type: 'state'; readonly root: AbsPath; readonly problem?: WatchProblem }
  | { readonly type: 'batch'; readonly batch: WatchBatch }
  | { readonly type: 'pong' };
