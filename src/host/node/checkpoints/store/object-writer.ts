import { type FileHandle, open, rm } from 'node:fs/promises';
import type { SpaceBudget } from './space-budget.js';

/** Thrown when an object does not fit into the quota. */
export class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
}

/** Writes an object to a draft. Its bytes count against the quota from the moment before they are written. */
export class ObjectWriter {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #budget: SpaceBudget;
  #bytes = 0;

  /** Errors: those of Node's `fs`. */
  static async create(path: string, budget: SpaceBudget): Promise<ObjectWriter> {
    return new ObjectWriter(path, await open(path, 'wx', 0o600), budget);
  }

  private constructor(path: string, handle: FileHandle, budget: SpaceBudget) {
    this.path = path;
    this.#handle = handle;
    this.#budget = budget;
  }

  /** Appends bytes. Errors: `QuotaExceededError`; those of Node's `fs`. */
  async write(bytes: Uint8Array): Promise<void> {
    if (!this.#budget.tryReserve(bytes.length)) throw new QuotaExceededError('The version store is full.');
    this.#bytes += bytes.length;
    for (let at = 0; at < bytes.length;)
      at += (await this.#handle.write(bytes, at, bytes.length - at, null)).bytesWritten;
  }

  /** Flushes and closes the file. It is then moved to its place. Errors: those of Node's `fs`. */
  async finish(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
  }

  /** Deletes what was written. Never rejects: a file that stays uses its space, and is deleted by a later collection. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(this.path, { force: true }).then(
      () => {
        this.#budget.release(this.#bytes);
      },
      () => undefined,
    );
  }
}
