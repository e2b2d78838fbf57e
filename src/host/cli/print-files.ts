import { availableParallelism } from 'node:os';
import { listRoot } from '../../workers/list/list-root.js';
import { ScanPool } from '../../workers/pool/pool.js';
import { resolveRoot } from '../node/resolve-root.js';
import { ExitCode } from './terminal/exit-codes.js';
import type { Output } from './terminal/output.js';
import type { ScanProgress } from './turn/progress.js';
import { toRelative } from './to-relative.js';

export interface FilesRequest {
  readonly root: string;
  /** As a person typed it. Default: the root. */
  readonly directory?: string | undefined;
  readonly isNulSeparated: boolean;
  readonly isJson: boolean;
  readonly out: Output;
  readonly signal: AbortSignal;
  /** Tells how far the walk is, and stops before a path is printed. */
  readonly progress: ScanProgress;
  /** Takes what could not be read, a line each. */
  readonly warn: (message: string) => Promise<void>;
}

// A listing is bound by the disk's cache: more threads gain little, and each takes 50 ms of a processor to start.
const MAX_THREADS = 4;

/**
 * `troupe files`: every file that an index would hold, in path order. None is made: nothing is asked twice here.
 * Errors: `WorkspaceBoundaryError`; those of `resolveRoot` and `listRoot`, the signal's reason among them.
 */
export async function printFiles(request: FilesRequest): Promise<number> {
  const { out, isNulSeparated, isJson, signal, progress } = request;
  // They start while the root is looked at and git is asked.
  const pool = new ScanPool({
    threads: Math.min(MAX_THREADS, availableParallelism()),
    entry: new URL('./scan.entry.js', import.meta.url),
  });
  try {
    const root = await resolveRoot(request.root);
    const under = toRelative(root, request.directory ?? '');
    const config = { path: root, corePatterns: [], ignorePatterns: [], useGitignore: true };
    const listing = await listRoot(config, under, {
      pool,
      signal,
      onProgress: ({ files }) => {
        progress.show(files);
      },
    });
    progress.stop();
    const end = isNulSeparated ? '\0' : '\n';
    const toText = isJson
      ? (path: string): string => JSON.stringify({ path })
      : (path: string): string => (isNulSeparated ? path : out.foreign(path));
    for (const rows of listing.files((path) => toText(path) + end)) {
      await out.write(rows);
      signal.throwIfAborted();
      if (out.isGone) break;
    }
    for (const { path, message } of listing.warnings) await request.warn(`${path || '.'}: ${message}`);
    return ExitCode.ok;
  } finally {
    progress.stop();
    await pool.close();
  }
}
