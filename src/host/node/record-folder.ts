import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../actors/tools/gate/file-errors.js';

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
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
    const path = join(this.#path, name);
    const draft = `${path}.${randomUUID()}`;
    try {
      await writeFile(draft, bytes, { mode: 0o600, flag: 'wx' });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Removes a file, if it is there. Errors: those of the file system. */
  async remove(name: string): Promise<void> {
    await rm(join(this.#path, name), { force: true });
  }
}
