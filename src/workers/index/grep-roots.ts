import { lstatSync } from 'node:fs';
import type { GrepBatch, GrepRequest, GrepSummary, RelPath } from '../../actors/protocol/workspace.js';
import type { ContentIndex, ContentSelection } from '../content/content-index.js';
import { absolutePath } from '../scan/absolute-path.js';
import { compileIncludeGlobs } from '../scan/include-globs.js';
import type { ScanPool } from '../scan/pool.js';
import type { GrepSearch } from '../scan/run-grep.js';
import { isWithin } from './is-within.js';
import { inBatches } from './root-files.js';
import type { WorkspaceRoot } from './workspace-root.js';

/** A root, and what is known of the contents of its files. */
export interface SearchableRoot {
  readonly root: WorkspaceRoot;
  readonly content: ContentIndex;
}

/** The files to read, and how many others were found not to match without that. */
interface Files {
  readonly paths: GrepSearch['paths'];
  readonly ruledOut: number;
}

/**
 * A content search of some roots, one after the other, once each has been scanned. The last batch sums up all of them.
 * Errors: throws `PatternSyntaxError` at once; reading fails with why a root could not be scanned.
 */
export function grepRoots(
  pool: Pick<ScanPool, 'grep'>,
  roots: readonly SearchableRoot[],
  request: GrepRequest,
): AsyncIterable<GrepBatch> {
  const { under = '' as RelPath, include = [], ...pattern } = request;
  const search = (
    { config }: Pick<WorkspaceRoot, 'config'>,
    paths: GrepSearch['paths'],
    maxMatches: number,
  ): AsyncIterable<GrepBatch> => pool.grep({ ...pattern, root: config.path, paths, include, maxMatches });
  const isIncluded = compileIncludeGlobs(include);
  // Nothing runs before it is read: this only checks the pattern.
  for (const { root } of roots) search(root, [], 0);

  const filesOf = async ({ root, content }: SearchableRoot): Promise<Files> => {
    const selection = await select(root, content);
    if (selection !== null) return { ...selection, paths: inBatches(selection.paths) };
    const paths = root.data.find(under) === -1 ? ifFile(root, under) : root.data.paths(under);
    return { paths: inBatches(paths), ruledOut: 0 };
  };
  const select = (
    { data }: WorkspaceRoot,
    content: ContentIndex,
  ): Promise<ContentSelection | null> | null => {
    const id = data.find(under);
    // One file is read as quickly as it is ruled out.
    if (id === -1 || !data.isDirectory(id)) return null;
    const isEverywhere = under === '' && include.length === 0;
    return content.select(pattern, isEverywhere ? null : (path) => isWithin(path, under) && isIncluded(path));
  };

  return (async function* grep() {
    let total: GrepSummary = { filesSearched: 0, matches: 0, isCapped: false, unreadable: 0 };
    for (const open of roots) {
      const { root } = open;
      await root.settled;
      root.requireScanned();
      const { paths, ruledOut } = await filesOf(open);
      for await (const { matches, summary } of search(root, paths, request.maxMatches - total.matches)) {
        if (matches.length > 0) yield { matches };
        if (summary !== undefined) total = add(total, summary, ruledOut);
      }
      if (total.isCapped) break;
    }
    yield { matches: [], summary: total };
  })();
}

/** A file that rules left out is searched when it is named. */
function ifFile({ config }: WorkspaceRoot, path: RelPath): readonly RelPath[] {
  try {
    return lstatSync(absolutePath(config.path, path)).isFile() ? [path] : [];
  } catch {
    return [];
  }
}

function add(a: GrepSummary, b: GrepSummary, ruledOut: number): GrepSummary {
  return {
    filesSearched: a.filesSearched + b.filesSearched + ruledOut,
    matches: a.matches + b.matches,
    isCapped: a.isCapped || b.isCapped,
    unreadable: a.unreadable + b.unreadable,
  };
}
