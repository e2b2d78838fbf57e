import type { AskOptions, Ref } from '../actors/runtime/ref.js';
import type { SupervisedRef } from '../actors/runtime/supervised-actor.js';
import type { LifeState } from '../actors/runtime/supervisor.js';
import { ActorLostError } from '../actors/protocol/errors.js';
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

// Hits of a search whose caller did not say: a screenful.
const DEFAULT_LIMIT = 50;

// Matching lines of a search whose caller did not say: more than anybody reads, and no memory to speak of.
const DEFAULT_MAX_MATCHES = 1_000;

/** What to find in the contents of files. */
export interface GrepQuery extends Partial<Omit<GrepRequest, 'pattern' | 'root' | 'under'>> {
  readonly pattern: string;
  /** Default: a plain text. */
  readonly isRegex?: boolean;
  /** `smart`: only when the pattern has a capital letter. Default true. */
  readonly caseSensitive?: boolean | 'smart';
  /** One of the roots. Default: all of them. */
  readonly root?: string;
  /** Only below this directory, or only this file. Default: everything. */
  readonly under?: string;
  /** Lines around each match. Default 0. */
  readonly contextLines?: number;
  /** Most matching lines to return; the summary says when there were more. Default 1,000. */
  readonly maxMatches?: number;
}

/**
 * The workspace actor as a program uses it: searches over all roots, and what the index has to say. A path is one below a
 * root, `/`-separated, or an absolute one.
 * Errors, of every method that takes a path: `WorkspaceBoundaryError` where it leads out of the roots.
 */
export class Workspace {
  readonly roots: readonly AbsPath[];
  /** The actor itself, for what has no method here; it outlives crashes of its thread. */
  readonly ref: Ref<WorkspaceProtocol>;
  readonly #supervised: SupervisedRef<WorkspaceProtocol>;

  /** @internal A program has its workspace from a host. */
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
      /** One of the roots. Default: all of them. */
      readonly root?: string;
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
      root: named,
      limit = DEFAULT_LIMIT,
      mode = 'fuzzy',
      withTimes = false,
      ...askOptions
    } = options;
    return this.#retryOnce(async () => {
      const { root } = locateInRoots(this.roots, { root: named });
      const request = { query, base, limit, mode, withTimes, ...(root === undefined ? {} : { root }) };
      return this.ref.ask('search', request, askOptions);
    });
  }

  /** Every indexed file in path order, in batches. Waits for the first scan. */
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
   * Lines that match a pattern, in batches; the last one carries the summary. Waits for the first scan. A text alone is
   * searched for as it is.
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

  /** The text of a directory for a model. Default: that of the first root. Source: SPEC D1. */
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
      const request = { root, path: place.path, ...(maxChars === undefined ? {} : { maxChars }) };
      return this.ref.ask('tree', request, askOptions);
    });
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

  #narrow(
    named: string | undefined,
    under: string | undefined,
  ): { readonly root?: AbsPath; readonly under?: RelPath } {
    const { root, path } = locateInRoots(this.roots, { root: named, path: under });
    return { ...(root === undefined ? {} : { root }), ...(path === '' ? {} : { under: path }) };
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
