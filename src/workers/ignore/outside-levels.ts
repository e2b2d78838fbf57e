import type { OuterRuleFile } from './git-facts.js';
import { compileRuleFile } from './rule-file.js';
import { matchLevels, type RuleLevel } from './rule-level.js';

/** The rule files that reach into a root from outside. */
export interface OutsideRules {
  readonly infoExclude: string | null;
  readonly globalExcludes: string | null;
  /** Shape: the repository's top first. None when the root is that top. */
  readonly outerRuleFiles?: readonly OuterRuleFile[];
  /** Where the root is in its repository. Shape: `''` at the top, else ending in a slash. */
  readonly prefix?: string;
  readonly ignoreCase?: boolean;
}

/**
 * The levels above a root's own `.gitignore`, nearest first.
 * A root is never ignored, for a person opened it: where these rules ignore the root or a directory above it, the files
 * that say so do not count inside.
 */
export function outsideLevels(git: OutsideRules): RuleLevel[] {
  const { infoExclude, globalExcludes, outerRuleFiles = [], prefix = '', ignoreCase = false } = git;
  const texts = [
    ...outerRuleFiles
      .map(({ directory, text }) => ({ text, below: prefix.slice(directory.length) }))
      .reverse(),
    { text: infoExclude ?? '', below: prefix },
    { text: globalExcludes ?? '', below: prefix },
  ];
  const levels = texts.flatMap(({ text, below }) => {
    const file = compileRuleFile(text, ignoreCase);
    return file === null ? [] : [{ file, below }];
  });
  return hidesRoot(levels, prefix) ? levels.filter((level) => !hidesRoot([level], prefix)) : levels;
}

function hidesRoot(levels: readonly RuleLevel[], prefix: string): boolean {
  const names = prefix.split('/').slice(0, -1);
  return names.some((name, depth) => {
    const wayToRoot = `${names.slice(depth).join('/')}/`;
    const seen = levels
      .filter(({ below }) => below.length >= wayToRoot.length)
      .map(({ file, below }) => ({ file, below: below.slice(0, -wayToRoot.length) }));
    return matchLevels(seen, name, true) === true;
  });
}
