import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { WorkspaceBoundaryError } from '../../actors/protocol/errors.js';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { listRoot, type ListOptions } from '../../workers/list/list-root.js';
import { ScanPool } from '../../workers/scan/pool.js';
import { resolveRoot } from '../node/resolve-root.js';
import { ExitCode } from './exit-codes.js';
import type { Output } from './output.js';

export interface FilesRequest {
  readonly root: string;
  /** As a person typed it. Default: the root. */
  readonly directory?: string | undefined;
  readonly isNulSeparated: boolean;
  readonly isJson: boolean;
  readonly out: Output;
  readonly signal: AbortSignal;
  readonly onProgress?: ListOptions['onProgress'];
  /** Takes what could not be read, a line each. */
  readonly warn: (message: string) => void;
}

// A listing is bound by the disk's cache: more threads gain little, and each takes 50 ms of a processor to start.
const MAX_THREADS = 4;

/**
 * `troupe files`: every file that an index would hold, in path order. None is made: nothing is asked twice here.
 * Errors: `InvalidRootError`, `WorkspaceBoundaryError`; those of `listRoot`.
 */
export async function printFiles(request: FilesRequest): Promise<number> {
  const { out, isNulSeparated, isJson, signal, onProgress } = request;
  // They start while the root is looked at and git is asked.
  const pool = new ScanPool({
    threads: Math.min(MAX_THREADS, availableParallelism()),
    entry: new URL('./scan.entry.js', import.meta.url),
  });
  try {
    const root = await resolveRoot(request.root);
    const under = toRelative(root, request.directory ?? '');
    const config = { path: root, corePatterns: [], ignorePatterns: [], useGitignore: true };
    const options = { pool, signal, ...(onProgress === undefined ? {} : { onProgress }) };
    const listing = await listRoot(config, under, options);
    const end = isNulSeparated ? '\0' : '\n';
    const toText = isJson
      ? (path: string): string => JSON.stringify({ path })
      : (path: string): string => (isNulSeparated ? path : out.foreign(path));
    for (const rows of listing.files((path) => toText(path) + end)) {
      await out.write(rows);
      if (out.isGone || signal.aborted) break;
    }
    for (const { path, message } of listing.warnings) request.warn(`${path || '.'}: ${message}`);
    return ExitCode.ok;
  } finally {
    await pool.close();
  }
}

/** A directory as a person typed it, below the root. Errors: `WorkspaceBoundaryError`. */
function toRelative(root: AbsPath, directory: string): RelPath {
  const path = relative(root, resolve(root, directory)).replaceAll('\\', '/');
  if (path === '..' || path.startsWith('../'))
    throw new WorkspaceBoundaryError(`${directory} is outside the root ${root}.`, {
      path: directory,
      roots: [root],
    });
  return path as RelPath;
}
