import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { WatchBatch } from './watcher.js';

/** What the index thread tells the watch process. Shape: crosses the channel as JSON. */
export type ToWatchProcess =
  | { readonly type: 'watch'; readonly root: AbsPath; readonly ignored: readonly RelPath[] }
  /** Answered by a `pong` at once: a process that does not answer hangs. */
  | { readonly type: 'ping' };

/** What the watch process tells the index thread. Shape: crosses the channel as JSON. */
export type FromWatchProcess =
  /** The addon is loaded; nothing is watched yet. */
  | { readonly type: 'ready' }
  /** The addon cannot be loaded here: another process could not either. */
  | { readonly type: 'unusable'; readonly reason: string }
  /** A root is watched in full, or is not; then `problem` is a sentence. */
  | { readonly type: 'state'; readonly root: AbsPath; readonly problem?: string }
  | { readonly type: 'batch'; readonly batch: WatchBatch }
  | { readonly type: 'pong' };
