import type { EntryId, LiveEvent, ThreadEntry } from '../../../actors/protocol/thread.js';
import type { LiveTexts } from '../../../actors/protocol/ui.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { foldLive, type LiveState, NOTHING_LIVE, settleLive } from '../../../actors/threads/live-state.js';
import { cutEntry } from './cut-entry.js';

/** What a view is shown of a thread, whether or not there is a view. */
export class ShownThread {
  readonly #entries: ThreadEntry[] = [];
  /** The current branch, with long texts truncated. */
  #branch: ThreadEntry[] = [];
  #live: LiveState = NOTHING_LIVE;

  /** The newest entry. */
  get last(): EntryId | undefined {
    return this.#entries.at(-1)?.id;
  }

  get branch(): readonly ThreadEntry[] {
    return this.#branch;
  }

  get live(): LiveTexts {
    return { draft: this.#live.draft, outputs: [...this.#live.outputs] };
  }

  /** Adds an entry. Returns it as the view gets it, or `undefined` when it begins another branch. */
  add(entry: ThreadEntry): ThreadEntry | undefined {
    const isNext = entry.parent === (this.last ?? null);
    this.#entries.push(entry);
    this.#live = settleLive(this.#live, entry);
    const cut = cutEntry(entry);
    if (isNext) this.#branch.push(cut);
    else this.#branch = branchTo(this.#entries).map(cutEntry);
    return isNext ? cut : undefined;
  }

  stream(event: LiveEvent): void {
    this.#live = foldLive(this.#live, event);
  }

  /** Replaces what is live. */
  replaceLive(state: LiveState): void {
    this.#live = state;
  }
}
