import { lstat, rename, rm, utimes } from 'node:fs/promises';
import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';
import { isThere } from '../../../../workers/disk/is-there.js';
import type { ObjectFolder, StoredObject } from './object-folder.js';

/** What a collection did, or would do. */
export interface Collected {
  readonly removed: number;
  /** Units: bytes, drafts of ended processes among them. */
  readonly freedBytes: number;
  /** Those to which no reference was found, for the first time or a short while ago. They can still be read. */
  readonly unneeded: number;
  readonly unneededBytes: number;
  readonly kept: number;
  readonly keptBytes: number;
}

/** What may go, and how much of it. */
export interface CollectLimits {
  /** Whether a content that is not referenced is deleted at once. Default: none is. */
  readonly isDispensable?: (hash: ContentHash) => boolean;
  /** Called with each content that is deleted. */
  readonly onRemove?: (hash: ContentHash) => void;
  /** Deleting ends when this much is freed; what has been without a reference for longest goes first. Default: all. */
  readonly enoughBytes?: number;
  /** Whether nothing is changed on the disk. Default: no. */
  readonly isDry?: boolean;
  /** Ends the collection between two objects. */
  readonly signal?: AbortSignal;
}

/** The contents that something needs. */
export type NeededContents = Pick<ReadonlySet<ContentHash>, 'has'>;

interface CollectOptions extends CollectLimits {
  readonly referenced: NeededContents;
  /** Younger objects stay: what needs them may not be stored yet. Units: milliseconds. */
  readonly graceMs: number;
  /** How long an object is found without a reference before it is deleted. Units: milliseconds. */
  readonly unneededMs: number;
  /** Called before an object of so many bytes is deleted; what it returns is called once that is gone. */
  readonly onDeleting: (bytes: number) => () => void;
  /** Called before each step that changes the disk, for tests. */
  readonly onStep: (what: string) => void | Promise<void>;
}

/**
 * Deletes the objects that nothing references, and the drafts of ended processes. An object without a reference gets
 * another name first, under which it can be read and taken back; a later collection deletes it, if it finds no reference
 * either.
 *
 * Processes may store meanwhile: an object is renamed first and its time is read after that. A process that stores the
 * same content either has touched the object before the rename, so that it is young and is put back, or finds none and
 * writes it again. A collection that was killed leaves condemned objects, which the next one decides about.
 * Errors: those of Node's `fs`; the signal's reason.
 */
export async function collectObjects(
  folder: ObjectFolder,
  {
    referenced,
    graceMs,
    unneededMs,
    onDeleting,
    onStep,
    isDispensable = () => false,
    onRemove = () => undefined,
    enoughBytes = Infinity,
    isDry = false,
    signal,
  }: CollectOptions,
): Promise<Collected> {
  await onStep('drafts');
  const total = { removed: 0, freedBytes: 0, unneeded: 0, unneededBytes: 0, kept: 0, keptBytes: 0 };
  total.freedBytes = await folder.removeAbandonedDrafts({ isDry });
  const deletable: StoredObject[] = [];
  for await (const object of folder.list()) {
    signal?.throwIfAborted();
    const fate = isDry ? await judge(object) : await decide(object);
    if (fate === 'delete') deletable.push(object);
    else count(fate, object);
  }
  deletable.sort((a, b) => a.changedAt - b.changedAt);
  for (const object of deletable) {
    signal?.throwIfAborted();
    if (total.freedBytes >= enoughBytes) {
      if (!isDry && object.state !== 'unneeded') await settle(object, 'unneeded');
      count('unneeded', object);
    } else if (isDry || (await remove(object))) {
      if (object.state !== 'damaged') onRemove(object.hash);
      total.removed += 1;
      total.freedBytes += object.bytes;
    } else count('keep', object);
  }
  return total;

  function count(fate: 'keep' | 'unneeded', { bytes }: StoredObject): void {
    if (fate === 'keep') {
      total.kept += 1;
      total.keptBytes += bytes;
    } else {
      total.unneeded += 1;
      total.unneededBytes += bytes;
    }
  }

  /** What is to become of an object. */
  async function judge({ hash, path, state }: StoredObject): Promise<'keep' | 'unneeded' | 'delete'> {
    const isNeeded = referenced.has(hash);
    // A damaged one stays as long as something needs it and there is no whole one: a person may be able to repair it.
    if (state === 'damaged') return isNeeded && !(await isThere(folder.pathOf(hash))) ? 'keep' : 'delete';
    const age = await ageOf(path);
    if (state === 'unneeded') {
      if (await isThere(folder.pathOf(hash))) return 'delete';
      if (isNeeded) return 'keep';
      if (isDispensable(hash)) return 'delete';
      return age >= unneededMs ? 'delete' : 'unneeded';
    }
    // A time in the future comes from a clock that was wrong, or from one that is behind by now.
    if (isNeeded || Math.abs(age) < graceMs) return 'keep';
    return isDispensable(hash) || unneededMs === 0 ? 'delete' : 'unneeded';
  }

  /** Renames an object according to what is to become of it. Returns that. */
  async function decide(object: StoredObject): Promise<'keep' | 'unneeded' | 'delete'> {
    const { hash, path, state } = object;
    const fate = await judge(object);
    if (state === 'damaged') return fate;
    if (state === 'condemned') return settle(object, fate);
    if (state === 'unneeded') {
      if (fate === 'keep') await move(path, folder.pathOf(hash), 'put back');
      // A wrong clock has said when it was found without a reference: the time begins anew.
      else if (fate === 'unneeded' && object.changedAt > Date.now()) await setTime(path);
      return fate;
    }
    // Another collection may be faster.
    if (fate === 'keep' || !(await move(path, folder.condemnedPathOf(hash), 'condemn'))) return 'keep';
    // It may have been touched since its time was read.
    return settle(object, await judge({ ...object, path: folder.condemnedPathOf(hash) }));
  }

  /** Gives a condemned object the name that says what becomes of it. */
  async function settle(
    { hash }: StoredObject,
    fate: 'keep' | 'unneeded' | 'delete',
  ): Promise<'keep' | 'unneeded' | 'delete'> {
    const condemned = folder.condemnedPathOf(hash);
    if (fate === 'keep') await move(condemned, folder.pathOf(hash), 'put back');
    else if (fate === 'unneeded') {
      await setTime(condemned);
      await move(condemned, folder.unneededPathOf(hash), 'set aside');
    }
    return fate;
  }

  /** Deletes an object under the name that it has by now. Returns whether it was there. */
  async function remove({ hash, path, state, bytes }: StoredObject): Promise<boolean> {
    await onStep('delete');
    const onDeleted = onDeleting(bytes);
    const isDeleted = await rm(state === 'whole' ? folder.condemnedPathOf(hash) : path).then(
      () => true,
      ifMissing,
    );
    if (isDeleted) onDeleted();
    return isDeleted;
  }

  /** Returns whether there was something to move. */
  async function move(from: string, to: string, what: string): Promise<boolean> {
    await onStep(what);
    return rename(from, to).then(() => true, ifMissing);
  }
}

/** How long ago a file was changed; 0 for one that is gone. Units: milliseconds. */
async function ageOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => undefined);
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

async function setTime(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(ifMissing);
}

/** Another collection, or a process that needs the object, was faster. Errors: all others. */
function ifMissing(error: unknown): false {
  if (isMissingError(error)) return false;
  throw error;
}
