import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import type { ScannedRules } from '../../../src/workers/index/root-rules.js';
import type { ScannedTree } from '../scan/scanned-tree.js';

/** What a scan says of rules, from what a reader sees of it. */
export function rulesIn({ ruleDirectories, repositories, ignored }: ScannedTree): ScannedRules {
  return {
    ruleDirectories: ruleDirectories as RelPath[],
    repositories: repositories as RelPath[],
    ignoredDirectories: ignored.join('\0'),
  };
}
