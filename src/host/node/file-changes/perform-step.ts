import { constants } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { isMissingError } from '../../../workers/disk/is-missing-error.js';
import type { AnchoredDirectory } from './anchored-directory.js';
import { alreadyExistsError, staleError } from './change-errors.js';
import { type EntryHash, hashOfEntry } from './entry-hash.js';
import { kindOnDisk } from './plan-steps.js';
import { removeTree } from './remove-tree.js';
import { pathOfStep, type ChangeStep } from './change-step.js';

// Read, write and execute, for owner, group and others.
const PERMISSIONS = 0o777;
// Setuid, setgid and the sticky bit.
const SPECIAL_BITS = 0o7000;

/** The progress of a step. `overtaken`: somebody else has changed the entry. */
type StepState = 'to do' | 'done' | 'overtaken';

/**
 * Changes the entry with one atomic system call.
 * Errors: `StaleFileError`, `FileExistsError`; those of Node's `fs`. After an error the entry is unchanged.
 */
export async function performStep(directory: AnchoredDirectory, step: ChangeStep): Promise<void> {
  const target = directory.entry(step.name);
  switch (step.kind) {
    case 'make directory':
      await mkdir(target);
      break;
    case 'create':
      await createEntry(directory.entry(step.staged), target, step);
      break;
    case 'replace': {
      const kept = directory.entry(step.kept);
      if ((await hashOfEntry(target, step.oldHash)) !== step.oldHash) throw staleError(pathOfStep(step));
      const isLink = await backUpEntry(target, kept, step.oldHash);
      const isOther = isLink && (await inodeOf(target)) !== (await inodeOf(kept));
      if (isOther || (await hashOfEntry(kept, step.oldHash)) !== step.oldHash) {
        await unlink(kept);
        throw staleError(pathOfStep(step));
      }
      await rename(directory.entry(step.staged), target);
      if (isLink && (await hashOfEntry(kept, step.oldHash)) !== step.oldHash) {
        // Another program wrote to the file at the last moment.
        await rename(kept, target);
        throw staleError(pathOfStep(step));
      }
      break;
    }
    case 'remove': {
      const kept = directory.entry(step.kept);
      if (!(await canRemove(target, step))) throw staleError(pathOfStep(step));
      await rename(target, kept);
      if (!(await canRemove(kept, step))) {
        await rename(kept, target);
        throw staleError(pathOfStep(step));
      }
      break;
    }
    case 'set mode':
      if ((await modeAt(target)) !== step.oldMode) throw staleError(pathOfStep(step));
      await setMode(target, step.mode);
      break;
    default:
      step satisfies never;
  }
}

/** Reverts a step, whether or not it was performed. Leaves later changes by other programs alone. */
export async function undoStep(directory: AnchoredDirectory, step: ChangeStep): Promise<void> {
  const target = directory.entry(step.name);
  switch (step.kind) {
    case 'make directory':
      // Another program may have put a file into it.
      await rmdir(target).catch(() => undefined);
      break;
    case 'create': {
      const staged = directory.entry(step.staged);
      const isOurs = (await isThere(staged))
        ? (await isThere(target)) && (await inodeOf(target)) === (await inodeOf(staged))
        : (await hashOfEntry(target, step.newHash)) === step.newHash;
      if (isOurs) await removeTree(target);
      break;
    }
    case 'replace': {
      const isOurs =
        !(await isThere(directory.entry(step.staged))) &&
        (await hashOfEntry(target, step.newHash)) === step.newHash;
      if (isOurs) await rename(directory.entry(step.kept), target);
      break;
    }
    case 'remove': {
      const kept = directory.entry(step.kept);
      if (!(await isThere(target)) && (await isThere(kept))) await rename(kept, target);
      break;
    }
    case 'set mode':
      if ((await modeAt(target)) === step.mode) await setMode(target, step.oldMode);
      break;
    default:
      step satisfies never;
  }
}

/** Removes the backup of a step, whether or not it was performed. */
export async function clearStep(directory: AnchoredDirectory, step: ChangeStep): Promise<void> {
  if ('staged' in step) await removeTree(directory.entry(step.staged));
  if ('kept' in step) await removeTree(directory.entry(step.kept));
}

