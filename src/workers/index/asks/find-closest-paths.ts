import type { RelPath } from '../../../actors/protocol/workspace.js';
import { suggestPaths } from '../search/suggest-paths.js';
import type { IndexData } from '../store/index-data.js';

interface ClosestOptions {
  readonly limit: number;
  /** Resolves when the index has what is on the disk. */
  readonly catchUp: () => Promise<void>;
}

/**
 * The paths that somebody may have meant who named one that is missing, the closest first. Waits for the first scan: before
 * its end the answer would depend on how far it has come. Errors: those of `catchUp`.
 */
export async function findClosestPaths(
  data: IndexData,
  missing: string,
  { limit, catchUp }: ClosestOptions,
): Promise<readonly RelPath[]> {
  await catchUp();
  return suggestPaths(data, missing, limit);
}
