import { StaleFileError, ToolExecutionError } from '../../../actors/protocol/errors.js';
import type { FileChange, FileChanges, RecoveredChanges } from '../../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { hashOf } from '../../../actors/tools/text/content-hash.js';
import type { EditorDocument } from './editor-files.js';
import { type DocumentEvents, whenEditorReloaded } from './when-editor-reloaded.js';

/** A document whose whole text is replaced. */
export interface DocumentEdit {
  readonly document: EditorDocument;
  readonly text: string;
}

export interface EditorChangesOptions {
  /** The files that nobody has unsaved changes in. */
  readonly disk: FileChanges;
  /** The unsaved document of a file, whatever path it was opened by. */
  readonly findUnsaved: (path: AbsPath) => Promise<EditorDocument | undefined>;
  /** The documents of a file that nobody has typed in. */
  readonly findSaved: (path: AbsPath) => Promise<readonly EditorDocument[]>;
  readonly events: DocumentEvents;
  /** Replaces the texts, all or none, as one step to undo. Whether it was done. */
  readonly edit: (edits: readonly DocumentEdit[]) => PromiseLike<boolean>;
  /** Whether it was saved. */
  readonly save: (document: EditorDocument) => PromiseLike<boolean>;
}

/**
 * Changes files under an editor. Where a person has unsaved changes, the buffer is the file: it is edited, so that the
 * change can be undone, and saved. All other files are changed on the disk byte by byte, and it is waited for that the
 * editor takes over what it has open: what is typed before that would be typed into the old text.
 * Source: SPEC T4.
 */
export class EditorChanges implements FileChanges {
  readonly #options: EditorChangesOptions;

  constructor(options: EditorChangesOptions) {
    this.#options = options;
  }

  async apply(changes: readonly FileChange[], signal?: AbortSignal): Promise<void> {
    const { edit, save } = this.#options;
    const edits: DocumentEdit[] = [];
    const onDisk: FileChange[] = [];
    for (const change of changes) {
      const found = await this.#editOf(change);
      if (found === undefined) onDisk.push(change);
      else edits.push(found);
    }
    signal?.throwIfAborted();
    if (edits.length === 0) {
      await this.#applyOnDisk(onDisk, signal);
      return;
    }

    const before = edits.map(({ document }) => ({ document, text: document.getText() }));
    if (!(await edit(edits))) throw failure('The editor did not take the change. Nothing was changed.');
    try {
      await this.#applyOnDisk(onDisk, signal);
    } catch (error) {
      if (!(await edit(before))) {
        const names = before.map(({ document }) => document.uri.fsPath).join(', ');
        throw failure(
          `The change failed, and the editor did not take it back in ${names}: undo it there.`,
          error,
        );
      }
      throw error;
    }
    for (const { document } of edits) {
      if (await save(document)) continue;
      throw failure(
        `${document.uri.fsPath} was changed in the editor and could not be saved: it is unsaved there.`,
      );
    }
  }

  async check(changes: readonly FileChange[]): Promise<void> {
    const onDisk: FileChange[] = [];
    for (const change of changes) if ((await this.#editOf(change)) === undefined) onDisk.push(change);
    await this.#options.disk.check?.(onDisk);
  }

  recover(): Promise<readonly RecoveredChanges[]> {
    return this.#options.disk.recover();
  }

  async #applyOnDisk(changes: readonly FileChange[], signal: AbortSignal | undefined): Promise<void> {
    const { disk, findSaved, events } = this.#options;
    await disk.apply(changes, signal);
    await Promise.all(
      changes.map(async (change) => {
        if (change.kind !== 'write') return;
        const text = Buffer.from(change.bytes).toString();
        const documents = await findSaved(change.path);
        await Promise.all(documents.map((document) => whenEditorReloaded(document, text, events)));
      }),
    );
  }

  /** What a change makes of a document; none where there are no unsaved changes. Errors: those of `apply`. */
  async #editOf(change: FileChange): Promise<DocumentEdit | undefined> {
    const path = change.kind === 'move' ? change.from : change.path;
    const document = await this.#options.findUnsaved(path);
    if (document === undefined) return undefined;
    if (change.kind !== 'write') {
      throw failure(
        `${path} has unsaved changes in the editor. Nothing was changed: save or close it there first.`,
      );
    }
    if ((await hashOf(Buffer.from(document.getText()))) !== change.expected) {
      throw new StaleFileError(
        `${path} was changed in the editor since it was read. Nothing was written: read it again and repeat the change on what it holds now.`,
        { path },
      );
    }
    return { document, text: Buffer.from(change.bytes).toString() };
  }
}

function failure(message: string, cause?: unknown): ToolExecutionError {
  return new ToolExecutionError(message, { tool: 'files' }, cause === undefined ? undefined : { cause });
}
