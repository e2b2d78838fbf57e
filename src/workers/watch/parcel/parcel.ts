import type { RelPath } from '../../../actors/protocol/workspace.js';

/** Something below a subscribed directory, as the addon reports it. */
export interface TreeEvent {
  /** Shape: absolute, with the separators of the operating system. */
  readonly path: string;
  readonly type: 'create' | 'update' | 'delete';
}

export interface TreeSubscription {
  /** Errors: rejects when the addon's records disagree with the kernel's; then its memory of the directory is stale. */
  unsubscribe(): Promise<void>;
}

/**
 * Watches a directory and what is below it, `ignored` (paths below that directory) left out where possible: events
 * from there may come all the same. Resolves when the watch is live; what changes before that may be lost.
 * Errors: the addon's, when anything below the directory cannot be read or watched.
 */
export type SubscribeTree = (
  directory: string,
  ignored: readonly RelPath[],
  onEvents: (error: Error | null, events: readonly TreeEvent[]) => void,
) => Promise<TreeSubscription>;

// The addon compares every entry and every event with every ignored path, 27 ns each: 500 cost a subscription to
// 100,000 entries 1.4 s. The outermost are kept, as they hold the most.
const MAX_IGNORED = 500;

// What the addon would take for a glob. It matches globs with a regular expression for each entry, 5 times slower.
const GLOB_CHARACTERS = /[*?!+@|\\()[\]{}]/;

// Named, because the default asks a shell for watchman first.
const BACKENDS: Partial<Record<NodeJS.Platform, 'inotify' | 'fs-events' | 'windows'>> = {
  linux: 'inotify',
  darwin: 'fs-events',
  win32: 'windows',
};

/**
 * The addon, ready to watch. Only a process of its own may load it: a thread that ends with a live subscription
 * aborts the whole process. Source: https://github.com/parcel-bundler/watcher/issues/264
 * Errors: rejects when there is no build of it for this system.
 */
export async function loadParcel(): Promise<SubscribeTree> {
  const { default: parcel } = await import('@parcel/watcher');
  const backend = BACKENDS[process.platform];
  return (directory, ignored, onEvents) =>
    parcel.subscribe(directory, onEvents, {
      // Relative, so that a glob character in the path of the root itself does no harm; the addon resolves them.
      ignore: ignored
        .filter((path) => !GLOB_CHARACTERS.test(path))
        .sort((a, b) => depthOf(a) - depthOf(b))
        .slice(0, MAX_IGNORED),
      ...(backend === undefined ? {} : { backend }),
    });
}

function depthOf(path: RelPath): number {
  return path.split('/').length;
}
