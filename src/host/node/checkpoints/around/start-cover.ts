import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { Connection } from '../../../../actors/runtime/remote.js';
import { startThread } from '../../../../actors/runtime/thread.js';
import type { AbsPath } from '../../../../actors/protocol/workspace.js';
import type { CoverBudget, CoverProtocol } from '../../../../workers/cover/cover-protocol.js';

interface StartCoverOptions {
  readonly roots: readonly AbsPath[];
  /** A folder outside of all roots for what the next process needs. */
  readonly directory?: string;
  readonly ignored?: CoverBudget;
  readonly loose?: CoverBudget;
  /** The environment of the programs that the thread starts. Default: that of this process. */
  readonly environment?: NodeJS.ProcessEnv;
}

// Holds settings, local databases and what a build makes, and not what a package manager can install again.
const IGNORED: CoverBudget = { maxBytes: 256 * 1024 ** 2, maxFiles: 20_000 };
// A whole workspace without git, but for its largest files.
const LOOSE: CoverBudget = { maxBytes: 1024 ** 3, maxFiles: 200_000 };

/** Starts the thread that knows what is below the roots, and finds out what has changed. */
export function startCover({
  roots,
  directory,
  ignored = IGNORED,
  loose = LOOSE,
  environment,
}: StartCoverOptions): Promise<Connection<CoverProtocol>> {
  return startThread({
    name: 'cover',
    // The entry files of threads lie beside the bundle that contains this file.
    entry: new URL('./cover.entry.js', import.meta.url),
    data: { roots, ignored, loose, ...omitUndefined({ directory }) },
    ...omitUndefined({ environment }),
  });
}
