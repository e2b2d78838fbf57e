import { InvalidRootError } from '../../actors/protocol/errors.js';
import type {
  AbsPath,
  IndexChange,
  RelPath,
  RootConfig,
  RootStatus,
  SearchReply,
  SearchRequest,
  WorkspaceConfig,
  WorkspaceProtocol,
} from '../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import type { ActorBody, Emit } from '../../actors/runtime/ref.js';
import { ScanPool } from '../scan/pool.js';
import { filesInDirectory } from '../tree/files-in-directory.js';
import { renderAllTrees } from '../tree/render-all.js';
import { renderTree, type TreeTop } from '../tree/render-tree.js';
import { createWatcher, type WatchEntries } from '../watch/create-watcher.js';
import { findClosest } from './closest.js';
import { listOnDisk } from './list-on-disk.js';
import { readVisible } from './read-visible.js';
import { Recency } from './recency.js';
import { requireDirectory } from './require-directory.js';
import { filesOf, grepRoots } from './root-files.js';
import { searchRoot } from './root-search.js';
import { RootWatch } from './root-watch.js';
import { Searcher } from './search.js';
import { indexTreeSource } from './tree-source.js';
import { WorkspaceRoot } from './workspace-root.js';

// A search that takes longer answers with the best found by then: a frame of a person's screen.
const SEARCH_BUDGET_MS = 16;

/** The built files of the threads and the process that work for the index. */
export interface WorkspaceEntries extends WatchEntries {
  readonly scan: URL;
}

interface OpenRoot {
  readonly root: WorkspaceRoot;
  readonly recency: Recency;
  readonly watch: RootWatch | undefined;
}

/**
 * The workspace actor: an index for each root, and one scan pool and one watcher for all of them.
 * Errors: `PatternSyntaxError`.
 */
export function createWorkspaceIndex(
  config: WorkspaceConfig,
  entries: WorkspaceEntries,
  clock: Clock = systemClock,
): ActorBody<WorkspaceProtocol> {
  let emit: Emit<WorkspaceProtocol> = () => undefined;
  const pool = new ScanPool({ threads: config.scanThreads, entry: entries.scan, clock });
  const opened = new Map<AbsPath, OpenRoot>();
  const searcher = new Searcher();
  const watcher = createWatcher(config.watcher, {
    entries,
    clock,
    listener: {
      onBatch: (batch) => opened.get(batch.root)?.root.takeBatch(batch),
      onState: (path, state) => opened.get(path)?.root.takeWatcherState(state),
    },
  });

  const openRoot = (rootConfig: RootConfig): OpenRoot => {
    const root: WorkspaceRoot = new WorkspaceRoot(rootConfig, pool, {
      onStatus: (status) => {
        emit('status', status);
      },
      onChange: (change) => {
        emit('changed', change);
      },
      onRules: (rules) => {
        watch?.follow(rules);
      },
    });
    const watch = watcher === undefined ? undefined : new RootWatch(root, watcher, clock);
    return { root, recency: new Recency(), watch };
  };
  for (const rootConfig of config.roots) opened.set(rootConfig.path, openRoot(rootConfig));

  const rootOf = (path: AbsPath): OpenRoot => {
    const found = opened.get(path);
    if (found !== undefined) return found;
    throw new InvalidRootError(`${path} is no root of this workspace.`, { root: path, problem: 'missing' });
  };
  const selected = (path: AbsPath | undefined): OpenRoot[] =>
    path === undefined ? [...opened.values()] : [rootOf(path)];
  const rootsOf = (path: AbsPath | undefined): WorkspaceRoot[] => selected(path).map(({ root }) => root);
  const statuses = (): RootStatus[] => rootsOf(undefined).map((root) => root.status);
  const topOf = (root: WorkspaceRoot, directory: RelPath): TreeTop => ({
    source: indexTreeSource(root.data, {
      ignoredIn: (parent) => root.rules.ignoredIn(parent),
      read: (parent) => readVisible(root, parent),
    }),
    path: directory,
    title: directory === '' ? root.config.path : `${root.config.path}/${directory}`,
  });

  return {
    start(announce) {
      emit = announce;
      for (const { root } of opened.values()) root.open();
    },
    async stop() {
      for (const { watch } of opened.values()) watch?.close();
      await Promise.all([watcher?.close(), pool.close()]);
      await Promise.all(rootsOf(undefined).map((root) => root.close()));
    },
    asks: {
      status: statuses,
      async whenReady() {
        await Promise.all(rootsOf(undefined).map((root) => root.settled));
        return statuses();
      },
      async search(request, { signal }) {
        const roots = selected(request.root);
        const budgetMs = SEARCH_BUDGET_MS / roots.length;
        const replies = await Promise.all(
          roots.map(({ root, recency }) =>
            searchRoot(root, request, { searcher, budgetMs, recency, clock, signal }),
          ),
        );
        return merge(replies, request);
      },
      files: ({ root, under = '' as RelPath }) => filesOf(rootsOf(root), under),
      async tree({ root: path, path: directory, ...budget }) {
        const { root } = rootOf(path);
        await root.settled;
        root.requireScanned();
        requireDirectory(root, directory);
        return renderTree(topOf(root, directory), budget);
      },
      async allTrees(budget) {
        const roots = rootsOf(undefined);
        await Promise.all(roots.map((root) => root.settled));
        return renderAllTrees(
          roots.map((root) => topOf(root, '' as RelPath)),
          budget,
        );
      },
      list: ({ root, path, page }) => listOnDisk(rootOf(root).root, path, page),
      async filesInDirectory({ root: path, path: directory, maxResults }) {
        const { root } = rootOf(path);
        await root.settled;
        return filesInDirectory(await root.everythingIn(directory), directory, maxResults);
      },
      grep: (request) => grepRoots(pool, rootsOf(request.root), request),
      closest: ({ root, path, limit }) => findClosest(rootOf(root).root.data, path, limit),
      refresh: (): Promise<readonly IndexChange[]> =>
        Promise.all(rootsOf(undefined).map((root) => root.rescan())),
    },
    tells: {
      touch: ({ root, paths }) => {
        for (const path of paths) opened.get(root)?.recency.touch(path);
      },
    },
  };
}

/** The replies of several roots as one. Scores compare across roots. */
function merge(replies: readonly SearchReply[], { limit }: SearchRequest): SearchReply {
  const [only] = replies;
  if (only !== undefined && replies.length === 1) return only;
  const hits = replies.flatMap((reply) => reply.hits).sort((a, b) => b.score - a.score);
  return {
    hits: hits.slice(0, limit),
    state: replies.every((reply) => reply.state === 'ready') ? 'ready' : 'partial',
    hasMore: hits.length > limit || replies.some((reply) => reply.hasMore),
  };
}
