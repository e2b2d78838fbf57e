import { createHash } from 'node:crypto';
import type { RootConfig } from '../../actors/protocol/workspace.js';

/** What is kept of a root is true for the same root and configuration only: both in words, and as the name of a file. */
export function describeRoot(config: RootConfig): { readonly subject: string; readonly name: string } {
  const { path, corePatterns, ignorePatterns, useGitignore, memoryBudgetBytes = 0 } = config;
  const subject = JSON.stringify([path, corePatterns, ignorePatterns, useGitignore, memoryBudgetBytes]);
  return { subject, name: createHash('sha256').update(subject).digest('hex').slice(0, 32) };
}
