import { createHash, randomUUID } from 'node:crypto';
import { lstat, open, readdir, rename, rm, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';
import { isThere } from '../../../../workers/disk/is-there.js';
import { makeFolder } from '../../../../workers/disk/make-folder.js';
import { isProcessRunning, startOf } from '../../processes/running-process.js';
import { mapLimited } from './map-limited.js';

/** A file in the folder of objects. */
export interface StoredObject {
  readonly hash: ContentHash;
  readonly path: string;
  readonly bytes: number;
  /** Units: milliseconds since 1970. */
  readonly changedAt: number;
  /**
   * `condemned`: a collection is deciding about it. `unneeded`: a collection found no reference to it, at `changedAt`.
   * `damaged`: its bytes were found not to be those of its hash.
   */
  readonly state: 'whole' | 'condemned' | 'unneeded' | 'damaged';
}

const CONDEMNED = '.condemned';
const UNNEEDED = '.unneeded';
const DAMAGED = '.damaged';
const STATES: Readonly<Record<string, StoredObject['state']>> = {
  [CONDEMNED]: 'condemned',
  [UNNEEDED]: 'unneeded',
  [DAMAGED]: 'damaged',
};
const FOLDER_NAME = /^[0-9a-f]{2}$/;
const OBJECT_NAME = /^(?<rest>[0-9a-f]{62})(?<state>\.condemned|\.unneeded|\.damaged)?$/;
const DRAFT_NAME = /^(?<host>[0-9a-f]{8})\.(?<pid>\d+)-(?<started>\d*)\.[0-9a-f-]{36}$/;
// No file takes this long to be copied. Drafts of other machines are judged by their age alone.
const MAX_DRAFT_AGE_MS = 24 * 60 * 60 * 1000;
// A file system writes its own journal once for those that wait together.
const SYNCS_AT_ONCE = 8;
// Tells machines apart that share the folder.
const HOST_CHARS = 8;

/** The files of a version store: objects by hash, and drafts of objects that are being written. */
export class ObjectFolder {
  readonly #objects: string;
  readonly #drafts: string;
  /** Folders in which names have appeared since `sync`. */
  #unsynced = new Set<string>();
  /** Settles when the folders that were taken from `#unsynced` are flushed. */
  #syncing: Promise<unknown> = Promise.resolve();
  #owner: Promise<string> | undefined;

  constructor(folder: string) {
    this.#objects = join(folder, 'objects');
    this.#drafts = join(folder, 'drafts');
  }

  pathOf(hash: ContentHash): string {
    return join(this.#folderOf(hash), hash.slice(2));
  }

  condemnedPathOf(hash: ContentHash): string {
    return this.pathOf(hash) + CONDEMNED;
  }

  unneededPathOf(hash: ContentHash): string {
    return this.pathOf(hash) + UNNEEDED;
  }

  damagedPathOf(hash: ContentHash): string {
    return this.pathOf(hash) + DAMAGED;
  }

  /** A new path for a draft. Its name says which process writes it. Errors: those of Node's `fs`. */
  async createDraftPath(): Promise<string> {
    await this.#make(this.#drafts);
    this.#owner ??= startOf(process.pid).then((started) => `${hostMark()}.${process.pid}-${started}`);
    return join(this.#drafts, `${await this.#owner}.${randomUUID()}`);
  }

  /** Moves a whole draft to its place. Errors: those of Node's `fs`. */
  async place(draft: string, hash: ContentHash): Promise<void> {
    const folder = this.#folderOf(hash);
    await this.#make(folder);
    try {
      await rename(draft, this.pathOf(hash));
    } catch (error) {
      // Windows does not replace a file that somebody reads; it has the same content.
      if (!(await isThere(this.pathOf(hash)))) throw error;
      await rm(draft, { force: true });
    }
    this.#unsynced.add(folder);
  }

  /**
   * Marks an object as needed now, so that no collection deletes it before it is referenced. Returns whether it is there.
   */
  async touch(hash: ContentHash, freshMs: number): Promise<boolean> {
    const path = this.pathOf(hash);
    try {
      const { mtimeMs } = await lstat(path);
      const now = new Date();
      if (Math.abs(now.getTime() - mtimeMs) >= freshMs) await utimes(path, now, now);
      return true;
    } catch (error) {
      if (!isMissingError(error)) throw error;
      return this.#takeBack(hash);
    }
  }

  /** Makes an object that a collection had found no reference to a whole one again. Returns whether there was one. */
  async #takeBack(hash: ContentHash): Promise<boolean> {
    const path = this.unneededPathOf(hash);
    const now = new Date();
    try {
      // Its time comes first: whoever collects it now finds it young under either name.
      await utimes(path, now, now);
      await rename(path, this.pathOf(hash));
      return true;
    } catch (error) {
      if (isMissingError(error)) return false;
      throw error;
    }
  }

  /** Flushes the names of new objects to the disk, so that they survive a power failure. */
  async sync(): Promise<void> {
    const folders = this.#unsynced;
    this.#unsynced = new Set();
    const synced = mapLimited([...folders], SYNCS_AT_ONCE, async (folder) => {
      // Windows cannot open folders.
      const handle = await open(folder, 'r').catch(() => undefined);
      await handle?.sync().catch(() => undefined);
      await handle?.close();
    });
    // An object of this caller may be in a folder that an earlier caller has taken.
    this.#syncing = Promise.allSettled([this.#syncing, synced]);
    await this.#syncing;
    await synced;
  }

  /** All objects, one folder at a time; none when there is no store yet. */
  async *list(): AsyncIterable<StoredObject> {
    for (const name of await namesIn(this.#objects)) {
      if (!FOLDER_NAME.test(name)) continue;
      for (const file of await namesIn(join(this.#objects, name))) {
        const { rest, state } = OBJECT_NAME.exec(file)?.groups ?? {};
        if (rest === undefined) continue;
        const path = join(this.#objects, name, file);
        const stat = await lstat(path).catch(() => undefined);
        if (stat?.isFile() !== true) continue;
        yield {
          hash: (name + rest) as ContentHash,
          path,
          bytes: stat.size,
          changedAt: stat.mtimeMs,
          state: STATES[state ?? ''] ?? 'whole',
        };
      }
    }
  }

  /** The length of all drafts. Units: bytes. */
  async draftBytes(): Promise<number> {
    let bytes = 0;
    for (const name of await namesIn(this.#drafts))
      bytes += (await lstat(join(this.#drafts, name)).catch(() => undefined))?.size ?? 0;
    return bytes;
  }

  /** Deletes the drafts whose writers have ended; `isDry`: does not. Returns their length in bytes. */
  async removeAbandonedDrafts({ isDry = false }: { readonly isDry?: boolean } = {}): Promise<number> {
    let freed = 0;
    for (const name of await namesIn(this.#drafts)) {
      const path = join(this.#drafts, name);
      const { host, pid, started } = DRAFT_NAME.exec(name)?.groups ?? {};
      const stat = await lstat(path).catch(() => undefined);
      if (pid === undefined || stat === undefined) continue;
      const isDead = host === hostMark() && !(await isProcessRunning(Number(pid), started ?? ''));
      if (!isDead && Date.now() - stat.mtimeMs < MAX_DRAFT_AGE_MS) continue;
      if (!isDry) await rm(path, { force: true });
      freed += stat.size;
    }
    return freed;
  }

  #folderOf(hash: ContentHash): string {
    return join(this.#objects, hash.slice(0, 2));
  }

  async #make(folder: string): Promise<void> {
    const made = await makeFolder(folder);
    if (made !== undefined && folder !== this.#drafts) this.#unsynced.add(this.#objects);
  }
}

function hostMark(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, HOST_CHARS);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissingError(error)) return [];
    throw error;
  }
}
