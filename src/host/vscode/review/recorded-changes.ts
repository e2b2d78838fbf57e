import type { FileChange, FileChanges, RecoveredChanges } from '../../../actors/protocol/file-changes.js';
import type { FileAccess } from '../../../actors/protocol/ports.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { listFiles } from '../../node/list-files.js';
import type { FileStep } from './pending-file.js';

// A deletion of more files than a person would look at is not offered for review.
const MAX_DELETED_FILES = 1_000;

interface RecordedChangesOptions {
  readonly changes: FileChanges;
  readonly files: Pick<FileAccess, 'readFile'> & {
    /** Whether the editor has a text of the file that is not saved. */
    readonly isUnsaved: (path: AbsPath) => Promise<boolean>;
  };
  /** Called with what has been changed, before `apply` resolves. Must not reject. */
  readonly onApplied: (steps: readonly FileStep[]) => Promise<void>;
}

/**
 * Passes changes on, and reports each file with its content before and after. It does not use the records of
 * `FileChanges`, which are gone as soon as a change is complete.
 */
export class RecordedChanges implements FileChanges {
  readonly #options: RecordedChangesOptions;

  constructor(options: RecordedChangesOptions) {
    this.#options = options;
  }

  async apply(changes: readonly FileChange[], signal?: AbortSignal): Promise<void> {
    const steps = await this.#listSteps(changes);
    await this.#options.changes.apply(changes, signal);
    await this.#options.onApplied(steps);
  }

  check(changes: readonly FileChange[]): Promise<void> {
    return this.#options.changes.check(changes);
  }

  recover(roots: readonly AbsPath[]): Promise<readonly RecoveredChanges[]> {
    return this.#options.changes.recover(roots);
  }

  async #listSteps(changes: readonly FileChange[]): Promise<readonly FileStep[]> {
    const removed = new Set(changes.flatMap((change) => (change.kind === 'remove' ? [change.path] : [])));
    const moved = new Set<AbsPath>();
    const steps: FileStep[] = [];
    for (const change of changes) {
      if (change.kind === 'write') {
        // A file that is moved and edited is written anew like the old one, which is removed.
        const from = change.like !== undefined && removed.has(change.like) ? change.like : change.path;
        if (from !== change.path) moved.add(from);
        const old = await this.#read(from);
        steps.push({ path: change.path, from, ...old, after: change.bytes });
      } else if (change.kind === 'move') {
        const old = await this.#read(change.from);
        steps.push({ path: change.to, from: change.from, ...old, after: old.before });
      } else if (change.kind === 'remove' && !moved.has(change.path)) {
        const paths =
          change.isRecursive === true ? await listFiles(change.path, MAX_DELETED_FILES) : [change.path];
        for (const path of paths) steps.push({ path, ...(await this.#read(path)), after: undefined });
      }
    }
    return steps;
  }

  async #read(path: AbsPath): Promise<Pick<FileStep, 'before' | 'isUnsaved'>> {
    const { files } = this.#options;
    // What cannot be read is not there, or the change fails.
    const before = await files.readFile(path).catch(() => undefined);
    return { before, ...((await files.isUnsaved(path)) ? { isUnsaved: true } : {}) };
  }
}
