import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import type { WatchBatch, WatchProblem } from './watcher.js';

/** What the index thread tells a watch process or thread. Shape: crosses a process's channel as JSON. */
export type ToBackEnd =
  | { readonly type: 'watch'; readonly root: AbsPath; readonly ignored: readonly RelPath[] }
  /** The root's batch has been dealt with: there is room for its next one. */
  | { readonly type: 'taken'; readonly root: AbsPath }
  /** Answered by a `pong` at once: who does not answer hangs. */
  | { readonly type: 'ping' };

/** What a watch process or thread tells the index thread. Shape: crosses a process's channel as JSON. */
export type FromBackEnd =
  /** It is loaded; nothing is watched yet. */
  | { readonly type: 'ready' }
  /** It cannot be loaded here: another one could not either. */
  | { readonly type: 'unusable'; readonly reason: string }
  /** A root is watched in full, or has a problem. */
  | { readonly type: 'state'; readonly root: AbsPath; readonly problem?: WatchProblem }
  | { readonly type: 'batch'; readonly batch: WatchBatch }
  | { readonly type: 'pong' };
