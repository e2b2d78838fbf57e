import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { RelPath, RootStatus, WorkspaceWarning } from '../../../actors/protocol/workspace.js';
import { orAbort } from '../../../actors/runtime/abort.js';
import type { IndexData } from '../store/index-data.js';
import type { RootRules } from '../rules/root-rules.js';
import type { SavedRules } from '../rules/saved-rules.js';
import type { Snapshot } from './snapshot-format.js';
import type { SnapshotStore } from './snapshot-store.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

/** Loads the index of one root from its snapshot, and saves it again when it has changed. */
export class SnapshotKeeper {
  readonly #store: SnapshotStore | undefined;
  readonly #data: IndexData;
  readonly #rules: RootRules;
  #state: RootStatus['snapshot'];
  #saved: SavedRules | undefined;
  #isDue = false;
  #problem: string | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** Without a store no snapshot is loaded or saved. */
  constructor(store: SnapshotStore | undefined, { data, rules }: { data: IndexData; rules: RootRules }) {
    this.#store = store;
    this.#data = data;
    this.#rules = rules;
  }

  /** The result of loading the snapshot; `undefined` without a store. */
  get state(): RootStatus['snapshot'] {
    return this.#state;
  }

  /** Whether there is no valid snapshot on the disk. */
  get isMissing(): boolean {
    return this.#state === 'none' || this.#state === 'stale';
  }

  /** Whether the index has changed since it was last saved. */
  get isDue(): boolean {
    return this.#store !== undefined && this.#isDue;
  }

  get warnings(): WorkspaceWarning[] {
    return this.#problem === undefined ? [] : [{ path: '' as RelPath, message: this.#problem }];
  }

  /** Fills the index from the snapshot. Returns whether there was one. Cost: that of `SnapshotStore.read`. */
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
   * Loads the rules from the snapshot, after `refreshGitContext`. Resolves to whether the index equals the disk as
   * far as directory stamps tell; only the first call can resolve to true. Errors: the signal's reason.
   */
  async verifyRules(signal: AbortSignal): Promise<boolean> {
    const saved = this.#saved;
    if (saved === undefined) return false;
    this.#saved = undefined;
    const isSame = await runCooperatively(this.#rules.restore(saved), signal);
    if (!isSame) this.#state = 'stale';
    return isSame;
  }

  /** Discards the loaded snapshot, because the disk could not be read to verify it. */
  giveUp(): void {
    if (this.#saved !== undefined) this.#state = 'stale';
    this.#saved = undefined;
  }

  /** Notes that the index has changed since it was last saved. */
  noteChange(): void {
    this.#isDue = true;
  }

  /**
   * Captures the changed index, and resolves when that is done; the index must not change meanwhile. Writing follows
   * in the background. Never rejects: a failed write becomes a warning.
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

  /** Resolves when the captured index is written, or the signal aborts. */
  async finish(signal: AbortSignal): Promise<void> {
    await orAbort(this.#writing, signal).catch(() => undefined);
  }

  async #write(store: SnapshotStore, snapshot: Snapshot): Promise<void> {
    try {
      await store.write(snapshot);
      this.#problem = undefined;
    } catch (error) {
      const why = messageOf(error);
      this.#problem = `The index cannot be kept for the next time: ${why}`;
    }
  }
}
