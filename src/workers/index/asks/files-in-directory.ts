import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { IndexData } from '../store/index-data.js';

/** The first `maxResults` files below a directory, in path order; none when it is not indexed. Source: SPEC D5. */
export function filesInDirectory(data: IndexData, path: RelPath, maxResults: number): RelPath[] {
  const files: RelPath[] = [];
  if (maxResults < 1) return files;
  for (const file of data.paths(path)) {
    files.push(file);
    if (files.length === maxResults) break;
  }
  return files;
}
