import type { RuleFile } from './rule-file.js';

/** A rule file, which applies in its own directory and below. */
export interface RuleLevel {
  readonly file: RuleFile;
  /** For a file outside the root, the path from the file's directory to the root: `''`, or ending in a slash. */
  readonly above: string;
  /** The length of the path from the root to the file's directory; 0 for a file outside the root. */
  readonly start: number;
}

/**
 * The result of the first level with a rule that matches an entry of `directory`; levels come nearest first, as in
 * git.
 * Shape: `directory` is relative to the root, `''` or ending in a slash.
 */
export function matchLevels(
  levels: readonly RuleLevel[],
  directory: string,
  name: string,
  isDir: boolean,
): boolean | undefined {
  for (const { file, above, start } of levels) {
    const isIgnored = file.match(name, isDir, above + directory.slice(start));
    if (isIgnored !== undefined) return isIgnored;
  }
  return undefined;
}
