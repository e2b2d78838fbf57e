import { resolve } from 'node:path';
import { findPathEffect } from '../../actors/approvals/path-rules.js';
import type { ApprovalRule, ApprovalStore } from '../../actors/protocol/approvals.js';
import type { AttachmentDeps } from './attachment-context.js';

interface RefusalOptions {
  readonly roots: readonly string[];
  readonly rules: readonly ApprovalRule[];
  readonly store?: ApprovalStore;
  /** Files with keys: absolute, or relative to the working directory. */
  readonly secretFiles: readonly string[];
  /** The path with every symbolic link resolved. */
  readonly followLinks: (path: string) => string;
}

/**
 * Refuses files that a rule denies reading, as the approval of `read_file` does, and files with keys. A rule that asks
 * refuses nothing: the person who attaches a file has decided.
 * Errors: those of the store, which may hold such a rule.
 */
export function createRefusal(options: RefusalOptions): NonNullable<AttachmentDeps['refuse']> {
  const { roots, rules, store, secretFiles, followLinks } = options;
  const secrets = new Set(secretFiles.flatMap((path) => [resolve(path), followLinks(resolve(path))]));
  return async (names) => {
    if (names.some((name) => secrets.has(name))) return 'This file holds a key: no model gets to see it.';
    const all = [...rules, ...((await store?.load()) ?? [])];
    const isDenied = names.some((name) => findPathEffect(all, name, 'read', roots) === 'deny');
    return isDenied ? 'A rule forbids to read this file.' : undefined;
  };
}
