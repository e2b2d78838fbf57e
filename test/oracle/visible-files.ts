import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { AbsPath, RelPath } from '../../src/actors/protocol/workspace.js';
import { RootRules } from '../../src/workers/index/rules/root-rules.js';
import { look } from '../doubles/look.js';
import { filesOf, readParts, scanAlone } from '../workers/walk/scanned-tree.js';

const NEVER = new AbortController().signal;
const PATTERNS = { corePatterns: [], ignorePatterns: [], useGitignore: true };
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;

/**
 * What a root's rules let through: a scan, what git says of the repositories that it met, and scans by that.
 * Shape: sorted by code units.
 */
export async function visibleByUs(root: AbsPath): Promise<{ rules: RootRules; files: string[] }> {
  const rules = new RootRules({ ...PATTERNS, path: root });
  const scan = (): string[] => {
    const parts = scanAlone(root, { patterns: PATTERNS, git: rules.git });
    rules.mergeScan(parts, '' as RelPath);
    return filesOf(readParts(parts));
  };
  await rules.refreshGitContext(NEVER);
  let files = scan();
  // A submodule that comes into sight has tracked files of its own.
  for (;;) {
    const { paths, scans } = await rules.refreshTracked(NEVER);
    if (paths.length === 0 && scans.length === 0) break;
    files = scan();
  }
  return { rules, files: files.sort() };
}

/**
 * What git shows of a directory, and what it shows of each repository in there, which it only names.
 * Shape: sorted by code units.
 */
export function visibleByGit(directory: string): string[] {
  return [...new Set(listByGit(directory))].sort();
}

function listByGit(directory: string): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', '-z'];
  const options = { cwd: directory, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES } as const;
  const paths = execFileSync('git', args, options).split('\0').slice(0, -1);
  return paths.flatMap((path) => {
    const stats = look(join(directory, path));
    // Tracked and deleted, or a name that is not UTF-8.
    if (stats === undefined) return path.includes('\u{FFFD}') ? path : [];
    if (!stats.isDirectory()) return path;
    // git names a submodule that is not checked out as well, and shows nothing of it.
    if (look(join(directory, path, '.git')) === undefined) return [];
    return listByGit(join(directory, path)).map((inner) => join(path, inner));
  });
}
