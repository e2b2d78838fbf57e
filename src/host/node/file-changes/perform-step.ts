import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { errorCode } from '../../../actors/tools/gate/file-errors.js';
import type { AnchoredDirectory } from './anchored-directory.js';
import { alreadyExistsError, staleError } from './change-errors.js';
import { hashOfFile } from './hash-of-file.js';
import { kindAt } from './plan-steps.js';
import { pathOfStep, type Step } from './step.js';

/** The progress of a step. `overtaken`: somebody else has changed the entry. */
type StepState = 'to do' | 'done' | 'overtaken';

/**
 * Changes the entry with one atomic system call.
 * Errors: `StaleFileError`, `FileExistsError`; those of Node's `fs`. After an error the entry is unchanged.
 */
export async function performStep(directory: AnchoredDirectory, step: Step): Promise<void> {
  const target = directory.entry(step.name);
  switch (step.kind) {
    case 'make directory':
      await mkdir(target);
      break;
    case 'create':
      await createEntry(directory.entry(step.staged), target, pathOfStep(step));
      break;
    case 'replace': {
      const kept = directory.entry(step.kept);
      if ((await hashOfFile(target)) !== step.oldHash) throw staleError(pathOfStep(step));
      const isLink = await backUpEntry(target, kept);
      const isOther = isLink && (await inodeOf(target)) !== (await inodeOf(kept));
      if (isOther || (await hashOfFile(kept)) !== step.oldHash) {
        await unlink(kept);
        throw staleError(pathOfStep(step));
      }
      await rename(directory.entry(step.staged), target);
      if (isLink && (await hashOfFile(kept)) !== step.oldHash) {
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
    default:
      step satisfies never;
  }
}

/** Reverts a step, whether or not it was performed. Leaves later changes by other programs alone. */
export async function undoStep(directory: AnchoredDirectory, step: Step): Promise<void> {
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
        : (await hashOfFile(target)) === step.newHash;
      if (isOurs) await unlink(target);
      break;
    }
    case 'replace': {
      const isOurs =
        !(await isThere(directory.entry(step.staged))) && (await hashOfFile(target)) === step.newHash;
      if (isOurs) await rename(directory.entry(step.kept), target);
      break;
    }
    case 'remove': {
      const kept = directory.entry(step.kept);
      if (!(await isThere(target)) && (await isThere(kept))) await rename(kept, target);
    }
  }
}

/** Removes the backup of a step, whether or not it was performed. */
export async function clearStep(directory: AnchoredDirectory, step: Step): Promise<void> {
  if ('staged' in step) await rm(directory.entry(step.staged), { force: true });
  if ('kept' in step) await rm(directory.entry(step.kept), { recursive: true, force: true });
}

/** The progress of a step, as seen on the disk. */
export async function stateOfStep(directory: AnchoredDirectory, step: Step): Promise<StepState> {
  const target = directory.entry(step.name);
  switch (step.kind) {
    case 'make directory':
      return (await isThere(target)) ? 'done' : 'to do';
    case 'create': {
      if ((await hashOfFile(target)) === step.newHash) return 'done';
      const canBeDone = !(await isThere(target)) && (await isThere(directory.entry(step.staged)));
      return canBeDone ? 'to do' : 'overtaken';
    }
    case 'replace': {
      const hash = await hashOfFile(target);
      if (hash === step.newHash && !(await isThere(directory.entry(step.staged)))) return 'done';
      return hash === step.oldHash && (await isThere(directory.entry(step.staged))) ? 'to do' : 'overtaken';
    }
    case 'remove': {
      if (!(await isThere(target))) return (await isThere(directory.entry(step.kept))) ? 'done' : 'overtaken';
      const isToDo = (await canRemove(target, step)) && !(await isThere(directory.entry(step.kept)));
      return isToDo ? 'to do' : 'overtaken';
    }
    default:
      return step satisfies never;
  }
}

/** Whether the entry is still the one that was to be removed. */
async function canRemove(path: string, { oldHash, isEmpty }: Step & { kind: 'remove' }): Promise<boolean> {
  if (oldHash !== undefined) return (await hashOfFile(path)) === oldHash;
  if (isEmpty !== true) return true;
  // A directory that cannot be listed does not count as empty.
  const names = await readdir(path).catch(() => undefined);
  return names?.length === 0;
}

/**
 * A hard link never replaces an existing entry; on file systems without hard links there is a short moment in which it
 * may.
 */
async function createEntry(staged: string, target: string, path: string): Promise<void> {
  try {
    await link(staged, target);
  } catch (error) {
    if (!isLinkUnsupported(error)) throw error;
    if (await isThere(target)) throw alreadyExistsError(path);
    await rename(staged, target);
    return;
  }
  await unlink(staged);
}

/**
 * Keeps the current entry under a second name, as a copy where hard links are not supported. Returns whether it is a
 * link.
 */
async function backUpEntry(target: string, kept: string): Promise<boolean> {
  // A process that died may have got this far.
  await rm(kept, { force: true });
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

async function inodeOf(path: string): Promise<bigint> {
  return (await lstat(path, { bigint: true })).ino;
}

async function isThere(path: string): Promise<boolean> {
  return (await kindAt(path)) !== undefined;
}
