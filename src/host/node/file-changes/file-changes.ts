import { randomUUID } from 'node:crypto';
import { WorkspaceBoundaryError } from '../../../actors/protocol/errors.js';
import type { FileChange, FileChanges, RecoveredChanges } from '../../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { isMissingError } from '../../../workers/disk/is-missing-error.js';
import { AnchoredDirectory } from './anchored-directory.js';
import { halfDoneError, toChangeError } from './change-errors.js';
import { Journal } from './journal.js';
import { type PlannedChangeStep, planSteps } from './plan-steps.js';
import { clearStep, performStep, stateOfStep, undoStep } from './perform-step.js';
import { stageBytes, stageFile } from './stage-step.js';
import { isEarly, pathOfStep, type ChangeStep } from './change-step.js';

interface DiskChangesOptions {
  /** The folder for the journal: on a disk, and the same for all windows of this person. */
  readonly journal: string;
  /** The folder for it where nothing can be written to that one. Default: then nothing is changed. */
  readonly journalFallback?: string;
  /** Called before each step that changes the disk, for tests. */
  readonly onStep?: (what: string) => void | Promise<void>;
}

/**
 * Changes files on the disk. Each new content is staged beside its file and moved into place by one rename, so that a
 * crash leaves the old or the new file. Steps are journaled first: `recover` in a later process completes them or rolls
 * them back.
 * Source: SPEC T4.
 */
export class DiskChanges implements FileChanges {
  readonly #journal: Journal;
  readonly #onStep: (what: string) => void | Promise<void>;
  /** Settles when the latest change or recovery has ended: they run one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ journal, journalFallback, onStep = () => undefined }: DiskChangesOptions) {
    this.#journal = new Journal(journal, journalFallback);
    this.#onStep = onStep;
  }

  apply(changes: readonly FileChange[], signal?: AbortSignal): Promise<void> {
    return this.applyPlan((id) => planSteps(changes, id), signal);
  }

  /**
   * Performs steps, all or none. `plan` names them when it is their turn; names of entries beside others contain its id.
   * Errors: those of `apply` and of `plan`.
   */
  applyPlan(
    plan: (id: string) => Promise<readonly PlannedChangeStep[]>,
    signal?: AbortSignal,
  ): Promise<void> {
    return this.#inTurn(() => this.#apply(plan, signal));
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async check(changes: readonly FileChange[]): Promise<void> {
    await planSteps(changes, randomUUID());
  }

  async #apply(
    plan: (id: string) => Promise<readonly PlannedChangeStep[]>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    const id = randomUUID();
    const planned = await plan(id);
    const steps = planned.map(({ step }) => step);
    const open = new OpenDirectories();
    const done: ChangeStep[] = [];
    let at = this.#journal.directory;
    try {
      await this.#onStep('journal');
      await this.#journal.write(id, { phase: 'staging', steps });
      for (const { step, source } of planned) {
        at = pathOfStep(step);
        signal?.throwIfAborted();
        await this.#onStep(`stage ${step.kind}`);
        const directory = await open.get(step.directory);
        if (isEarly(step)) {
          await performStep(directory, step);
          done.push(step);
        } else if ('staged' in step && source !== undefined) {
          if ('stage' in source) await source.stage(directory.entry(step.staged));
          else if ('bytes' in source) {
            const like = step.kind === 'replace' ? directory.entry(step.name) : source.like;
            await stageBytes(directory.entry(step.staged), source.bytes, like);
          } else await stageFile(source.from, directory, step.staged);
        }
      }
      signal?.throwIfAborted();
      at = this.#journal.directory;
      await this.#onStep('journal');
      await this.#journal.write(id, { phase: 'committing', steps });
      for (const step of steps) {
        if (isEarly(step)) continue;
        at = pathOfStep(step);
        await this.#onStep(`commit ${step.kind}`);
        await performStep(await open.get(step.directory), step);
        done.push(step);
      }
      await open.sync();
      await this.#onStep('mark done');
      await this.#journal.markDone(id);
    } catch (error) {
      try {
        await this.#rollBack(id, open, steps, done);
      } catch (failure) {
        await open.close();
        throw halfDoneError(
          at,
          new AggregateError([error, failure], 'Neither the change nor its rollback succeeded'),
        );
      }
      throw signal?.aborted === true && error === signal.reason ? error : toChangeError(error, at);
    }
    try {
      await this.#end(id, open, steps);
    } catch {
      // All changes are made; the backups are removed at the next recovery.
      await open.close();
    }
  }

