import { lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { FileChange } from '../../../actors/protocol/file-changes.js';
import { ToolExecutionError } from '../../../actors/protocol/errors.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { isMissingError } from '../../../workers/disk/is-missing-error.js';
import { alreadyExistsError, notEmptyError, staleError, toChangeError } from './change-errors.js';
import { hashOf } from '../../../actors/tools/text/content-hash.js';
import { hashOfFile } from './hash-of-file.js';
import type { ChangeStep } from './change-step.js';

/** A step and the source of its content. */
export interface PlannedChangeStep {
  readonly step: ChangeStep;
  readonly source?:
    | { readonly bytes: Uint8Array; readonly like?: AbsPath }
    | { readonly from: AbsPath }
    /** Makes the new entry at a path, whole and synced. */
    | { readonly stage: (path: string) => Promise<void> };
}

// Keeps the name of a backup below the limit of 255 bytes that file systems have.
const MAX_NAME_CHARS = 40;

/**
 * Plans the steps of a list of changes, directories first and deletions last, and checks them against the disk.
 * Errors: those of `FileChanges.apply`.
 */
export async function planSteps(changes: readonly FileChange[], id: string): Promise<PlannedChangeStep[]> {
  const directories = new Map<AbsPath, PlannedChangeStep>();
  const comes: PlannedChangeStep[] = [];
  const goes: PlannedChangeStep[] = [];
  let number = 0;
  const aside = (name: string, what: 'new' | 'old'): string => nameAside(name, id, (number += 1), what);
  const makeParents = async (path: AbsPath): Promise<void> => {
    for (const directory of await missingParents(path)) {
      if (!directories.has(directory))
        directories.set(directory, { step: { ...splitEntryPath(directory), kind: 'make directory' } });
    }
  };

  requireOnce(changes);
  for (const change of changes) {
    const path = change.kind === 'move' ? change.to : change.path;
    const place = splitEntryPath(path);
    try {
      switch (change.kind) {
        case 'make directory':
          if ((await kindOnDisk(path)) !== undefined) throw alreadyExistsError(path);
          await makeParents(`${path}/.` as AbsPath);
          break;
        case 'write': {
          const newHash = await hashOf(change.bytes);
          const staged = aside(place.name, 'new');
          await makeParents(path);
          if (change.expected === null) {
            if ((await kindOnDisk(path)) !== undefined) throw alreadyExistsError(path);
            comes.push({ step: { ...place, kind: 'create', staged, newHash }, source: change });
          } else {
            if ((await hashOfFile(path)) !== change.expected) throw staleError(path);
            // A rename would replace even a read-only file, which its owner does not want changed.
            await requireWritable(path);
            const step = {
              kind: 'replace',
              staged,
              newHash,
              kept: aside(place.name, 'old'),
              oldHash: change.expected,
            } as const;
            comes.push({ step: { ...place, ...step }, source: change });
          }
          break;
        }
        case 'remove':
          goes.push({ step: await planRemoval(change, aside(place.name, 'old')) });
          break;
        case 'move':
          if ((await kindOnDisk(path)) !== undefined) throw alreadyExistsError(path);
          await makeParents(path);
          comes.push({
            step: { ...place, kind: 'create', staged: aside(place.name, 'new'), newHash: change.expected },
            source: change,
          });
          goes.push({
            step: await planRemoval(
              { path: change.from, expected: change.expected },
              aside(basename(change.from), 'old'),
            ),
          });
      }
    } catch (error) {
      throw toChangeError(error, path);
    }
  }
  return [...directories.values(), ...comes, ...goes];
}

/** Errors: `ToolExecutionError` for a path that occurs in two changes, whose order would be ambiguous. */
function requireOnce(changes: readonly FileChange[]): void {
  const named = new Set<AbsPath>();
  for (const change of changes) {
    for (const path of change.kind === 'move' ? [change.from, change.to] : [change.path]) {
      if (named.has(path)) {
        throw new ToolExecutionError(
          `${path} is changed twice: make one change of it. Nothing was changed.`,
          { tool: 'files' },
        );
      }
      named.add(path);
    }
  }
}

async function planRemoval(
  { path, expected, isRecursive = false }: Omit<FileChange & { kind: 'remove' }, 'kind'>,
  kept: string,
): Promise<ChangeStep> {
  const step = { ...splitEntryPath(path), kind: 'remove', kept } as const;
  if (expected !== undefined) {
    if ((await hashOfFile(path)) !== expected) throw staleError(path);
    return { ...step, oldHash: expected };
  }
  const isDirectory = (await lstat(path)).isDirectory();
  if (!isDirectory || isRecursive) return step;
  if ((await readdir(path)).length > 0) throw notEmptyError(path);
  return { ...step, isEmpty: true };
}

/** Errors: those of Node's `fs`. `access` is no alternative: it checks the real user id, not the effective one. */
async function requireWritable(path: AbsPath): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.close();
}

/** The missing parent directories of a path, the outermost first. Errors: those of Node's `fs`. */
async function missingParents(path: AbsPath): Promise<AbsPath[]> {
  const missing: AbsPath[] = [];
  for (let parent = dirname(path) as AbsPath; ; parent = dirname(parent) as AbsPath) {
    const kind = await kindOnDisk(parent);
    if (kind === 'directory') return missing.reverse();
    if (kind !== undefined) throw alreadyExistsError(parent);
    missing.push(parent);
  }
}

/** What an entry is; `undefined` when there is none. Errors: those of Node's `fs`. */
export async function kindOnDisk(path: string): Promise<'directory' | 'other' | undefined> {
  try {
    return (await lstat(path)).isDirectory() ? 'directory' : 'other';
  } catch (error) {
    if (isMissingError(error)) return undefined;
    throw error;
  }
}

/** A hidden name beside an entry, for its new or its old content. */
export function nameAside(name: string, id: string, number: number, what: 'new' | 'old'): string {
  return `.${name.slice(0, MAX_NAME_CHARS)}.troupe-${id}-${number}.${what}`;
}

export function splitEntryPath(path: AbsPath): { directory: AbsPath; name: string } {
  return { directory: dirname(path) as AbsPath, name: basename(path) };
}
