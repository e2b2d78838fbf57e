import type { RuleFile } from './rule-file.js';

/** A rule file as it is seen from one directory at or below its own. */
export interface RuleLevel {
  readonly file: RuleFile;
  /** The way from the file's directory to this one: `''`, or ending in a slash. */
  readonly below: string;
}

/** What the first level that has an opinion says; levels come nearest first, as in git. */
export function matchLevels(levels: readonly RuleLevel[], name: string, isDir: boolean): boolean | undefined {
  for (const level of levels) {
    const isIgnored = level.file.match(name, isDir, level.below);
    if (isIgnored !== undefined) return isIgnored;
  }
  return undefined;
}

/** The same files seen from the child directory `name`. */
export function descend(levels: readonly RuleLevel[], name: string): RuleLevel[] {
  return levels.map(({ file, below }) => ({ file, below: `${below}${name}/` }));
}
