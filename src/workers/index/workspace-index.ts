import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { orAbort } from '../../actors/runtime/abort.js';
import { InvalidRootError } from '../../actors/protocol/errors.js';
import type {
  AbsPath,
  IndexChange,
  RelPath,
  RootConfig,
  RootStatus,
  WorkspaceConfig,
  WorkspaceProtocol,
} from '../../actors/protocol/workspace.js';
import { packSearch } from '../../actors/protocol/packed-search.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import type { ActorBody, Emit } from '../../actors/runtime/ref.js';
import { ContentIndex } from '../content/content-index.js';
import { FilterStore } from '../content/filter-store.js';
import { findRipgrep } from '../ripgrep/find-ripgrep.js';
import { RipgrepEngine } from '../ripgrep/ripgrep-engine.js';
import type { ScanPool } from '../pool/pool.js';
import { filesInDirectory } from './asks/files-in-directory.js';
import { renderAllTrees } from '../tree/render-all.js';
import { renderTree, type TreeTop } from '../tree/render-tree.js';
import { createWatcher, type WatchEntries } from '../watch/create-watcher.js';
import { findClosestPaths } from './asks/find-closest-paths.js';
import { createGlobExpander } from '../disk/expand-glob.js';
import { readFolders } from '../disk/read-folders.js';
import { relPathInRoot } from '../disk/rel-path-in-root.js';
import { listOnDisk } from './asks/list-on-disk.js';
import { mergeReplies } from './asks/merge-replies.js';
import { readVisibleEntries } from './rules/read-visible-entries.js';
import { Recency } from './search/recency.js';
import { requireDirectory } from './asks/require-directory.js';
import { grepRoots } from './asks/grep-roots.js';
import { indexedFiles } from './asks/indexed-files.js';
import { listRootFiles } from './asks/root-files.js';
import { searchRoot } from './asks/search-root.js';
import { RootWatch } from './root/root-watch.js';
import { Searcher } from './search/search.js';
import { divideUnits } from './fuzzy/work-budget.js';
import { indexTreeSource } from './drawing/index-tree-source.js';
import { warmUp } from './search/jit-warm-up.js';
import { WorkspaceRoot } from './root/workspace-root.js';

// A search that costs more returns the best results found by then: some 100 ms of an otherwise idle thread.
const SEARCH_UNITS = 200_000;

// Before the warm-up of searches: the other work after the first scan is done within this time.
const WARM_UP_DELAY_MS = 250;

