import { readFile } from 'node:fs/promises';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import { replaceFile } from '../replace-file.js';

/** The thread that was open last, in a file. Several processes may write it; the last one wins. */
export class LastThread {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves to `undefined` when none is known. Never rejects: a file that cannot be read names none. */
  async read(): Promise<ThreadId | undefined> {
    await this.#writing.catch(() => undefined);
    const name = await readFile(this.#path, 'utf8').catch(() => '');
    return name === '' ? undefined : (name as ThreadId);
  }

  /** Writes the id, or that none is open, in the order of the calls. Errors: those of the file system. */
  write(thread: ThreadId | undefined): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => replaceFile(this.#path, thread ?? ''));
    return this.#writing;
  }
}
