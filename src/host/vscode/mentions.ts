import type { SearchHit } from '../../actors/protocol/workspace.js';
import type { Workspace } from '../workspace.js';

// More than a list can show; who does not see the file types another letter.
const MAX_HITS = 50;

export interface MentionsOptions {
  /** Errors: why there is none. */
  readonly openWorkspace: () => Promise<Pick<Workspace, 'search'>>;
  /** Told what was found for the newest query, and for no other. */
  readonly onHits: (id: number, hits: readonly SearchHit[]) => void;
  /** Told why a search failed. */
  readonly onProblem: (what: string, error: unknown) => void;
}

/** Finds files while their name is being typed. The newest query wins: those before it are cancelled. */
export class Mentions {
  readonly #options: MentionsOptions;
  #newest = new AbortController();

  constructor(options: MentionsOptions) {
    this.#options = options;
  }

  /** Resolves when the query is answered or given up. Never rejects. */
  async search(id: number, query: string): Promise<void> {
    this.cancel();
    const { signal } = this.#newest;
    const answer = (hits: readonly SearchHit[]): void => {
      if (!signal.aborted) this.#options.onHits(id, hits);
    };
    try {
      const workspace = await this.#options.openWorkspace();
      if (signal.aborted) return;
      const { hits } = await workspace.search(query, { limit: MAX_HITS, mode: 'fuzzy', signal });
      answer(hits);
    } catch (error) {
      if (signal.aborted) return;
      this.#options.onProblem('The index could not be searched', error);
      answer([]);
    }
  }

  /** Nobody waits for an answer any more. */
  cancel(): void {
    this.#newest.abort();
    this.#newest = new AbortController();
  }
}
