import type { WorkspaceConfig } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import type { StartBackEnd } from './back-end/back-end.js';
import { forkWatchProcess } from './back-end/fork-watch-process.js';
import { PollingWatcher } from './polling-watcher.js';
import { startWatchThread } from './back-end/start-watch-thread.js';
import { SupervisedWatcher } from './supervised-watcher.js';
import type { Watcher, WatcherListener } from './back-end/watcher.js';

/** The built entry files of the back ends. */
export interface WatchEntries {
  /** The entry of a process that watches with `@parcel/watcher`. */
  readonly watch: URL;
  /** The entry of a thread that watches each directory separately. */
  readonly watchThread: URL;
}

interface CreateWatcherOptions {
  readonly entries: WatchEntries;
  readonly listener: WatcherListener;
  readonly clock: Clock;
  /** Default: that of this process. */
  readonly platform?: NodeJS.Platform;
}

/** Creates the configured watcher; `undefined` when watching is off. Nothing is started before the first root. */
export function createWatcher(
  kind: WorkspaceConfig['watcher'],
  { entries, listener, clock, platform = process.platform }: CreateWatcherOptions,
): Watcher | undefined {
  if (kind === 'none') return undefined;
  // On other platforms one watch covers a whole tree.
  const isPerDirectory = kind === 'auto' ? platform === 'linux' : kind === 'per-directory';
  const start: StartBackEnd = isPerDirectory
    ? (handlers) => startWatchThread(entries.watchThread, handlers)
    : (handlers) => forkWatchProcess(entries.watch, handlers);
  return new PollingWatcher({
    listener,
    clock,
    watcher: (own) => new SupervisedWatcher({ start, listener: own, clock }),
  });
}
