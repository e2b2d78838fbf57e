import { constants } from 'node:fs';
import { access, lstat, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { PermissionDeniedError } from '../../../actors/protocol/errors.js';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { findRootOf } from '../../../actors/tools/gate/find-root-of.js';
import { makeFolder } from '../../../workers/disk/make-folder.js';
import { isWritableByOthers } from '../is-writable-by-others.js';
import { isProcessRunning, startOf } from '../processes/running-process.js';
import { type ChangeStep, stepSchema } from './change-step.js';

/** A journal record: changes that are about to begin or in progress. */
interface JournalRecord {
  /** `staging`: only staged files were written. `committing`: entries may have changed. */
  readonly phase: 'staging' | 'committing';
  readonly steps: readonly ChangeStep[];
}

/** A record whose process has ended. */
interface AbandonedRecord extends JournalRecord {
  readonly id: string;
  /** Whether all changes were made, so that only backups may remain. */
  readonly isDone: boolean;
}

// The name contains the owning process, so that a rename takes a record over.
const RECORD = /^(?<id>[0-9a-f-]{36})\.(?<pid>\d+)-(?<started>\d*)(?<done>\.done)?\.json$/;

// A folder that nobody can make or write to.
const NOT_WRITABLE: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EEXIST',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);

const schema = z.object({
  host: z.string(),
  phase: z.enum(['staging', 'committing']),
  steps: z.array(stepSchema),
});

/**
 * A journal of changes, from which another process can complete or roll back what this one began. One file for each
 * record.
 */
export class Journal {
  readonly #directory: string;
  readonly #fallback: string | undefined;
  /** The directory to write to, once it is known. */
  #chosen: string | undefined;
  /** Where the records of this process are. */
  readonly #places = new Map<string, string>();

  /**
   * The directory is created on first use. `fallback`: one for where nothing can be written to the first. Nothing in it is
   * believed that another account may have written.
   */
  constructor(directory: string, fallback?: string) {
    this.#directory = directory;
    this.#fallback = fallback;
  }

  /** Where records are written. */
  get directory(): string {
    return this.#chosen ?? this.#directory;
  }

  /**
   * Writes a record, and resolves once it is on the disk. Errors: those of Node's `fs`; a partial record is removed;
   * `PermissionDeniedError` when there is no place for it.
   */
  async write(id: string, record: JournalRecord): Promise<void> {
    this.#chosen ??= await this.#choose();
    const directory = this.#chosen;
    // Somebody may have removed it since.
    await makeFolder(directory);
    this.#places.set(id, directory);
    const text = JSON.stringify({ host: hostname(), ...record });
    const draft = join(directory, `${id}.draft`);
    try {
      const handle = await open(draft, 'w', 0o600);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, await this.#pathOf(id));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncDirectory(directory);
  }

  /** Marks a record as done: its changes are not rolled back any more. Errors: those of Node's `fs`. */
  async markDone(id: string): Promise<void> {
    await rename(await this.#pathOf(id), await this.#pathOf(id, true));
  }

  /** Forgets a record, if one was begun. Errors: those of Node's `fs`. */
  async remove(id: string): Promise<void> {
    if (!this.#places.has(id)) return;
    await rm(await this.#pathOf(id), { force: true });
    await rm(await this.#pathOf(id, true), { force: true });
    this.#places.delete(id);
  }

  /**
   * Takes over the records of processes that have ended, when all of their steps are below the roots. Each record goes to
   * one process only, even when several start at once. The journal may be where somebody else can write: a record with
   * steps inside and outside is refused, and one with none inside belongs to other roots.
   * Errors: none; records that cannot be read, or come from another machine, are skipped.
   */
  async takeOver(roots: readonly AbsPath[]): Promise<{
    readonly taken: readonly AbandonedRecord[];
    readonly refused: readonly (readonly ChangeStep[])[];
  }> {
    const taken: AbandonedRecord[] = [];
    const refused: (readonly ChangeStep[])[] = [];
    for (const { directory, name } of await this.#names()) {
      const { id, pid, started, done } = RECORD.exec(name)?.groups ?? {};
      if (id === undefined || (await isProcessRunning(Number(pid), started ?? ''))) continue;
      const record = await readRecord(join(directory, name));
      if (record === undefined || record.host !== hostname()) continue;
      const inside = record.steps.filter((step) => isBelow(roots, step)).length;
      if (inside < record.steps.length) {
        if (inside > 0) refused.push(record.steps);
        continue;
      }
      const isDone = done !== undefined;
      try {
        this.#places.set(id, directory);
        await rename(join(directory, name), await this.#pathOf(id, isDone));
      } catch {
        this.#places.delete(id);
        // Another process took this record over.
        continue;
      }
      taken.push({ id, phase: record.phase, steps: record.steps, isDone });
    }
    return { taken, refused };
  }

  /** The entries of both directories. Errors: none. */
  async #names(): Promise<readonly { readonly directory: string; readonly name: string }[]> {
    const found = [];
    for (const directory of [this.#directory, this.#fallback]) {
      if (directory === undefined) continue;
      if (directory === this.#fallback && !(await isOwn(directory))) continue;
      for (const name of await readdir(directory).catch(() => [])) found.push({ directory, name });
    }
    return found;
  }

  async #choose(): Promise<string> {
    try {
      await makeFolder(this.#directory);
      await access(this.#directory, constants.W_OK);
      return this.#directory;
    } catch (error) {
      if (!NOT_WRITABLE.has(errorCode(error))) throw error;
      if (this.#fallback !== undefined) {
        await makeFolder(this.#fallback).catch(() => undefined);
        if (await isOwn(this.#fallback)) return this.#fallback;
      }
      throw new PermissionDeniedError(
        `Files cannot be changed, because nothing can be written to ${this.#directory} (${String(errorCode(error))}), where each change is written down first: set XDG_STATE_HOME, or HOME, to a folder that you can write to. Nothing was changed.`,
        { path: this.#directory },
        { cause: error },
      );
    }
  }

  async #pathOf(id: string, isDone = false): Promise<string> {
    const owner = `${process.pid}-${await startOf(process.pid)}`;
    return join(this.#places.get(id) ?? this.directory, `${id}.${owner}${isDone ? '.done' : ''}.json`);
  }
}

/** A record of a journal; `undefined` where there is none, or no whole one. */
async function readRecord(path: string): Promise<z.output<typeof schema> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether a path is a folder in which nobody but this person may write. */
async function isOwn(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isDirectory() === true && !isWritableByOthers(found);
}

/** Whether a step changes a place below one of the roots: its path is written plainly, without a way up. */
function isBelow(roots: readonly AbsPath[], { directory }: ChangeStep): boolean {
  return resolve(directory) === directory && findRootOf(roots, directory) !== undefined;
}

async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows cannot open directories; there a rename reaches the disk soon enough.
  }
}
