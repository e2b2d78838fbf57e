import type { GrepBatch, GrepRequest, GrepSummary, RelPath } from '../../../actors/protocol/workspace.js';
import { isWithin } from '../../../actors/protocol/rel-path.js';
import type { ContentIndex } from '../../content/content-index.js';
import type { ContentSelection } from '../../content/select-by-stamps.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { lstatIfReadable } from '../../disk/lstat-if-readable.js';
import { addSummaries } from '../../pool/add-summaries.js';
import { compileIncludeGlobs } from '../../grep/include-globs.js';
import type { GrepEngine } from '../../pool/grep-engine.js';
import { compileMatcher } from '../../grep/line-matcher.js';
import type { GrepSearch } from '../../pool/run-grep.js';
import { abortOnReturn } from '../../../actors/runtime/abort-on-return.js';
import { chooseGrepEngine } from './choose-grep-engine.js';
import { inBatches } from './root-files.js';
import { unsavedContents } from './unsaved-contents.js';
import type { WorkspaceRoot } from '../root/workspace-root.js';
import type { IndexData } from '../store/index-data.js';

/** A root with its content filter. */
export interface SearchableRoot {
  readonly root: WorkspaceRoot;
  readonly content: Pick<ContentIndex, 'select' | 'start'>;
  /** Resolves when the index has every change that was made before the call; not before the first scan has ended. */
  readonly catchUp: () => Promise<void>;
}

/** Some files of a root, and the engine that searches them. */
interface Part extends Pick<GrepSearch, 'paths' | 'filesKey' | 'contents'> {
  readonly engine: GrepEngine;
  /** How many other files are known not to match; absent when the filter was not used. */
  readonly ruledOut?: number;
}

interface GrepEngines {
  readonly threads: GrepEngine;
  /** Resolves to `null` when ripgrep is not installed. */
  readonly ripgrep: Promise<GrepEngine | null>;
}

/**
 * A content search of some roots, one after the other, each once it has been scanned. The last batch has the totals.
 * Leaving the loop stops the search at once.
 * Errors: throws `PatternSyntaxError` at once; the iteration rejects when a root could not be scanned.
 */
export function grepRoots(
  { threads, ripgrep }: GrepEngines,
  roots: readonly SearchableRoot[],
  request: GrepRequest,
): AsyncIterable<GrepBatch> {
  const { under = '' as RelPath, include = [], unsaved = [], ...pattern } = request;
  const isIncluded = compileIncludeGlobs(include);
  compileMatcher(pattern);

  const select = async (
    { root, content }: SearchableRoot,
    isRead: ((path: RelPath) => boolean) | null,
  ): Promise<ContentSelection | null> => {
    const { data, retention } = root;
    // For a single file the filter saves nothing, and a partial index cannot rule out files.
    if (!data.hasDirectory(under) || !retention.holdsEverything) return null;
    const isInScope =
      under === '' && include.length === 0
        ? isRead
        : (path: RelPath) => isWithin(path, under) && isIncluded(path) && isRead?.(path) !== false;
    return content.select(pattern, isInScope, under);
  };
  /** Unsaved contents first, then the files on the disk. */
  const partsOf = async (open: SearchableRoot, engine: GrepEngine): Promise<readonly Part[]> => {
    const { root } = open;
    const data = await root.everythingIn(under);
    const contents = unsavedContents(unsaved, { root: root.config.path, data, under });
    const isRead = contents.size === 0 ? null : (path: RelPath) => !contents.has(path);
    const atHand = contents.size === 0 ? [] : [{ engine: threads, paths: [[...contents.keys()]], contents }];
    const selection = await select(open, isRead);
    if (selection !== null) return [...atHand, { ...selection, engine, paths: inBatches(selection.paths) }];
    const paths = data.find(under) === -1 ? ifFile(root, under) : data.paths(under);
    if (isRead !== null) return [...atHand, { engine, paths: inBatches(only(paths, isRead)) }];
    return [{ engine, paths: inBatches(paths), ...(data === root.data ? keyOf(data, under) : {}) }];
  };

  return abortOnReturn(async function* grep(signal) {
    const chosen = chooseGrepEngine(pattern, { threads, ripgrep: await ripgrep });
    let total: GrepSummary = { filesSearched: 0, matches: 0, isCapped: false, unreadable: 0 };
    for (const open of roots) {
      const { root } = open;
      await open.catchUp();
      root.requireScanned();
      const parts = await partsOf(open, chosen);
      signal.throwIfAborted();
      for (const { engine, ruledOut, ...files } of parts) {
        if (total.isCapped) break;
        const maxMatches = request.maxMatches - total.matches;
        const search = { ...pattern, ...files, root: root.config.path, include, maxMatches, signal };
        for await (const { matches, summary } of engine.grep(search)) {
          if (matches.length > 0) yield { matches };
          if (summary !== undefined) total = add(total, summary, ruledOut);
        }
      }
      // Now that nobody waits for the threads.
      open.content.start();
      if (total.isCapped) break;
    }
    yield { matches: [], summary: total };
  });
}

/** A key for the files below a directory of the index: every change of its entries changes one of the counts. */
function keyOf(data: IndexData, under: RelPath): { readonly filesKey?: string } {
  // A file that is not indexed may come and go.
  if (data.find(under) === -1) return {};
  const { fileCount, directoryCount, removedCount } = data;
  return { filesKey: JSON.stringify([under, fileCount, directoryCount, removedCount]) };
}

function* only<Item>(items: Iterable<Item>, isWanted: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (isWanted(item)) yield item;
}

/** An ignored file is searched when it is named explicitly. */
function ifFile({ config }: WorkspaceRoot, path: RelPath): readonly RelPath[] {
  return lstatIfReadable(absolutePath(config.path, path))?.isFile() === true ? [path] : [];
}

function add(a: GrepSummary, b: GrepSummary, ruledOut: number | undefined): GrepSummary {
  const { filesRuledOut = ruledOut === undefined ? undefined : 0 } = a;
  const both = addSummaries(a, b);
  return {
    ...both,
    filesSearched: both.filesSearched + (ruledOut ?? 0),
    ...(filesRuledOut === undefined ? {} : { filesRuledOut: filesRuledOut + (ruledOut ?? 0) }),
  };
}
