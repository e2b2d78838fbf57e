import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { isMissingError } from '../../../workers/disk/is-missing-error.js';
import { isProcessRunning, startOf } from '../processes/running-process.js';

// A claim fails only while other processes claim the same thread at the same moment.
const MAX_CLAIMS = 5;

/**
 * How a claim ends. `held`: nobody else has held the thread since this object claimed it. `claimed`: it is held from now on, and
 * others may have written meanwhile. `elsewhere`: another living process, or another object of this one, holds it.
 */
export type Claim = 'held' | 'claimed' | 'elsewhere';

/**
 * The process that began to write to a thread first, for a face that lets one window write. A lock of a process that has
 * died, on this machine, counts for nothing.
 */
export class ThreadLock {
  readonly #path: string;
  /** The content of the lock file while this object holds it. */
  #held: string | undefined;
  #claiming: Promise<Claim> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether this object has held the thread, as far as it knows until now. */
  get wasHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Whether another living process, or another object of this one, holds it. */
  async isHeldElsewhere(): Promise<boolean> {
    const content = await this.#read();
    return content !== undefined && content !== this.#held && (await isAlive(content));
  }

  /** Claims the thread, unless it is held elsewhere. Errors: those of the file system. */
  claim(): Promise<Claim> {
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
    return this.#claiming;
  }

  /** Holds the thread from now on, also when another process held it. Errors: those of the file system. */
  async take(): Promise<void> {
    const content = await describeHolder();
    const draft = `${this.#path}.${randomUUID()}`;
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    await rename(draft, this.#path);
    this.#held = content;
  }

  /** Whether this object held the thread until another one took it; asked again, it is not known any more. */
  async isTaken(): Promise<boolean> {
    const held = this.#held;
    if (held === undefined || (await this.#read()) === held) return false;
    if (this.#held === held) this.#held = undefined;
    return true;
  }

  /** Gives the thread up. Does nothing when it is not held. */
  async release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined && (await this.#read()) === held) await rm(this.#path, { force: true });
  }

  async #claim(): Promise<Claim> {
    if (this.#held !== undefined && !(await this.isTaken())) return 'held';
    const content = await describeHolder();
    const draft = `${this.#path}.${randomUUID()}`;
    // A link appears with its content, and only where no file is.
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    try {
      for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
        if (await this.#put(draft)) {
          this.#held = content;
          return 'claimed';
        }
        const holder = await this.#read();
        if (holder === undefined) continue;
        if (await isAlive(holder)) return 'elsewhere';
        await this.#remove(holder);
      }
      return 'elsewhere';
    } finally {
      await rm(draft, { force: true });
    }
  }

  async #put(draft: string): Promise<boolean> {
    try {
      await link(draft, this.#path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  /** Removes the lock of a dead process, unless another process has replaced it. */
  async #remove(stale: string): Promise<void> {
    const taken = `${this.#path}.${randomUUID()}`;
    try {
      await rename(this.#path, taken);
    } catch {
      // Another process has removed it.
      return;
    }
    // What was taken may be the lock of a process that was faster: it gets it back.
    if ((await readFile(taken, 'utf8')) !== stale) await link(taken, this.#path).catch(() => undefined);
    await rm(taken, { force: true });
  }

  async #read(): Promise<string | undefined> {
    try {
      return await readFile(this.#path, 'utf8');
    } catch (error) {
      if (isMissingError(error)) return undefined;
      throw error;
    }
  }
}

/** The content of a lock that this process holds from now on; no two are the same. */
async function describeHolder(): Promise<string> {
  return JSON.stringify({
    host: hostname(),
    pid: process.pid,
    started: await startOf(process.pid),
    id: randomUUID(),
  });
}

/** Whether the process that wrote a lock still runs. A process of another machine may. */
async function isAlive(content: string): Promise<boolean> {
  let holder: unknown;
  try {
    holder = JSON.parse(content);
  } catch {
    return false;
  }
  const { host, pid, started } = (holder ?? {}) as Record<string, unknown>;
  if (typeof pid !== 'number' || typeof started !== 'string') return false;
  return host !== hostname() || isProcessRunning(pid, started);
}
