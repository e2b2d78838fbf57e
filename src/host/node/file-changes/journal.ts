import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { findRootOf } from '../../../actors/tools/gate/is-inside.js';
import { makeFolder } from '../../../workers/disk/make-folder.js';
import { isRunning, startOf } from '../processes/running-process.js';
import { type Step, stepSchema } from './step.js';

/** A journal record: changes that are about to begin or in progress. */
interface JournalRecord {
  /** `staging`: only staged files were written. `committing`: entries may have changed. */
  readonly phase: 'staging' | 'committing';
  readonly steps: readonly Step[];
}

/** A record whose process has ended. */
interface AbandonedRecord extends JournalRecord {
  readonly id: string;
  /** Whether all changes were made, so that only backups may remain. */
  readonly isDone: boolean;
}

// The name contains the owning process, so that a rename takes a record over.
const RECORD = /^(?<id>[0-9a-f-]{36})\.(?<pid>\d+)-(?<started>\d*)(?<done>\.done)?\.json$/;

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
  readonly directory: string;

  /** The directory is created on first use. */
  constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Writes a record, and resolves once it is on the disk. Errors: those of Node's `fs`; a partial record is removed.
   */
  async write(id: string, record: JournalRecord): Promise<void> {
    await makeFolder(this.directory);
    const text = JSON.stringify({ host: hostname(), ...record });
    const draft = join(this.directory, `${id}.draft`);
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
    await syncDirectory(this.directory);
  }

  /** Marks a record as done: its changes are not rolled back any more. Errors: those of Node's `fs`. */
  async markDone(id: string): Promise<void> {
    await rename(await this.#pathOf(id), await this.#pathOf(id, true));
  }

  async remove(id: string): Promise<void> {
    await rm(await this.#pathOf(id), { force: true });
    await rm(await this.#pathOf(id, true), { force: true });
  }

  /**
   * Takes over the records of processes that have ended, when all of their steps are below the roots. Each record goes to
   * one process only, even when several start at once. The journal may be where somebody else can write: a record with
   * steps inside and outside is refused, and one with none inside belongs to other roots.
   * Errors: none; records that cannot be read, or come from another machine, are skipped.
   */
  async takeOver(
    roots: readonly AbsPath[],
  ): Promise<{ readonly taken: readonly AbandonedRecord[]; readonly refused: readonly (readonly Step[])[] }> {
    const names = await readdir(this.directory).catch(() => []);
    const taken: AbandonedRecord[] = [];
    const refused: (readonly Step[])[] = [];
    for (const name of names) {
      const { id, pid, started, done } = RECORD.exec(name)?.groups ?? {};
      if (id === undefined || (await isRunning(Number(pid), started ?? ''))) continue;
      const record = await this.#read(name);
      if (record === undefined || record.host !== hostname()) continue;
      const inside = record.steps.filter((step) => isBelow(roots, step)).length;
      if (inside < record.steps.length) {
        if (inside > 0) refused.push(record.steps);
        continue;
      }
      const isDone = done !== undefined;
      try {
        await rename(join(this.directory, name), await this.#pathOf(id, isDone));
      } catch {
        // Another process took this record over.
        continue;
      }
      taken.push({ id, phase: record.phase, steps: record.steps, isDone });
    }
    return { taken, refused };
  }

  async #read(name: string): Promise<z.output<typeof schema> | undefined> {
    try {
      return schema.parse(JSON.parse(await readFile(join(this.directory, name), 'utf8')));
    } catch {
      return undefined;
    }
  }

  async #pathOf(id: string, isDone = false): Promise<string> {
    const owner = `${process.pid}-${await startOf(process.pid)}`;
    return join(this.directory, `${id}.${owner}${isDone ? '.done' : ''}.json`);
  }
}

/** Whether a step changes a place below one of the roots: its path is written plainly, without a way up. */
function isBelow(roots: readonly AbsPath[], { directory }: Step): boolean {
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
