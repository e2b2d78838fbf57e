import type { FilePlace, SearchHit } from '../../../actors/protocol/workspace.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import type { Workspace } from '../../workspace.js';

// More than a list can show; who does not see the file types another letter.
const MAX_HITS = 50;

// The index changes many times a second while it fills; a list that changes as often cannot be read.
const RETRY_DELAY_MS = 250;

export interface MentionsOptions {
  readonly clock: Clock;
  /** Errors: why there is none. */
  readonly openWorkspace: () => Promise<Pick<Workspace, 'search'>>;
  /** The folder of the file that is open, below its root; `''` for a root, or when no file of one is open. */
  readonly openFolder: () => string;
  /**
   * Told what was found for the newest query, and for no other; again when there was nothing at first. `place` is where in
   * the file, when the query says so.
   */
  readonly onHits: (id: number, hits: readonly SearchHit[], place: FilePlace | undefined) => void;
  /** Told why a search failed. */
  readonly onProblem: (what: string, error: unknown) => void;
}

/** Finds files while their name is being typed. The newest query wins: those before it are cancelled. */
export class Mentions {
  readonly #options: MentionsOptions;
  readonly #soon: Debounce;
  #newest = new AbortController();
  /** The newest query, while nothing was found for it. */
  #unmet: { readonly id: number; readonly query: string } | undefined;

  constructor(options: MentionsOptions) {
    this.#options = options;
    this.#soon = new Debounce(options.clock, { maxMs: RETRY_DELAY_MS }, () => {
      if (this.#unmet !== undefined) void this.search(this.#unmet.id, this.#unmet.query);
    });
  }

  /** Resolves when the query is answered or given up. Never rejects. */
  async search(id: number, query: string): Promise<void> {
    this.cancel();
    const { signal } = this.#newest;
    const answer = (hits: readonly SearchHit[], place?: FilePlace): void => {
      if (signal.aborted) return;
      this.#unmet = hits.length === 0 ? { id, query } : undefined;
      this.#options.onHits(id, hits, place);
    };
    try {
      const workspace = await this.#options.openWorkspace();
      if (signal.aborted) return;
      // Names near the open file come first; a path is one below a root, unless it says that it is relative.
      const base = query.includes('/') && !query.startsWith('.') ? '' : this.#options.openFolder();
      const { hits, place } = await workspace.search(query, { base, limit: MAX_HITS, mode: 'fuzzy', signal });
      answer(hits, place);
    } catch (error) {
      if (signal.aborted) return;
      this.#options.onProblem('The index could not be searched', error);
      answer([]);
    }
  }

  /** The index has changed: what was not found may be there now. What was found stays as it is, under the cursor. */
  indexChanged(): void {
    if (this.#unmet !== undefined) this.#soon.trigger();
  }

  /** Nobody waits for an answer any more. */
  cancel(): void {
    this.#newest.abort();
    this.#newest = new AbortController();
    this.#unmet = undefined;
    this.#soon.cancel();
  }
}
