import { basename, dirname, join } from 'node:path';
import type { FileAccess } from '../../../actors/protocol/ports.js';
import type { AbsPath, UnsavedFile } from '../../../actors/protocol/workspace.js';
import { isMissing } from '../../../actors/tools/gate/is-missing.js';

/** A document that is open in the editor. */
export interface EditorDocument {
  readonly uri: { readonly scheme: string; readonly fsPath: string };
  readonly isDirty: boolean;
  readonly isClosed: boolean;
  /** Incremented with each change of the text. */
  readonly version: number;
  getText(): string;
}

/**
 * Files as the person sees them: the text of an unsaved buffer in place of the file on the disk.
 * Source: SPEC T4.
 */
export class EditorFiles implements FileAccess {
  readonly #disk: FileAccess;
  readonly #documents: () => readonly EditorDocument[];

  constructor(disk: FileAccess, documents: () => readonly EditorDocument[]) {
    this.#disk = disk;
    this.#documents = documents;
  }

  /** A deleted file with an unsaved buffer exists as long as the buffer does. */
  async realpath(path: string): Promise<string> {
    try {
      return await this.#disk.realpath(path);
    } catch (error) {
      if (!isMissing(error) || !this.#unsaved().some(({ uri }) => uri.fsPath === path)) throw error;
      return join(await this.#disk.realpath(dirname(path)), basename(path));
    }
  }

  readlink(path: string): Promise<string> {
    return this.#disk.readlink(path);
  }

  async stat(path: AbsPath): ReturnType<FileAccess['stat']> {
    const unsaved = await this.findUnsaved(path);
    if (unsaved === undefined) return this.#disk.stat(path);
    const size = Buffer.byteLength(unsaved.getText());
    try {
      // The editor saves in place, so that all names of a file get the new content.
      return { ...(await this.#disk.stat(path)), size, names: 1 };
    } catch (error) {
      if (!isMissing(error)) throw error;
      return { isFile: true, isDirectory: false, size, mtimeMs: 0 };
    }
  }

  async readFile(path: AbsPath, signal?: AbortSignal): Promise<Uint8Array> {
    const unsaved = await this.findUnsaved(path);
    signal?.throwIfAborted();
    return unsaved === undefined ? this.#disk.readFile(path, signal) : Buffer.from(unsaved.getText());
  }

  /** The unsaved documents, one for each file, by their paths with links resolved. */
  async listUnsaved(): Promise<readonly UnsavedFile[]> {
    const found = new Map<string, EditorDocument>();
    for (const document of this.#unsaved()) {
      const path = await this.realpath(document.uri.fsPath).catch(() => undefined);
      if (path !== undefined && !found.has(path)) found.set(path, document);
    }
    // The document may have been saved or closed during the wait.
    const unsaved = [...found].filter(([, { isDirty, isClosed }]) => isDirty && !isClosed);
    return unsaved.map(([path, document]) => ({ path, content: Buffer.from(document.getText()) }));
  }

  /** The unsaved document of a file, even if the editor opened it through a symbolic link. */
  async findUnsaved(path: AbsPath): Promise<EditorDocument | undefined> {
    const [unsaved] = await this.#documentsOf(path, this.#unsaved());
    // The document may have been saved or closed during the wait.
    return unsaved?.isDirty === true && !unsaved.isClosed ? unsaved : undefined;
  }

  /** The open documents of a file without unsaved changes. */
  async findSaved(path: AbsPath): Promise<readonly EditorDocument[]> {
    const saved = this.#documents().filter(({ uri, isDirty }) => !isDirty && uri.scheme === 'file');
    return this.#documentsOf(path, saved);
  }

  async #documentsOf(path: AbsPath, among: readonly EditorDocument[]): Promise<readonly EditorDocument[]> {
    const real = await Promise.all(among.map(({ uri }) => this.realpath(uri.fsPath).catch(() => undefined)));
    return among.filter((_, index) => real[index] === path);
  }

  #unsaved(): readonly EditorDocument[] {
    return this.#documents().filter(({ uri, isDirty }) => isDirty && uri.scheme === 'file');
  }
}
