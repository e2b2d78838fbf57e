import type { AskOptions, Ref } from '../actors/runtime/ref.js';
import { ActorLostError } from '../actors/protocol/errors.js';
import { unpackSearch } from '../actors/protocol/packed-search.js';
import type {
  AbsPath,
  FilesBatch,
  GrepBatch,
  GrepRequest,
  IndexChange,
  RelPath,
  RootStatus,
  SearchReply,
  TreeReply,
  WorkspaceProtocol,
} from '../actors/protocol/workspace.js';
import type { LifeState } from './lives.js';
import type { SupervisedRef } from './supervised-ref.js';

// Hits of a search whose caller did not say: a screenful.
const DEFAULT_LIMIT = 50;

/** The workspace actor as a program uses it: searches over all roots, and what the index has to say. */
export class Workspace {
  readonly roots: readonly AbsPath[];
  /** The actor itself, for what has no method here; it outlives crashes of its thread. */
  readonly ref: Ref<WorkspaceProtocol>;
  readonly #supervised: SupervisedRef<WorkspaceProtocol>;

  constructor(roots: readonly AbsPath[], supervised: SupervisedRef<WorkspaceProtocol>) {
    this.roots = roots;
    this.ref = supervised;
    this.#supervised = supervised;
  }

  /** The state of each root's index. */
  status(): Promise<readonly RootStatus[]> {
    return this.ref.ask('status', undefined);
  }

  /** Resolves once every root was scanned, or has failed. */
  whenReady(options: AskOptions = {}): Promise<readonly RootStatus[]> {
    return this.#retryOnce(() => this.ref.ask('whenReady', undefined, options));
  }

  /**
   * Paths that match `query`, best first. Source: SPEC W7 to W9.
   * Errors: the signal's reason; `ActorLostError` when the index dies twice in a row.
   */
  search(
    query: string,
    options: AskOptions & {
      /** The directory the person is in. Default: the root. */
      readonly base?: string;
      readonly root?: AbsPath;
      /** Default 50. */
      readonly limit?: number;
      /** Default `fuzzy`. */
      readonly mode?: 'prefix' | 'fuzzy';
      /** Whether `mtimeMs` of files is to be known, which may take a look at the disk for each. Default: no. */
      readonly withTimes?: boolean;
    } = {},
  ): Promise<SearchReply> {
    const {
      base = '',
      root,
      limit = DEFAULT_LIMIT,
      mode = 'fuzzy',
      withTimes = false,
      ...askOptions
    } = options;
    const request = { query, base, limit, mode, withTimes, ...(root === undefined ? {} : { root }) };
    return this.#retryOnce(async () => unpackSearch(await this.ref.ask('search', request, askOptions)));
  }

  /** Every indexed file in path order, in batches. Waits for the first scan. */
  files(
    options: AskOptions & { readonly root?: AbsPath; readonly under?: RelPath } = {},
  ): Promise<AsyncIterable<FilesBatch>> {
    const { root, under, ...askOptions } = options;
    const request = { ...(root === undefined ? {} : { root }), ...(under === undefined ? {} : { under }) };
    return this.#retryOnce(() => this.ref.ask('files', request, askOptions));
  }

  /** Lines that match a pattern, in batches; the last one carries the summary. Waits for the first scan. */
  grep(request: GrepRequest, options: AskOptions = {}): Promise<AsyncIterable<GrepBatch>> {
    return this.#retryOnce(() => this.ref.ask('grep', request, options));
  }

  /** The text of a directory for a model. Source: SPEC D1. */
  tree(
    path: RelPath,
    options: AskOptions & { readonly root?: AbsPath; readonly maxChars?: number } = {},
  ): Promise<TreeReply> {
    const { root = this.roots[0], maxChars, ...askOptions } = options;
    if (root === undefined) return Promise.resolve({ text: '(NO WORKSPACE OPEN)', isTruncated: false });
    const request = { root, path, ...(maxChars === undefined ? {} : { maxChars }) };
    return this.#retryOnce(() => this.ref.ask('tree', request, askOptions));
  }

  /** Compares the whole index with the disk and mends it. */
  refresh(options: AskOptions = {}): Promise<readonly IndexChange[]> {
    return this.#retryOnce(() => this.ref.ask('refresh', undefined, options));
  }

  /** Calls `listener` with how the index's thread is now and with each change of that. Returns the way to stop. */
  onLife(listener: (state: LifeState) => void): () => void {
    return this.#supervised.onState(listener);
  }

  /** Ends the index's thread, if it runs, and starts another that reads everything anew. */
  restart(): void {
    this.#supervised.restart();
  }

  // The index holds no state that the disk does not: what a crash cut off can be asked again.
  async #retryOnce<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ActorLostError)) throw error;
      return ask();
    }
  }
}
