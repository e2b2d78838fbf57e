import { statSync } from 'node:fs';
import { InvalidRootError } from '../../actors/protocol/errors.js';
import type { RelPath, RootConfig } from '../../actors/protocol/workspace.js';
import type { IndexData } from './data.js';

/** Errors: `InvalidRootError` when the folder of a root is gone; its entries are gone then as well. */
export function requireFolder({
  config,
  data,
}: {
  readonly config: RootConfig;
  readonly data: IndexData;
}): void {
  const { path } = config;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return;
  data.remove('' as RelPath);
  throw new InvalidRootError(`The root ${path} is gone: it is read again when it is back.`, {
    root: path,
    problem: stats === undefined ? 'missing' : 'not-a-directory',
  });
}