/** The progress of a step, as seen on the disk. */
export async function stateOfStep(directory: AnchoredDirectory, step: ChangeStep): Promise<StepState> {
  const target = directory.entry(step.name);
  switch (step.kind) {
    case 'make directory':
      return (await isThere(target)) ? 'done' : 'to do';
    case 'create': {
      if ((await hashOfEntry(target, step.newHash)) === step.newHash) return 'done';
      const canBeDone = !(await isThere(target)) && (await isThere(directory.entry(step.staged)));
      return canBeDone ? 'to do' : 'overtaken';
    }
    case 'replace': {
      const isStaged = await isThere(directory.entry(step.staged));
      if (!isStaged && (await hashOfEntry(target, step.newHash)) === step.newHash) return 'done';
      return isStaged && (await hashOfEntry(target, step.oldHash)) === step.oldHash ? 'to do' : 'overtaken';
    }
    case 'remove': {
      if (!(await isThere(target))) return (await isThere(directory.entry(step.kept))) ? 'done' : 'overtaken';
      const isToDo = (await canRemove(target, step)) && !(await isThere(directory.entry(step.kept)));
      return isToDo ? 'to do' : 'overtaken';
    }
    case 'set mode': {
      const mode = await modeAt(target);
      return mode === step.mode ? 'done' : mode === step.oldMode ? 'to do' : 'overtaken';
    }
    default:
      return step satisfies never;
  }
}

/** Whether the entry is still the one that was to be removed. */
async function canRemove(
  path: string,
  { oldHash, isEmpty }: ChangeStep & { kind: 'remove' },
): Promise<boolean> {
  if (oldHash !== undefined) return (await hashOfEntry(path, oldHash)) === oldHash;
  if (isEmpty !== true) return true;
  // A directory that cannot be listed does not count as empty.
  const names = await readdir(path).catch(() => undefined);
  return names?.length === 0;
}

/**
 * A hard link never replaces an existing entry; on file systems without hard links there is a short moment in which it
 * may.
 */
async function createEntry(
  staged: string,
  target: string,
  step: ChangeStep & { readonly kind: 'create' },
): Promise<void> {
  if (isFileHash(step.newHash)) {
    try {
      await link(staged, target);
      await unlink(staged);
      return;
    } catch (error) {
      if (!isLinkUnsupported(error)) throw error;
    }
  }
  if (await isThere(target)) throw alreadyExistsError(pathOfStep(step));
  await rename(staged, target);
}

/**
 * Keeps the current entry under a second name, as a copy where hard links are not supported. Returns whether it is a
 * link.
 */
async function backUpEntry(target: string, kept: string, oldHash: EntryHash): Promise<boolean> {
  // A process that died may have got this far.
  await rm(kept, { force: true });
  if (!isFileHash(oldHash)) {
    // Some systems would link to the target.
    await symlink(await readlink(target), kept);
    return false;
  }
  try {
    await link(target, kept);
    return true;
  } catch (error) {
    if (!isLinkUnsupported(error)) throw error;
    await copyFile(target, kept, constants.COPYFILE_EXCL);
    return false;
  }
}

function isLinkUnsupported(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(errorCode(error) ?? '');
}

/** Whether a hash is that of a file, not of a link or a tree. */
function isFileHash(hash: EntryHash): boolean {
  return !hash.includes(':');
}

/** The permission bits; `undefined` when nothing is there, or a symbolic link, which has none. */
async function modeAt(path: string): Promise<number | undefined> {
  try {
    const stat = await lstat(path);
    return stat.isSymbolicLink() ? undefined : stat.mode & PERMISSIONS;
  } catch (error) {
    if (isMissingError(error)) return undefined;
    throw error;
  }
}

/** Sets the permission bits, and leaves setuid, setgid and the sticky bit as they are. */
async function setMode(path: string, mode: number): Promise<void> {
  const { mode: old } = await lstat(path);
  await chmod(path, (old & SPECIAL_BITS) | mode);
}

async function inodeOf(path: string): Promise<bigint> {
  return (await lstat(path, { bigint: true })).ino;
}

async function isThere(path: string): Promise<boolean> {
  return (await kindOnDisk(path)) !== undefined;
}
