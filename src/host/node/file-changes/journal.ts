import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Step } from './step.js';

/** Changes under way, as they are written down before they begin. */
export interface JournalRecord {
  /** `staging`: nothing has changed yet but what is staged. `committing`: entries may have changed. */
  readonly phase: 'staging' | 'committing';
  readonly steps: readonly Step[];
}

/** A record whose writer is gone. */
export interface LeftRecord extends JournalRecord {
  readonly id: string;
  /** Whether all changes were made: only what was put aside may be left. */
  readonly isDone: boolean;
}

// Who has it in hand is in the name, so that a rename is all that takes it over.
const RECORD = /^(?<id>[0-9a-f-]{36})\.(?<pid>\d+)-(?<started>\d*)(?<done>\.done)?\.json$/;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const entry = { directory: z.string(), name: z.string().regex(/^[^/\0]+$/) };
const aside = z.string().regex(/^\.[^/\0]+\.troupe-[^/\0]+$/);
const schema = z.object({
  host: z.string(),
  phase: z.enum(['staging', 'committing']),
  steps: z.array(
    z.discriminatedUnion('kind', [
      z.object({ ...entry, kind: z.literal('make directory') }),
      z.object({ ...entry, kind: z.literal('create'), staged: aside, newHash: hash }),
      z.object({
        ...entry,
        kind: z.literal('replace'),
        staged: aside,
        newHash: hash,
        kept: aside,
        oldHash: hash,
      }),
      z.object({
        ...entry,
        kind: z.literal('remove'),
        kept: aside,
        oldHash: hash.optional(),
        isEmpty: z.boolean().optional(),
      }),
    ]),
  ),
});

/** Where changes are written down, so that another process can end what this one began. One file for each. */
export class Journal {
  readonly directory: string;

  /** The directory is made when it is needed. */
  constructor(directory: string) {
    this.directory = directory;
  }

  /** Writes a record so that it is on the disk when this resolves. Errors: those of Node's `fs`; no part of it is left. */
  async write(id: string, record: JournalRecord): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
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

  /** Notes that all changes are made: from now on nothing is taken back. Errors: those of Node's `fs`. */
  async markDone(id: string): Promise<void> {
    await rename(await this.#pathOf(id), await this.#pathOf(id, true));
  }

  async remove(id: string): Promise<void> {
    await rm(await this.#pathOf(id), { force: true });
    await rm(await this.#pathOf(id, true), { force: true });
  }

  newId(): string {
    return randomUUID();
  }

  /**
   * Takes over the records whose processes are gone: each goes to one process only, also when several start at once.
   * Errors: none; what cannot be read, or was written on another machine, is left alone.
   */
  async takeOver(): Promise<readonly LeftRecord[]> {
    const names = await readdir(this.directory).catch(() => []);
    const taken: LeftRecord[] = [];
    for (const name of names) {
      const { id, pid, started, done } = RECORD.exec(name)?.groups ?? {};
      if (id === undefined || (await isRunning(Number(pid), started ?? ''))) continue;
      const record = await this.#read(name);
      if (record === undefined || record.host !== hostname()) continue;
      const isDone = done !== undefined;
      try {
        await rename(join(this.directory, name), await this.#pathOf(id, isDone));
      } catch {
        // Another process was faster.
        continue;
      }
      taken.push({ id, phase: record.phase, steps: record.steps as Step[], isDone });
    }
    return taken;
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

/** Whether the process that was started then is running: a number is given again to another. */
async function isRunning(pid: number, started: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  return (await startOf(pid)) === started;
}

/** When a process was started, in a form that only compares; `''` where the system does not tell. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in parentheses, may hold anything; the 20th field behind it is the start.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
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
    // Windows opens no directories; a rename is on the disk there soon enough.
  }
}
