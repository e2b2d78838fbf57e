import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import type { AskOptions, Ref } from '../actors/runtime/ref.js';
import type { ActorState, SupervisedRef } from '../actors/runtime/supervised-actor.js';
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
import { locateInRoots } from './locate-in-roots.js';

// Default number of hits: a screenful.
const DEFAULT_LIMIT = 50;

// Default number of matching lines: more than anybody reads, and still little memory.
const DEFAULT_MAX_MATCHES = 1_000;

/** A search of file contents. */
export interface GrepQuery extends Partial<Omit<GrepRequest, 'pattern' | 'root' | 'under'>> {
  readonly pattern: string;
  /** Default: false, plain text. */
  readonly isRegex?: boolean;
  /** `smart`: only when the pattern has a capital letter. Default true. */
  readonly caseSensitive?: boolean | 'smart';
  /** One of the roots. Default: all of them. */
  readonly root?: string;
  /** Only below this directory, or only this file. Default: everything. */
  readonly under?: string;
  /** Lines around each match. Default 0. */
  readonly contextLines?: number;
  /** Most matching lines to return; the summary says whether there are more. Default 1,000. */
  readonly maxMatches?: number;
}

/**
 * The workspace actor, with methods for programs: searches over all roots, and the state of the index. Paths are
 * absolute, or `/`-separated and relative to a root.
 * Errors, of every method that takes a path: `WorkspaceBoundaryError` when it leads out of the roots.
 */
export class Workspace {
  readonly roots: readonly AbsPath[];
  /** The actor itself, for what has no method here. Its thread may start with the first ask; it survives crashes. */
  readonly ref: Ref<WorkspaceProtocol>;
  readonly #supervised: SupervisedRef<WorkspaceProtocol>;

  /** @internal Programs get their workspace from a host. */
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
      /** The directory that the person works in. Default: the root. */
      readonly base?: string;
      /** One of the roots. Default: all of them. */
      readonly root?: string;
      /** Default 50. */
      readonly limit?: number;
      /** Default `fuzzy`. */
      readonly mode?: 'prefix' | 'fuzzy';
      /** Whether each hit needs its `mtimeMs`, which may take a disk access for each. Default: no. */
      readonly withTimes?: boolean;
    } = {},
  ): Promise<SearchReply> {
    const {
      base = '',
      root: named,
      limit = DEFAULT_LIMIT,
      mode = 'fuzzy',
      withTimes = false,
      ...askOptions
    } = options;
    return this.#retryOnce(async () => {
      const { root } = locateInRoots(this.roots, { root: named });
      const request = { query, base, limit, mode, withTimes, ...omitUndefined({ root }) };
      return unpackSearch(await this.ref.ask('search', request, askOptions));
    });
  }

  /** Lists every indexed file in path order, in batches. Waits for the first scan. */
  files(
    options: AskOptions & {
      /** One of the roots. Default: all of them. */
      readonly root?: string;
      /** Only below this directory. Default: everything. */
      readonly under?: string;
    } = {},
  ): Promise<AsyncIterable<FilesBatch>> {
    const { root, under, ...askOptions } = options;
    return this.#retryOnce(() => this.ref.ask('files', this.#narrow(root, under), askOptions));
  }

  /**
   * Finds lines that match a pattern, in batches; the last one carries the summary. Waits for the first scan. A string
   * is searched as plain text.
   */
  grep(query: string | GrepQuery, options: AskOptions = {}): Promise<AsyncIterable<GrepBatch>> {
    const { root, under, ...rest } = typeof query === 'string' ? { pattern: query } : query;
    return this.#retryOnce(() => {
      const request: GrepRequest = {
        isRegex: false,
        caseSensitive: true,
        contextLines: 0,
        maxMatches: DEFAULT_MAX_MATCHES,
        ...rest,
        ...this.#narrow(root, under),
      };
      return this.ref.ask('grep', request, options);
    });
  }

  /** Draws the tree of a directory as text for a model. Default: that of the first root. Source: SPEC D1. */
  tree(
    path = '',
    options: AskOptions & {
      /** One of the roots. Default: the first, or the one that an absolute path lies in. */
      readonly root?: string;
      /** Units: characters. Default 20,000. */
      readonly maxChars?: number;
    } = {},
  ): Promise<TreeReply> {
    const { root: named, maxChars, ...askOptions } = options;
    return this.#retryOnce(() => {
      const place = locateInRoots(this.roots, { root: named, path });
      const { root = this.roots[0] } = place;
      if (root === undefined) return Promise.resolve({ text: '(NO WORKSPACE OPEN)', isTruncated: false });
      const request = { root, path: place.path, ...omitUndefined({ maxChars }) };
      return this.ref.ask('tree', request, askOptions);
    });
  }

  /** Compares the whole index with the disk and corrects it. */
  refresh(options: AskOptions = {}): Promise<readonly IndexChange[]> {
    return this.#retryOnce(() => this.ref.ask('refresh', undefined, options));
  }

  /**
   * Calls `listener` with the current state of the index's thread and with each later one. Returns the function that
   * ends this.
   */
  onThreadState(listener: (state: ActorState) => void): () => void {
    return this.#supervised.onState(listener);
  }

  /** Stops the index's thread, if it runs, and starts another that reads everything again. */
  restart(): void {
    this.#supervised.restart();
  }

  #narrow(
    named: string | undefined,
    under: string | undefined,
  ): { readonly root?: AbsPath; readonly under?: RelPath } {
    const { root, path } = locateInRoots(this.roots, { root: named, path: under });
    return { ...omitUndefined({ root }), ...(path === '' ? {} : { under: path }) };
  }

  // The index holds nothing that is not on the disk, so a request that a crash interrupted can be repeated.
  async #retryOnce<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ActorLostError)) throw error;
      return ask();
    }
  }
}
