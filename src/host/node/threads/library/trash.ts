import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ThreadNotFoundError, ThreadStoreError } from '../../../../actors/protocol/errors.js';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { movePath, toStorageError } from './move-path.js';
import type { PlacedThread } from './placed-thread.js';
import { isStorableThreadId, listThreadPaths } from './thread-paths.js';

/** What a folder that is being deleted for good ends with. A crash may leave some of what was in it. */
export const PURGED = '.purged';

/** A thread in the trash. */
export interface TrashedThread extends PlacedThread {
  /** Units: milliseconds since 1970. */
  readonly deletedAt: number;
}

/** Deleted threads: each with its files in a folder `<id>-<time>`. A crash in the middle leaves each file in one place. */
export class Trash {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The threads in it, the most recently deleted first. */
  async list(): Promise<readonly TrashedThread[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(names.map((name) => this.#read(name)));
    return found.flat().sort((a, b) => b.deletedAt - a.deletedAt);
  }

  /** Moves a thread here. Errors: those of the file system; the thread is where it was then. */
  async take({ id, folder, names }: PlacedThread, now: number): Promise<void> {
    await moveAll(names, folder, join(this.#folder, `${id}-${now}`));
  }

  /** Moves a thread to a folder. Errors: `ThreadNotFoundError`, `ThreadStoreError` when it is there; those of the disk. */
  async giveBack(id: ThreadId, to: string): Promise<void> {
    const trashed = await this.#find(id);
    if ((await listThreadPaths(to)).has(id))
      throw new ThreadStoreError(
        `The thread ${id} is in the list as well as in the trash: export the one in the list and delete it, then restore the other.`,
        { thread: id },
      );
    for (const { folder, names } of trashed) {
      await moveAll(names, folder, to);
      // A file that the thread does not have keeps its folder.
      await rmdir(folder).catch(() => undefined);
    }
  }

  /**
   * Deletes a thread for good, and what was left of others when a process died meanwhile.
   * Errors: `ThreadNotFoundError`; those of the file system.
   */
  async destroy(id: ThreadId): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names)
      if (name.endsWith(PURGED))
        await rm(join(this.#folder, name), { recursive: true, force: true }).catch(() => undefined);
    for (const { folder } of await this.#find(id))
      try {
        // Half of a thread must not look like a damaged one.
        await rename(folder, folder + PURGED);
        await rm(folder + PURGED, { recursive: true, force: true });
      } catch (error) {
        throw toStorageError(error, folder);
      }
  }

  /** Moves everything to the trash of another folder. Errors: those of the file system. */
  async moveTo(folder: string): Promise<void> {
    for (const thread of await this.list())
      await movePath(thread.folder, join(folder, basename(thread.folder)));
  }

  async #find(id: ThreadId): Promise<readonly TrashedThread[]> {
    const trashed = (await this.list()).filter((thread) => thread.id === id);
    if (trashed.length === 0)
      throw new ThreadNotFoundError(`There is no thread ${id} in the trash.`, { thread: id });
    return trashed;
  }

  async #read(name: string): Promise<readonly TrashedThread[]> {
    const parts = /^(.+)-(\d{1,16})$/.exec(name);
    const id = parts?.[1] ?? '';
    if (!isStorableThreadId(id)) return [];
    const folder = join(this.#folder, name);
    const names = (await listThreadPaths(folder).catch(() => undefined))?.get(id);
    return names === undefined ? [] : [{ id, folder, names, deletedAt: Number(parts?.[2]) }];
  }
}

/** Moves files and folders of one folder to another, all or none. Errors: those of the file system. */
export async function moveAll(names: readonly string[], from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of names) {
      await movePath(join(from, name), join(to, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved) await movePath(join(to, name), join(from, name)).catch(() => undefined);
    await rmdir(to).catch(() => undefined);
    throw toStorageError(error, from);
  }
}
