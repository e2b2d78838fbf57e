import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { IndexData } from './index-data.js';

/** The outermost part of a path that the index does not have; `undefined` when it has the whole path. */
export function findFirstMissing(data: IndexData, path: RelPath): RelPath | undefined {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const parent = path.slice(0, end) as RelPath;
    if (data.find(parent) === -1) return parent;
  }
  return data.find(path) === -1 ? path : undefined;
}
