import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { RelPath } from '../../../actors/protocol/workspace.js';

/** An event below a subscribed directory, as the addon reports it. */
export interface TreeEvent {
  /** Shape: absolute, with the separators of the operating system. */
  readonly path: string;
  readonly type: 'create' | 'update' | 'delete';
}

export interface TreeSubscription {
  /** Errors: rejects when the addon's records disagree with the kernel's; then its view of the directory is stale. */
  unsubscribe(): Promise<void>;
}

/**
 * Watches a directory and everything below it, except for `ignored` (paths below that directory) where possible:
 * events from those may still come. Resolves when the watch is live; earlier changes may be lost.
 * Errors: the addon's, when anything below the directory cannot be read or watched.
 */
export type SubscribeTree = (
  directory: string,
  ignored: readonly RelPath[],
  onEvents: (error: Error | null, events: readonly TreeEvent[]) => void,
) => Promise<TreeSubscription>;

// The addon compares every entry and every event with every ignored path, 27 ns each: 500 cost a subscription to
// 100,000 entries 1.4 s. Only the outermost paths are passed, because they contain the most.
const MAX_IGNORED = 500;

// Characters by which the addon recognizes a glob, which it matches 5 times slower, by a regular expression.
const GLOB_CHARACTERS = /[*?!+@|\\()[\]{}]/;

// Explicit, because the default runs a shell to look for watchman first.
const BACKENDS: Partial<Record<NodeJS.Platform, 'inotify' | 'fs-events' | 'windows'>> = {
  linux: 'inotify',
  darwin: 'fs-events',
  win32: 'windows',
};

/**
 * Loads the addon. Only a separate process may load it: a thread that ends with a live subscription aborts the whole
 * process. Source: https://github.com/parcel-bundler/watcher/issues/264
 * Errors: rejects when there is no build of it for this system.
 */
export async function loadParcel(): Promise<SubscribeTree> {
  const { default: parcel } = await import('@parcel/watcher');
  const backend = BACKENDS[process.platform];
  return (directory, ignored, onEvents) =>
    parcel.subscribe(directory, onEvents, {
      // Relative, so that a glob character in the root's own path does no harm; the addon resolves them.
      ignore: ignored
        .filter((path) => !GLOB_CHARACTERS.test(path))
        .sort((a, b) => depthOf(a) - depthOf(b))
        .slice(0, MAX_IGNORED),
      ...omitUndefined({ backend }),
    });
}

function depthOf(path: RelPath): number {
  return path.split('/').length;
}
