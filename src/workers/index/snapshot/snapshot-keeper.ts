import type { RelPath, RootStatus, WorkspaceWarning } from '../../../actors/protocol/workspace.js';
import { orAbort } from '../../../actors/runtime/abort.js';
import type { IndexData } from '../store/index-data.js';
import type { RootRules } from '../rules/root-rules.js';
import type { SavedRules } from '../rules/saved-rules.js';
import type { Snapshot } from './snapshot-format.js';
import type { SnapshotStore } from './snapshot-store.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

/** Takes the index of one root from its snapshot, and keeps that up to date. */
export class SnapshotKeeper {
  readonly #store: SnapshotStore | undefined;
  readonly #data: IndexData;
  readonly #rules: RootRules;
  #state: RootStatus['snapshot'];
  #saved: SavedRules | undefined;
  #isDue = false;
  #problem: string | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Without a store nothing is kept. */
  constructor(store: SnapshotStore | undefined, { data, rules }: { data: IndexData; rules: RootRules }) {
    this.#store = store;
    this.#data = data;
    this.#rules = rules;
  }

  /** What became of the snapshot from before; `undefined` where none are kept. */
  get state(): RootStatus['snapshot'] {
    return this.#state;
  }

  /** Whether there is none to begin with the next time, or none that is true any more. */
  get isMissing(): boolean {
    return this.#state === 'none' || this.#state === 'stale';
  }

  /** Whether the index is other than what was written last. */
  get isDue(): boolean {
    return this.#store !== undefined && this.#isDue;
  }

  get warnings(): WorkspaceWarning[] {
    return this.#problem === undefined ? [] : [{ path: '' as RelPath, message: this.#problem }];
  }

  /** Fills the index from the snapshot, if there is one. Whether there was. Cost: see `SnapshotStore.read`. */
  open(): boolean {
    if (this.#store === undefined) return false;
    const snapshot = this.#store.read();
    this.#state = snapshot === undefined ? 'none' : 'used';
    if (snapshot === undefined) return false;
    this.#data.restore(snapshot);
    this.#saved = snapshot.rules;
    return true;
  }

  /**
   * Takes the rules from the snapshot, after `refreshGitContext`. Whether the index is what the snapshot and its directories'
   * stamps say. Only the first call can be told so. Errors: the signal's reason.
   */
  async verifyRules(signal: AbortSignal): Promise<boolean> {
    const saved = this.#saved;
    if (saved === undefined) return false;
    this.#saved = undefined;
    const isSame = await runCooperatively(this.#rules.restore(saved), signal);
    if (!isSame) this.#state = 'stale';
    return isSame;
  }

  /** The disk could not be read: whatever is in the snapshot is not to be trusted any more. */
  giveUp(): void {
    if (this.#saved !== undefined) this.#state = 'stale';
    this.#saved = undefined;
  }

  /** The index is other than what was written last. */
  noteChange(): void {
    this.#isDue = true;
  }

  /**
   * Takes down what has changed since the last time, and resolves when that is done: nothing may change meanwhile. It is
   * written afterwards. Nothing fails: what cannot be written is a warning.
   */
  async save(signal: AbortSignal): Promise<void> {
    const store = this.#store;
    if (store === undefined || !this.#isDue) return;
    try {
      const captured = await runCooperatively(this.#data.capture(), signal);
      if (captured === undefined) return;
      this.#isDue = false;
      const snapshot = { ...captured, rules: this.#rules.saved };
      this.#writing = this.#writing.then(() => this.#write(store, snapshot));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Resolves when what was taken down is written, or the signal aborts. */
  async finish(signal: AbortSignal): Promise<void> {
    await orAbort(this.#writing, signal).catch(() => undefined);
  }

  async #write(store: SnapshotStore, snapshot: Snapshot): Promise<void> {
    try {
      await store.write(snapshot);
      this.#problem = undefined;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#problem = `The index cannot be kept for the next time: ${why}`;
    }
  }
}
