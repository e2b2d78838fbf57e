import { type Stats, statSync } from 'node:fs';
import { InvalidRootError } from '../../../actors/protocol/errors.js';
import type { RelPath, RootConfig } from '../../../actors/protocol/workspace.js';
import { isMissingError } from '../../disk/is-missing-error.js';
import type { IndexData } from '../store/index-data.js';

/** Throws unless the folder of a root exists; removes the entries of a missing one. Errors: `InvalidRootError`. */
export function requireRootFolder({
  config,
  data,
}: {
  readonly config: RootConfig;
  readonly data: Pick<IndexData, 'remove'>;
}): void {
  const { path } = config;
  const stats = statIfExists(path);
  if (stats?.isDirectory() === true) return;
  data.remove('' as RelPath);
  throw new InvalidRootError(`The root ${path} is gone: it is read again when it is back.`, {
    root: path,
    problem: stats === undefined ? 'missing' : 'not-a-directory',
  });
}

function statIfExists(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A parent directory has become a file.
    if (isMissingError(error)) return undefined;
    throw error;
  }
}
