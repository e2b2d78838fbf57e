import { watch } from 'node:fs';

/** The kind of an event in a watched directory. A `rename` changes the set of names, a `change` anything else. */
export type DirectoryEventKind = 'rename' | 'change';

/** Called with the name in the directory that the event is about; `undefined` when the system does not say. */
export type OnDirectoryEvent = (kind: DirectoryEventKind, name: string | undefined) => void;

/**
 * Watches one directory without its subdirectories. Returns a function that ends the watch.
 * Errors: the system's, when the directory is missing or unreadable, or watches have run out.
 */
export type WatchDirectory = (directory: string, onEvent: OnDirectoryEvent) => () => void;

/**
 * Watches with `fs.watch`. On Linux, the deletion or move of the directory itself comes as a `rename` with its own
 * name, as if it contained itself; an overflow of the kernel's queue is not reported.
 */
export const watchDirectory: WatchDirectory = (directory, onEvent) => {
  const watcher = watch(directory, (kind, name) => {
    onEvent(kind, name ?? undefined);
  });
  // Windows reports a deleted directory this way; its parent reports it as well.
  watcher.on('error', () => {
    onEvent('rename', undefined);
  });
  return () => {
    watcher.close();
  };
};
