import { lstatSync } from 'node:fs';
import type {
  AbsPath,
  FilesBatch,
  GrepBatch,
  GrepRequest,
  GrepSummary,
  RelPath,
} from '../../actors/protocol/workspace.js';
import { breathe } from '../../actors/runtime/abort.js';
import { absolutePath } from '../scan/absolute-path.js';
import type { ScanPool } from '../scan/pool.js';
import type { WorkspaceRoot } from './workspace-root.js';

// Paths to a batch: a millisecond's work, so that what else the thread has to do never waits long.
const BATCH_SIZE = 1000;

/** Every file of some roots in path order, once each root has been scanned. Errors: why a root could not be. */
export async function* filesOf(
  roots: readonly WorkspaceRoot[],
  under: RelPath,
): AsyncGenerator<FilesBatch, void, undefined> {
  for (const root of roots) {
    await root.settled;
    root.requireScanned();
    for (const paths of batches((await root.everythingIn(under)).paths(under))) {
      yield { root: root.config.path, paths };
      await breathe();
    }
  }
}

/**
 * A content search of some roots, one after the other, once each has been scanned. The last batch sums up all of them.
 * Errors: throws `PatternSyntaxError` at once; reading fails with why a root could not be scanned.
 */
export function grepRoots(
  pool: ScanPool,
  roots: readonly WorkspaceRoot[],
  request: GrepRequest,
): AsyncIterable<GrepBatch> {
  const { under = '' as RelPath, include = [], ...pattern } = request;
  const search = (
    root: AbsPath,
    paths: Iterable<readonly RelPath[]>,
    maxMatches: number,
  ): AsyncIterable<GrepBatch> => pool.grep({ ...pattern, root, paths, include, maxMatches });
  // Nothing runs before it is read: this only checks the pattern.
  search('/' as AbsPath, [], 0);

  return (async function* grep() {
    let total: GrepSummary = { filesSearched: 0, matches: 0, isCapped: false, unreadable: 0 };
    for (const root of roots) {
      await root.settled;
      root.requireScanned();
      const data = await root.everythingIn(under);
      const paths = batches(data.find(under) === -1 ? ifFile(root, under) : data.paths(under));
      for await (const { matches, summary } of search(
        root.config.path,
        paths,
        request.maxMatches - total.matches,
      )) {
        if (matches.length > 0) yield { matches };
        if (summary !== undefined) total = add(total, summary);
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

function* batches(paths: Iterable<RelPath>): Generator<readonly RelPath[], void, undefined> {
  let batch: RelPath[] = [];
  for (const path of paths) {
    batch.push(path);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function add(a: GrepSummary, b: GrepSummary): GrepSummary {
  return {
    filesSearched: a.filesSearched + b.filesSearched,
    matches: a.matches + b.matches,
    isCapped: a.isCapped || b.isCapped,
    unreadable: a.unreadable + b.unreadable,
  };
}
