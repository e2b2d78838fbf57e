import type { RuleFile } from './rule-file.js';

/** A rule file that is in force in its own directory and below it. */
export interface RuleLevel {
  readonly file: RuleFile;
  /** The way from the file's directory to the root, for a file outside of it: `''`, or ending in a slash. */
  readonly above: string;
  /** How much of a path from the root on is the way to the file's directory; 0 for a file outside the root. */
  readonly start: number;
}

/**
 * What the first level that has an opinion says of an entry of `directory`; levels come nearest first, as in git.
 * Shape: `directory` is a path from the root on, `''` or ending in a slash.
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