/** What the index needs from its host. */
interface WorkspaceDeps {
  /** The index closes the pool when it stops. */
  readonly pool: ScanPool;
  readonly entries: WatchEntries;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

// 120,000 files of 1.4 GB need about 240 MB.
const CONTENT_FILTER_MAX_BYTES = 256 << 20;

interface OpenRoot {
  readonly root: WorkspaceRoot;
  readonly content: ContentIndex;
  readonly recency: Recency;
  readonly watch: RootWatch | undefined;
  /**
   * Resolves when the index has every change that was made before the call, provided that the root is watched; not
   * before the first scan has ended.
   */
  readonly catchUp: () => Promise<void>;
}

/**
 * The workspace actor: an index for each root, and one scan pool and one watcher for all of them.
 * Errors: `PatternSyntaxError`.
 */
export function createWorkspaceIndex(
  config: WorkspaceConfig,
  { pool, entries, clock = systemClock }: WorkspaceDeps,
): ActorBody<WorkspaceProtocol> {
  let emit: Emit<WorkspaceProtocol> = () => undefined;
  const ripgrep = findRipgrep(config.ripgrepPath).then((program) =>
    program === null ? null : new RipgrepEngine({ program, fallback: pool, clock }),
  );
  const opened = new Map<AbsPath, OpenRoot>();
  const searcher = new Searcher();
  const stopping = new AbortController();
  const watcher = createWatcher(config.watcher, {
    entries,
    clock,
    listener: {
      onBatch: (batch) => {
        const open = opened.get(batch.root);
        // Must come first: it reads the entries as they were before the batch.
        open?.content.takeBatch(batch);
        return open?.root.takeBatch(batch);
      },
      onState: (path, state) => {
        const open = opened.get(path);
        open?.content.takeWatcherState(state);
        open?.root.takeWatcherState(state);
        open?.watch?.takeState();
      },
    },
  });

  const { snapshotDirectory: wanted } = config;
  const isInRoot =
    wanted !== undefined && config.roots.some(({ path }) => relPathInRoot(path, wanted) !== null);
  const snapshotDirectory = isInRoot ? undefined : wanted;
  const openRoot = (rootConfig: RootConfig): OpenRoot => {
    const root: WorkspaceRoot = new WorkspaceRoot(rootConfig, {
      pool,
      clock,
      ...omitUndefined({ snapshotDirectory }),
      listener: {
        onStatus: (status) => {
          emit('status', status);
        },
        onChange: (change) => {
          emit('changed', change);
        },
        onCompared: () => {
          content.takeComparison();
        },
        onRules: (rules) => {
          watch?.follow(rules);
        },
      },
    });
    const content = new ContentIndex({
      root: rootConfig.path,
      files: indexedFiles(root.data),
      sign: (job) => pool.sign(job),
      compare: (job) => pool.compare(job),
      ...(snapshotDirectory === undefined ? {} : { store: new FilterStore(snapshotDirectory, rootConfig) }),
      maxBytes: config.contentFilterMaxBytes ?? CONTENT_FILTER_MAX_BYTES,
    });
    root.data.onAdded = (files, directories) => {
      content.takeChange(files, directories);
    };
    const watch = watcher === undefined ? undefined : new RootWatch(root, watcher, clock);
    const catchUp = (): Promise<void> => watch?.catchUp() ?? root.settled;
    return { root, content, recency: new Recency(), watch, catchUp };
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
      ignored: root.rules.ignoredTree,
      read: (parent) => readVisibleEntries(root, parent),
    }),
    path: directory,
    title: directory === '' ? root.config.path : `${root.config.path}/${directory}`,
  });

  const warmUpSoon = async (): Promise<void> => {
    await Promise.all(rootsOf(undefined).map((root) => root.settled));
    const [largest] = rootsOf(undefined).sort((a, b) => b.data.fileCount - a.data.fileCount);
    if (largest === undefined || stopping.signal.aborted) return;
    const callOff = clock.after(WARM_UP_DELAY_MS, () => {
      // A failed warm-up is no error: the search that needs it will fail by itself and report why.
      warmUp(largest.data, searcher, stopping.signal).catch(() => undefined);
    });
    stopping.signal.addEventListener('abort', callOff);
  };

  const readAhead = (): void => {
    for (const { watch, content } of opened.values()) {
      watch?.start();
      content.start();
    }
    void warmUpSoon();
  };

  return {
    start(announce) {
      emit = announce;
      for (const { root } of opened.values()) root.open();
      if (config.isReadAhead === true) readAhead();
    },
    async stop() {
      stopping.abort();
      const closeRoots = async (): Promise<void> => {
        await Promise.all(
          [...opened.values()].map(async ({ root, content, watch }) => {
            watch?.close();
            await Promise.all([root.close(), content.keep()]);
            content.close();
          }),
        );
        await pool.close();
      };
      const closeRipgrep = async (): Promise<void> => (await ripgrep)?.close();
      await Promise.all([closeRoots(), watcher?.close(), closeRipgrep()]);
    },
    asks: {
      status: statuses,
      async whenReady() {
        await Promise.all(rootsOf(undefined).map((root) => root.settled));
        return statuses();
      },
      async search(request, { signal }) {
        const roots = selected(request.root);
        const shares = divideUnits(
          SEARCH_UNITS,
          roots.map(({ root }) => root.data.fileCount),
        );
        const replies = await Promise.all(
          roots.map(({ root, recency, watch, catchUp }, at) => {
            const units = shares[at] ?? 0;
            watch?.start();
            return searchRoot(root, request, { searcher, units, recency, catchUp, clock, signal });
          }),
        );
        return packSearch(mergeReplies(replies, request.limit));
      },
      files: ({ root, under = '' as RelPath }) => listRootFiles(selected(root), under),
      async tree({ root: path, path: directory, ...budget }) {
        const { root, catchUp } = rootOf(path);
        await catchUp();
        root.requireScanned();
        requireDirectory(root, directory);
        return renderTree(topOf(root, directory), budget);
      },
      async allTrees(budget) {
        const roots = selected(undefined);
        await Promise.all(roots.map(({ catchUp }) => catchUp()));
        return renderAllTrees(
          roots.map(({ root }) => topOf(root, '' as RelPath)),
          budget,
        );
      },
      list({ root: path, path: directory, page }, { signal }) {
        const { root, catchUp } = rootOf(path);
        return listOnDisk(root, directory, page, () => orAbort(catchUp(), signal));
      },
      async filesInDirectory({ root: path, path: directory, maxResults }) {
        const { root, catchUp } = rootOf(path);
        await catchUp();
        return filesInDirectory(await root.everythingIn(directory), directory, maxResults);
      },
      readFolders,
      expandGlobs: (globs) => {
        const expand = createGlobExpander();
        return globs.map(({ folder, glob }) => expand(folder, glob) ?? null);
      },
      grep: (request) => grepRoots({ threads: pool, ripgrep }, selected(request.root), request),
      closest({ root: path, path: missing, limit }, { signal }) {
        const { root, catchUp } = rootOf(path);
        return findClosestPaths(root.data, missing, { limit, catchUp: () => orAbort(catchUp(), signal) });
      },
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
