import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import type { AbsPath, RootConfig, WorkspaceConfig } from '../actors/protocol/workspace.js';
import { readUserPatterns } from '../workers/ignore/patterns/pattern-syntax.js';
import type { WorkspaceOptions } from './host-options.js';
import { findCacheFolder } from './node/find-cache-folder.js';

// A scan is limited by the disk cache and, on small machines, by two cores; more than four threads gain little.
const MAX_SCAN_THREADS = 4;

/**
 * The configuration that the index thread starts with.
 * Errors: `PatternSyntaxError`, which would otherwise be that of the first search.
 */
export function buildWorkspaceConfig(roots: readonly AbsPath[], options: WorkspaceOptions): WorkspaceConfig {
  const { dynamicCapacity, memoryBudgetBytes, ripgrepPath, cacheDirectory = findCacheFolder() } = options;
  for (const source of ['corePatterns', 'ignorePatterns'] as const)
    readUserPatterns(options[source] ?? [], source);
  return {
    roots: roots.map((path): RootConfig => ({
      path,
      corePatterns: options.corePatterns ?? [],
      ignorePatterns: options.ignorePatterns ?? [],
      useGitignore: options.useGitignore ?? true,
      ...omitUndefined({ dynamicCapacity }),
      ...(memoryBudgetBytes === undefined
        ? {}
        : { memoryBudgetBytes: Math.floor(memoryBudgetBytes / roots.length) }),
    })),
    ...(cacheDirectory === null ? {} : { snapshotDirectory: resolve(cacheDirectory, 'index') }),
    ...omitUndefined({ ripgrepPath }),
    watcher: options.watcher ?? 'auto',
    ...omitUndefined({ isReadAhead: options.isReadAhead }),
    scanThreads: options.scanThreads ?? Math.min(MAX_SCAN_THREADS, availableParallelism()),
  };
}
