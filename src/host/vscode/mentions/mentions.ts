import type { MentionOffer } from '../../../actors/protocol/ui.js';
import type { FilePlace, SearchHit } from '../../../actors/protocol/workspace.js';
import { type Clock, sleep } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import type { Workspace } from '../../workspace.js';
import { findTop } from './find-top.js';

// More than a list can show; a person who misses a file types another letter.
const MAX_HITS = 50;

// As many as one looks through.
const MAX_FOLDERS = 20;

// While the index fills it changes many times a second; a list that changes as often cannot be read.
const RETRY_DELAY_MS = 250;

// Language servers search anew at each query; between two keys of a word there is less time than that.
const SYMBOL_DELAY_MS = 200;

// Fewer letters are in the names of most symbols.
const MIN_SYMBOL_CHARS = 3;

interface MentionsOptions {
  readonly clock: Clock;
  /** Errors: the reason why there is no workspace. */
  readonly openWorkspace: () => Promise<Pick<Workspace, 'roots' | 'search'>>;
  /** The folder of the open file, relative to its root; `''` for the root, or when no file of a root is open. */
  readonly openFolder: () => string;
  /** The names of the folders in a folder of the disk. Errors: those of the file system. */
  readonly listFolders: (folder: string) => Promise<readonly string[]>;
  /** Whether the index is whole. */
  readonly isIndexed: () => boolean;
  /** What the editor can attach now, besides what a search finds. */
  readonly listOffers: () => readonly MentionOffer[];
  /** The symbols whose names match. */
  readonly findSymbols: (query: string) => Promise<readonly MentionOffer[]>;
  /**
   * Called with the hits for the newest query only; called again with more when there were none at first, or the index
   * was not whole: what was there keeps its place. `place` is the place in the file, when the query names one.
   */
  readonly onHits: (id: number, hits: readonly SearchHit[], place: FilePlace | undefined) => void;
  /** Called with what else the newest query may mean: for an empty one before its hits, else behind them. */
  readonly onOffers: (id: number, offers: readonly MentionOffer[]) => void;
  /** Reports a failed search. */
  readonly onProblem: (what: string, error: unknown) => void;
}

/** Searches files and symbols while a mention is being typed. A newer query cancels the one before. */
export class Mentions {
  readonly #options: MentionsOptions;
  readonly #soon: Debounce;
  #newest = new AbortController();
  /** The newest query with the hits that it has, while more may come. */
  #unmet: Unmet | undefined;
  /** Whether the index has changed since the files were last searched. */
  #hasChanged = false;

  constructor(options: MentionsOptions) {
    this.#options = options;
    this.#soon = new Debounce(options.clock, { maxMs: RETRY_DELAY_MS }, () => {
      if (this.#unmet !== undefined) void this.#searchFiles(this.#unmet, this.#newest.signal);
    });
  }

  /** Resolves when the query is answered or superseded. Never rejects. */
  async search(id: number, query: string): Promise<void> {
    this.cancel();
    const { signal } = this.#newest;
    if (query.startsWith('#')) {
      await this.#searchSymbols(id, query.slice(1), signal);
      if (!signal.aborted) this.#options.onHits(id, [], undefined);
      return;
    }
    const isEmpty = query === '';
    if (isEmpty) this.#options.onOffers(id, this.#options.listOffers());
    await this.#searchFiles({ id, query, hits: [] }, signal);
    const isWord = query.length >= MIN_SYMBOL_CHARS && /^[\w$]+$/.test(query);
    if (isWord && !signal.aborted) await this.#searchSymbols(id, query, signal);
  }

  /** Searches the files again if more may come of it. */
  indexChanged(): void {
    this.#hasChanged = true;
    if (this.#unmet !== undefined) this.#soon.trigger();
  }

  /** Cancels the current query. */
  cancel(): void {
    this.#newest.abort();
    this.#newest = new AbortController();
    this.#unmet = undefined;
    this.#soon.cancel();
  }

  async #searchFiles({ id, query, hits: before }: Unmet, signal: AbortSignal): Promise<void> {
    const answer = (found: readonly SearchHit[], isWhole: boolean, place?: FilePlace): void => {
      if (signal.aborted) return;
      const hits = addHits(before, found);
      this.#unmet = hits.length > 0 && isWhole ? undefined : { id, query, hits };
      // A change that came while the index was searched may not be in the answer.
      if (this.#hasChanged) this.indexChanged();
      if (hits.length > before.length || before.length === 0) this.#options.onHits(id, hits, place);
    };
    this.#unmet = undefined;
    this.#hasChanged = false;
    try {
      const workspace = await this.#options.openWorkspace();
      if (signal.aborted) return;
      if (query === '') {
        const { listFolders, isIndexed } = this.#options;
        // While the index fills, each search takes time from it.
        const hits = isIndexed() ? await findTop({ workspace, listFolders, limit: MAX_FOLDERS, signal }) : [];
        answer(hits, true);
        return;
      }
      // Names near the open file come first. A query with a slash is relative to the root, unless it begins with a
      // dot.
      const isAtRoot = query.includes('/') && !query.startsWith('.');
      const base = isAtRoot ? '' : this.#options.openFolder();
      const { hits, place, state } = await workspace.search(query, {
        base,
        limit: MAX_HITS,
        mode: 'fuzzy',
        signal,
      });
      answer(hits, state === 'ready', place);
    } catch (error) {
      if (signal.aborted) return;
      this.#options.onProblem('The index could not be searched', error);
      answer([], true);
    }
  }

  async #searchSymbols(id: number, query: string, signal: AbortSignal): Promise<void> {
    const { clock, findSymbols, onOffers, onProblem } = this.#options;
    try {
      await sleep(clock, SYMBOL_DELAY_MS, signal);
      const symbols = query === '' ? [] : await findSymbols(query);
      if (!signal.aborted) onOffers(id, symbols);
    } catch (error) {
      if (!signal.aborted) onProblem('Symbols could not be searched', error);
    }
  }
}

interface Unmet {
  readonly id: number;
  readonly query: string;
  readonly hits: readonly SearchHit[];
}

/** What is there stays as it is under the cursor, and what is new comes behind it. */
function addHits(before: readonly SearchHit[], found: readonly SearchHit[]): readonly SearchHit[] {
  const known = new Set(before.map(({ root, path }) => `${root}/${path}`));
  return [...before, ...found.filter(({ root, path }) => !known.has(`${root}/${path}`))].slice(0, MAX_HITS);
}
