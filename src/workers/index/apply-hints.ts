import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { RelPath, RootConfig } from '../../actors/protocol/workspace.js';
import { EntryKind } from '../scan/scan-part.js';
import type { Hint } from '../watch/watcher.js';
import type { IndexData } from './data.js';
import { firstMissing } from './first-missing.js';
import type { Holdings } from './holdings.js';
import type { RootRules } from './root-rules.js';

/** A root whose entries may have changed. */
export interface HintedRoot {
  readonly config: RootConfig;
  readonly data: IndexData;
  readonly rules: RootRules;
  readonly holdings: Pick<Holdings, 'isWhole'>;
}

/**
 * Makes the index agree with the disk at each hinted path, and returns the directories that are left to scan: new
 * ones, and those whose rules may have changed. A hint only says where to look.
 * Cost: one `lstat` a path.
 */
export function applyHints({ config, data, rules, holdings }: HintedRoot, hints: readonly Hint[]): RelPath[] {
  const toScan: RelPath[] = [];
  for (const { path, kind: hintKind } of hints) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const parent = path.slice(0, Math.max(0, path.length - name.length - 1)) as RelPath;
    // A repository that appears or goes changes the rules of its directory, as a rule file does.
    if (config.useGitignore && (name === '.git' || name === '.gitignore')) toScan.push(parent);

    // What is not held is no reason to hold it when its content changes.
    if (hintKind === 'changed' && !holdings.isWhole && data.find(path) === -1) continue;

    const stats = look(join(config.path, path));
    const kind = stats === undefined ? undefined : kindOf(stats);
    const decision =
      kind === undefined ? undefined : rules.current.decide(path, kind === EntryKind.directory);
    if (kind === undefined || decision?.indexed !== true) {
      const mayHoldCore = kind === EntryKind.directory && rules.current.scopeOf(parent).mayHoldCore(name);
      if (mayHoldCore) toScan.push(path);
      else data.remove(path);
      continue;
    }
    const missing = firstMissing(data, path) ?? path;
    const isNewDirectory = kind === EntryKind.directory && (hintKind === 'created' || data.find(path) === -1);
    if (missing !== path || isNewDirectory) toScan.push(missing);
    data.add(path, decision.core ? kind | EntryKind.core : kind);
    if (kind !== EntryKind.directory) data.setMtime(path, stats?.mtimeMs ?? 0);
  }
  return toScan;
}

/** What is at a path; nothing when nobody could get there either: a parent is a file now, or closed. */
function look(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The kind of an entry; none for what git does not list: sockets, pipes, devices. */
function kindOf(stats: Stats): number | undefined {
  if (stats.isDirectory()) return EntryKind.directory;
  if (stats.isSymbolicLink()) return EntryKind.symlink;
  return stats.isFile() ? 0 : undefined;
}