  recover(roots: readonly AbsPath[]): Promise<readonly RecoveredChanges[]> {
    return this.#inTurn(() => this.#recover(roots));
  }

  async #recover(roots: readonly AbsPath[]): Promise<readonly RecoveredChanges[]> {
    const { taken, refused } = await this.#journal.takeOver(roots);
    const recovered = refused.map((steps): RecoveredChanges => ({
      outcome: 'refused',
      paths: steps.map(pathOfStep),
    }));
    for (const { id, phase, steps, isDone } of taken) {
      const open = new OpenDirectories();
      try {
        const isComplete = isDone || (phase === 'committing' && (await this.#complete(open, steps)));
        const outcome = isComplete ? 'completed' : 'rolled back';
        recovered.push({ outcome, paths: steps.map(pathOfStep) });
        const begun = phase === 'committing' ? steps : steps.filter(isEarly);
        if (outcome === 'completed') await this.#end(id, open, steps);
        else await this.#rollBack(id, open, steps, begun);
      } catch {
        // A disk that is disconnected now may be connected the next time.
        await open.close();
      }
    }
    return recovered;
  }

  /** Completes all steps. Returns whether that was possible. */
  async #complete(open: OpenDirectories, steps: readonly ChangeStep[]): Promise<boolean> {
    const left: ChangeStep[] = [];
    for (const step of steps) {
      const directory = await open.find(step.directory);
      const state = directory === undefined ? 'overtaken' : await stateOfStep(directory, step);
      if (state === 'overtaken') return false;
      if (state === 'to do') left.push(step);
    }
    for (const step of left) await performStep(await open.get(step.directory), step);
    await open.sync();
    return true;
  }

  async #rollBack(
    id: string,
    open: OpenDirectories,
    steps: readonly ChangeStep[],
    begun: readonly ChangeStep[],
  ): Promise<void> {
    const backwards = [...begun].reverse();
    await this.#undo(
      open,
      backwards.filter((step) => !isEarly(step)),
    );
    await this.#clear(open, steps);
    // Directories are empty by now, unless another program has put a file there.
    await this.#undo(open, backwards.filter(isEarly));
    await this.#forget(id, open);
  }

  async #end(id: string, open: OpenDirectories, steps: readonly ChangeStep[]): Promise<void> {
    await this.#clear(open, steps);
    await this.#forget(id, open);
  }

  async #undo(open: OpenDirectories, steps: readonly ChangeStep[]): Promise<void> {
    for (const step of steps) {
      await this.#onStep(`undo ${step.kind}`);
      const directory = await open.find(step.directory);
      if (directory !== undefined) await undoStep(directory, step);
    }
  }

  /** Removes the backups and staged files. */
  async #clear(open: OpenDirectories, steps: readonly ChangeStep[]): Promise<void> {
    for (const step of steps) {
      await this.#onStep('clear');
      const directory = await open.find(step.directory);
      if (directory !== undefined) await clearStep(directory, step);
    }
  }

  async #forget(id: string, open: OpenDirectories): Promise<void> {
    await this.#onStep('forget');
    await this.#journal.remove(id);
    await open.close();
  }
}

/** The directories in which steps work, each opened once. */
class OpenDirectories {
  readonly #open = new Map<AbsPath, AnchoredDirectory>();

  /** Errors: those of `AnchoredDirectory.requireUnmoved`. */
  async get(path: AbsPath): Promise<AnchoredDirectory> {
    const known = this.#open.get(path);
    if (known !== undefined) {
      await known.requireUnmoved();
      return known;
    }
    const directory = await AnchoredDirectory.open(path);
    this.#open.set(path, directory);
    return directory;
  }

  /**
   * The directory, even if it was moved since it was opened. `undefined` when there is none: it was not created, was
   * deleted with its contents, or its path leads elsewhere.
   */
  async find(path: AbsPath): Promise<AnchoredDirectory | undefined> {
    try {
      return this.#open.get(path) ?? (await this.get(path));
    } catch (error) {
      if (error instanceof WorkspaceBoundaryError) return undefined;
      if (isMissingError(error)) return undefined;
      throw error;
    }
  }

  async sync(): Promise<void> {
    for (const directory of this.#open.values()) await directory.sync();
  }

  async close(): Promise<void> {
    for (const directory of this.#open.values()) await directory[Symbol.asyncDispose]();
    this.#open.clear();
  }
}
