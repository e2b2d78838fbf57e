import { StaleFileError, ToolExecutionError } from '../../../actors/protocol/errors.js';
import type { FileChange, FileChanges, RecoveredChanges } from '../../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { hashOf } from '../../../actors/tools/text/content-hash.js';
import type { EditorDocument } from './editor-files.js';
import { type DocumentEvents, whenEditorReloaded } from './when-editor-reloaded.js';
import { EDITOR_TEXTS } from '../words/editor-words.js';

/** A document, and the text that replaces its whole content. */
interface DocumentEdit {
  readonly document: EditorDocument;
  readonly text: string;
}

interface EditorChangesOptions {
  /** Changes files without unsaved changes. */
  readonly disk: FileChanges;
  /** The unsaved document of a file, by whatever path the editor opened it. */
  readonly findUnsaved: (path: AbsPath) => Promise<EditorDocument | undefined>;
  /** The open documents of a file without unsaved changes. */
  readonly findSaved: (path: AbsPath) => Promise<readonly EditorDocument[]>;
  readonly events: DocumentEvents;
  /** Replaces the texts, all or none, as one undo step. Resolves to whether that succeeded. */
  readonly edit: (edits: readonly DocumentEdit[]) => PromiseLike<boolean>;
  /** Resolves to whether the document was saved. */
  readonly save: (document: EditorDocument) => PromiseLike<boolean>;
}

/**
 * Changes files that may be open in the editor. A file with unsaved changes is edited in its buffer, so that the change
 * can be undone, and then saved. All other files are changed on the disk; `apply` then waits until the editor has
 * reloaded those that are open, because text typed before that would go into the old content.
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
    if (!(await edit(edits))) throw failure(EDITOR_TEXTS.notApplied);
    try {
      await this.#applyOnDisk(onDisk, signal);
    } catch (error) {
      if (!(await edit(before))) {
        const names = before.map(({ document }) => document.uri.fsPath).join(', ');
        throw failure(EDITOR_TEXTS.notUndone(names), error);
      }
      throw error;
    }
    for (const { document } of edits) {
      if (await save(document)) continue;
      throw failure(EDITOR_TEXTS.notSaved(document.uri.fsPath));
    }
  }

  async check(changes: readonly FileChange[]): Promise<void> {
    const onDisk: FileChange[] = [];
    for (const change of changes) if ((await this.#editOf(change)) === undefined) onDisk.push(change);
    await this.#options.disk.check(onDisk);
  }

  recover(roots: readonly AbsPath[]): Promise<readonly RecoveredChanges[]> {
    return this.#options.disk.recover(roots);
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

  /** The edit of a document with unsaved changes; `undefined` when there are none. Errors: those of `apply`. */
  async #editOf(change: FileChange): Promise<DocumentEdit | undefined> {
    const path = change.kind === 'move' ? change.from : change.path;
    const document = await this.#options.findUnsaved(path);
    if (document === undefined) return undefined;
    if (change.kind !== 'write') {
      throw failure(EDITOR_TEXTS.unsaved(path));
    }
    if ((await hashOf(Buffer.from(document.getText()))) !== change.expected) {
      throw new StaleFileError(EDITOR_TEXTS.stale(path), { path });
    }
    return { document, text: Buffer.from(change.bytes).toString() };
  }
}

function failure(message: string, cause?: unknown): ToolExecutionError {
  return new ToolExecutionError(message, { tool: 'files' }, cause === undefined ? undefined : { cause });
}
