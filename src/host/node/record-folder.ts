import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../actors/tools/gate/is-missing.js';
import { replaceFile } from './replace-file.js';

/** A folder of small files that are replaced as a whole. Several processes may use it; the last one wins. */
export class RecordFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The names of all files; none if there is no folder yet. Errors: those of the file system. */
  async list(): Promise<readonly string[]> {
    return readdir(this.#path).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
  }

  /** Resolves to `undefined` for what cannot be read. Never rejects. */
  async read(name: string): Promise<Uint8Array | undefined> {
    return readFile(join(this.#path, name)).catch(() => undefined);
  }

  /** Writes a file that only this person can read. Errors: those of the file system. */
  async replace(name: string, bytes: Uint8Array): Promise<void> {
    await replaceFile(join(this.#path, name), bytes);
  }

  /** Removes a file, if it is there. Errors: those of the file system. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#path, name), { force: true });
  }
}
