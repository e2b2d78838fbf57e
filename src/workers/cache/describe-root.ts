import { createHash } from 'node:crypto';
import type { RootConfig } from '../../actors/protocol/workspace.js';

/** Identifies a root with its configuration: as the subject of a cache file, and as its name. */
export function describeRoot(config: RootConfig): { readonly subject: string; readonly name: string } {
  const { path, corePatterns, ignorePatterns, useGitignore, memoryBudgetBytes = 0 } = config;
  const subject = JSON.stringify([path, corePatterns, ignorePatterns, useGitignore, memoryBudgetBytes]);
  return { subject, name: createHash('sha256').update(subject).digest('hex').slice(0, 32) };
}
