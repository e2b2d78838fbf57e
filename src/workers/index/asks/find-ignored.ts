import type { IgnoredEntry } from '../../../actors/protocol/workspace.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { lstatIfReadable } from '../../disk/lstat-if-readable.js';
import type { SearchQuery } from '../search/read-query.js';
import type { WorkspaceRoot } from '../root/workspace-root.js';

/** The file or directory that a query names exactly and that exists, when the rules leave it out. */
export function findIgnored(
  { config, data, rules }: Pick<WorkspaceRoot, 'config' | 'data' | 'rules'>,
  { typed, unwrapped }: SearchQuery,
): IgnoredEntry | undefined {
  for (const query of [typed, unwrapped]) {
    if (query === null || data.find(query.target) !== -1) continue;
    const stats = lstatIfReadable(absolutePath(config.path, query.target));
    if (stats === undefined || (query.kind === 'listing' && !stats.isDirectory())) continue;
    if (!rules.current.decide(query.target, stats.isDirectory()).indexed)
      return { root: config.path, path: query.target, isDir: stats.isDirectory() };
  }
  return undefined;
}
