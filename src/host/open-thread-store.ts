import { resolve } from 'node:path';
import type { ThreadStore } from '../actors/protocol/thread-store.js';
import { FileThreadStore } from './node/threads/file-thread-store.js';

/** How a store of files is opened. */
export interface ThreadStoreOptions {
  /** Gets a sentence for each damage that reading has found. What is intact is read all the same. Default: nothing is told. */
  readonly onProblem?: (sentence: string) => void;
}

/**
 * A store of threads in a folder, made with the first entry, for `HostOptions.threadStore`. Each thread is a folder of files
 * that only grow; several processes may use the folder. Choose a folder outside of the roots, where no tool writes. Dispose
 * of the store after its host. Errors: none; those of `ThreadStore` when it is used.
 * @param folder Absolute, or relative to the working directory.
 */
export function openThreadStore(
  folder: string,
  { onProblem = () => undefined }: ThreadStoreOptions = {},
): ThreadStore & AsyncDisposable {
  return new FileThreadStore({ folder: resolve(folder), onProblem });
}
