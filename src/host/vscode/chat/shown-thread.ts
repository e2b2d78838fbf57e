import type { Usage } from '../../../actors/protocol/llm.js';
import type { EntryId, LiveEvent, ThreadEntry } from '../../../actors/protocol/thread.js';
import type { LiveTexts } from '../../../actors/protocol/ui.js';
import type { ViewFork } from '../../../actors/protocol/ui-memory.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { findForks } from '../../../actors/threads/find-forks.js';
import { foldLive, type LiveState, NOTHING_LIVE, settleLive } from '../../../actors/threads/live-state.js';
import { sumUsage, type ThreadUsage } from '../../../actors/threads/usage/sum-usage.js';
import { cutEntry } from './cut-entry.js';

/** What a view is shown of a thread, whether or not there is a view. */
export class ShownThread {
  readonly #entries: ThreadEntry[] = [];
  /** The current branch, with long texts truncated. */
  #branch: ThreadEntry[] = [];
  #live: LiveState = NOTHING_LIVE;
  #hasPlan = false;
  /** The sum for that many entries. */
  #usage: { readonly length: number; readonly sum: ThreadUsage } | undefined;

  /** The newest entry. */
  get last(): EntryId | undefined {
    return this.#entries.at(-1)?.id;
  }

  get branch(): readonly ThreadEntry[] {
    return this.#branch;
  }

  /** All entries by `seq`, those of other branches included. */
  get entries(): readonly ThreadEntry[] {
    return this.#entries;
  }

  /** Whether a plan was ever proposed in it, on whichever branch. */
  get hasPlan(): boolean {
    return this.#hasPlan;
  }

  /** The messages of the current branch that have alternatives. */
  get forks(): readonly ViewFork[] {
    return findForks(this.#entries, this.#branch);
  }

  /** The usage of the newest request of the branch. */
  get lastUsage(): Usage | undefined {
    const reply = this.#branch.findLast(({ kind }) => kind === 'reply');
    return reply?.kind === 'reply' ? reply.usage : undefined;
  }

  /** What all requests of the thread have used, on all of its branches. */
  get usage(): ThreadUsage {
    const { length } = this.#entries;
    if (this.#usage?.length !== length) this.#usage = { length, sum: sumUsage(this.#entries) };
    return this.#usage.sum;
  }

  get live(): LiveTexts {
    return { draft: this.#live.draft, outputs: [...this.#live.outputs] };
  }

  /** Adds an entry. Returns it as the view gets it, or `undefined` when it begins another branch. */
  add(entry: ThreadEntry): ThreadEntry | undefined {
    const isNext = entry.parent === (this.last ?? null);
    this.#entries.push(entry);
    this.#hasPlan ||= entry.kind === 'plan';
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
