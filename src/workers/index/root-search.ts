import { lstatSync, realpathSync } from 'node:fs';
import type { RelPath, SearchHit, SearchReply, SearchRequest } from '../../actors/protocol/workspace.js';
import { breathe, orAbort } from '../../actors/runtime/abort.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { absolutePath } from '../scan/absolute-path.js';
import { listsInPart, lookAtDisk } from './fallback.js';
import { type IndexQuery, normalizeQuery } from './normalize.js';
import type { Recency } from './recency.js';
import type { IndexHit, Searcher } from './search.js';
import type { WorkspaceRoot } from './workspace-root.js';

// How long a search that has found nothing waits for the first scan. Source: SPEC W5.
const MAX_WAIT_MS = 30_000;

const NOTHING: SearchReply = { hits: [], state: 'ready', hasMore: false };

/** What a search needs beside its root. */
export interface SearchDeps {
  readonly searcher: Searcher;
  /** How long the search may hold the thread at a time. Units: milliseconds. */
  readonly budgetMs: number;
  readonly recency: Recency;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Searches one root: what is known at once; on a miss after the first scan, and then after a look at the disk.
 * Errors: the signal's reason. Source: SPEC W5, W7 to W10.
 */
export async function searchRoot(
  root: WorkspaceRoot,
  request: SearchRequest,
  { searcher, budgetMs, recency, clock, signal }: SearchDeps,
): Promise<SearchReply> {
  const normalize = (isKnown: (directory: RelPath) => boolean): IndexQuery | null =>
    normalizeQuery(root.config.path, request.base, request.query, { isLink, realPath, isKnown });
  const search = (query: IndexQuery): SearchReply => {
    const endMs = performance.now() + budgetMs;
    const isTimeUp = (): boolean => performance.now() >= endMs;
    const { hits, hasMore } = searcher.search(root.data, query, { ...request, recency, isTimeUp });
    root.holdings.zone?.touch(hits.map(({ path }) => path));
    const state = root.isSettled && root.isVerified ? 'ready' : 'partial';
    return { hits: request.withTimes === true ? withTimes(root, hits) : inRoot(root, hits), state, hasMore };
  };
  const isAnswered = ({ hits }: SearchReply, query: IndexQuery): boolean =>
    hits.length > 0 && !(root.isSettled && listsInPart(root, query));

  if (!root.isSettled) await orAbort(root.showArrived(), signal);
  // Looking for links at each directory on the way takes longer than most searches.
  const indexed = normalize((directory) => isIndexedDirectory(root, directory));
  if (indexed === null) return NOTHING;
  const early = search(indexed);
  if (isAnswered(early, indexed)) return early;

  // There may be a link where the index has a directory still.
  const query = normalize(() => false);
  if (query === null) return NOTHING;
  if (!root.isSettled) {
    await orAbort(settledOrLate(root, clock), signal);
    const late = search(query);
    if (isAnswered(late, query) || !root.isSettled) return late;
  }
  await orAbort(lookAtDisk(root, query), signal);
  const reply = search(query);
  if (root.holdings.zone !== undefined) {
    // Searches that waited for the same scan come first. What is found stays, because it was used last.
    await breathe();
    root.holdings.zone.enforce();
  }
  return reply;
}

function isIndexedDirectory({ data }: WorkspaceRoot, path: RelPath): boolean {
  const id = data.find(path);
  return id !== -1 && data.isDirectory(id);
}

function settledOrLate(root: WorkspaceRoot, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const callOff = clock.after(MAX_WAIT_MS, resolve);
    void root.settled.then(() => {
      callOff();
      resolve();
    });
  });
}

function inRoot({ config }: WorkspaceRoot, hits: readonly IndexHit[]): SearchHit[] {
  // Written out: copying an object as it is takes longer than making it.
  return hits.map(({ path, isDir, isSymlink, isCore, mtimeMs, score, ranges }) => {
    return { root: config.path, path, isDir, isSymlink, isCore, mtimeMs, score, ranges };
  });
}

/** Times are read when somebody is to see them, and kept true by the watcher from then on. */
function withTimes(root: WorkspaceRoot, hits: readonly IndexHit[]): SearchHit[] {
  const all = inRoot(root, hits).map((hit) => {
    const isKnown = hit.isDir || hit.mtimeMs !== 0;
    return isKnown ? hit : { ...hit, mtimeMs: readMtime(absolutePath(hit.root, hit.path)) };
  });
  const read = all.filter(({ mtimeMs }, place) => mtimeMs !== hits[place]!.mtimeMs);
  if (read.length > 0) {
    root.data.change((batch) => {
      for (const { path, mtimeMs } of read) batch.setMtime(path, mtimeMs);
    });
  }
  return all;
}

/** Units: milliseconds since 1970; 0 when there is nothing to ask. */
function readMtime(path: string): number {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}

function isLink(path: string): boolean | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
