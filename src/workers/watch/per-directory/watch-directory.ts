import { watch } from 'node:fs';

/** Something in a watched directory. A `rename` is all that changes which names there are, a `change` all else. */
export type DirectoryEventKind = 'rename' | 'change';

/** Called with the name in the directory that something happened to; `undefined` when the system did not say. */
export type OnDirectoryEvent = (kind: DirectoryEventKind, name: string | undefined) => void;

/**
 * Watches one directory, not what is below it. Returns how to end that.
 * Errors: the system's, when the directory is missing, may not be read, or watches have run out.
 */
export type WatchDirectory = (directory: string, onEvent: OnDirectoryEvent) => () => void;

/**
 * Watches with `fs.watch`. On Linux, the end of the directory itself comes as a `rename` with the name of the
 * directory, as if it were in itself; that the kernel's queue ran over comes as nothing at all.
 */
export const watchDirectory: WatchDirectory = (directory, onEvent) => {
  const watcher = watch(directory, (kind, name) => {
    onEvent(kind, name ?? undefined);
  });
  // Windows says so of a directory that is gone; its parent says so as well.
  watcher.on('error', () => {
    onEvent('rename', undefined);
  });
  return () => {
    watcher.close();
  };
};
