import { toJsonLine } from '../draw/to-json-line.js';
import { availableParallelism } from 'node:os';
import { listRoot } from '../../../workers/list/list-root.js';
import { ScanPool } from '../../../workers/pool/pool.js';
import { locateInRoots } from '../../locate-in-roots.js';
import { resolveRoot } from '../../node/resolve-root.js';
import { ExitCode } from '../terminal/exit-codes.js';
import type { Output } from '../terminal/output.js';
import type { ScanProgressLine } from '../turn/progress.js';

export interface PrintFilesOptions {
  readonly root: string;
  /** As the person typed it. Default: the root. */
  readonly directory?: string | undefined;
  readonly isNulSeparated: boolean;
  readonly isJson: boolean;
  readonly out: Output;
  readonly signal: AbortSignal;
  /** Shows the progress of the scan; stopped before the first path is printed. */
  readonly progress: ScanProgressLine;
  /** Reports what could not be read, one line each. */
  readonly warn: (message: string) => Promise<void>;
}

// A listing is limited by the disk cache: more threads gain little, and each takes 50 ms of processor time to start.
const MAX_THREADS = 4;

/**
 * `troupe files`: prints every file that an index would contain, in path order. Scans the disk directly: an index for a
 * single query would not pay.
 * Errors: `WorkspaceBoundaryError`; those of `resolveRoot` and `listRoot`, which include the signal's reason.
 */
export async function printFiles(request: PrintFilesOptions): Promise<number> {
  const { out, isNulSeparated, isJson, signal, progress } = request;
  // The threads start while the root is resolved and git is queried.
  const pool = new ScanPool({
    threads: Math.min(MAX_THREADS, availableParallelism()),
    entry: new URL('./scan.entry.js', import.meta.url),
  });
  try {
    const root = await resolveRoot(request.root);
    const { path: under } = locateInRoots([root], { path: request.directory });
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
      ? (path: string): string => toJsonLine({ path })
      : (path: string): string => (isNulSeparated ? path : out.sanitize(path));
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
