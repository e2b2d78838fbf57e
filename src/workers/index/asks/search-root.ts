import { realpathSync } from 'node:fs';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { RelPath, SearchHit, SearchReply, SearchRequest } from '../../../actors/protocol/workspace.js';
import { yieldToEventLoop, orAbort } from '../../../actors/runtime/abort.js';
import { type Clock, within } from '../../../actors/runtime/clock.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { lstatIfReadable } from '../../disk/lstat-if-readable.js';
import { findIgnored } from './find-ignored.js';
import { listsPartialDirectory, updateFromDisk } from './disk-fallback.js';
import type { IndexHit } from '../search/found-hits.js';
import { isEmpty, queriesForDisk, readQuery, type SearchQuery } from '../search/read-query.js';
import type { Recency } from '../search/recency.js';
import type { Searcher } from '../search/search.js';
import { WorkBudget } from '../fuzzy/work-budget.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';
import type { WorkspaceRoot } from '../root/workspace-root.js';

// How long a search that has found nothing waits for the first scan. Source: SPEC W5.
const MAX_WAIT_MS = 30_000;

const NOTHING: SearchReply = { hits: [], state: 'ready', hasMore: false };

/** What a search needs besides its root. */
interface SearchDeps {
  readonly searcher: Searcher;
  /** The cost limit of a search, in the units of `WorkBudget`. */
  readonly units: number;
  readonly recency: Recency;
  /** Resolves when the index has every change that was made before the call; not before the first scan has ended. */
  readonly catchUp: () => Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Searches one root: first the index as it is; without a hit again after the first scan, and then after updating the
 * index from the disk. Yields every few milliseconds.
 * Errors: the signal's reason. Source: SPEC W5, W7 to W10.
 */
export async function searchRoot(
  root: WorkspaceRoot,
  request: SearchRequest,
  { searcher, units, recency, catchUp, clock, signal }: SearchDeps,
): Promise<SearchReply> {
  const read = (isKnown: (directory: RelPath) => boolean): SearchQuery =>
    readQuery(root.config.path, request, { isLink, realPath, isKnown });
  const search = async (query: SearchQuery): Promise<SearchReply> => {
    // The first scan may end while the search is suspended, which then misses what was not yet shown when it began.
    const state = root.isSettled && root.isVerified ? 'ready' : 'partial';
    const budget = new WorkBudget(units);
    const work = searcher.search(root.data, query, { ...request, recency, budget });
    const { hits, ...rest } = await runCooperatively(work, signal);
    root.retention.zone?.touch(hits.map(({ path }) => path));
    // Each character of a prefix is one on the way to a name, and most of the disk is ignored.
    const ignored = request.mode === 'prefix' ? undefined : findIgnored(root, query);
    return {
      ...rest,
      hits: request.withTimes === true ? withTimes(root, hits) : inRoot(root, hits),
      state,
      ...omitUndefined({ ignored }),
    };
  };
  const isAnswered = ({ hits }: SearchReply, { typed }: SearchQuery): boolean =>
    hits.length > 0 && !(root.isSettled && typed !== null && listsPartialDirectory(root, typed));

  await orAbort(root.isSettled ? catchUp() : root.publishPartial(), signal);
  // Checking each directory on the path for links takes longer than most searches.
  const indexed = read((directory) => root.data.hasDirectory(directory));
  if (isEmpty(indexed)) return NOTHING;
  const early = await search(indexed);
  if (isAnswered(early, indexed)) return early;

  // A link may have replaced a directory that the index still has.
  const query = read(() => false);
  if (isEmpty(query)) return NOTHING;
  if (!root.isSettled) {
    await orAbort(within(clock, MAX_WAIT_MS, root.settled), signal);
    if (root.isSettled) await orAbort(catchUp(), signal);
    const late = await search(query);
    if (isAnswered(late, query) || !root.isSettled) return late;
  }
  for (const missed of queriesForDisk(query)) await orAbort(updateFromDisk(root, missed), signal);
  const reply = await search(query);
  if (root.retention.zone !== undefined) {
    // Searches that waited for the same scan run first. `enforce` keeps the hits, which are the most recently used.
    await yieldToEventLoop();
    root.retention.zone.enforce();
  }
  return reply;
}

function inRoot({ config }: WorkspaceRoot, hits: readonly IndexHit[]): SearchHit[] {
  // Written out, because a spread is several times slower.
  return hits.map(({ path, isDir, isSymlink, isCore, mtimeMs, score, ranges }) => {
    return { root: config.path, path, isDir, isSymlink, isCore, mtimeMs, score, ranges };
  });
}

/** Modification times are read when a hit is first shown; from then on the watcher keeps them current. */
function withTimes(root: WorkspaceRoot, hits: readonly IndexHit[]): SearchHit[] {
  const all = inRoot(root, hits).map((hit) => {
    if (hit.isDir || hit.mtimeMs !== 0) return hit;
    return { ...hit, mtimeMs: lstatIfReadable(absolutePath(hit.root, hit.path))?.mtimeMs ?? 0 };
  });
  const read = all.filter(({ mtimeMs }, place) => mtimeMs !== hits[place]!.mtimeMs);
  if (read.length > 0) {
    root.data.change((batch) => {
      for (const { path, mtimeMs } of read) batch.setMtime(path, mtimeMs);
    });
  }
  return all;
}

function isLink(path: string): boolean | undefined {
  return lstatIfReadable(path)?.isSymbolicLink();
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
