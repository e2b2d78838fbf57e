import type { GitFacts } from './git-facts.js';
import { compileRuleFile } from '../files/rule-file.js';
import { matchLevels, type RuleLevel } from '../files/rule-level.js';

/**
 * The rule levels above a root's own `.gitignore`, nearest first.
 * A root that the user opened is never ignored: rule files that ignore the root or a directory above it do not apply
 * inside.
 */
export function outsideLevels(git: GitFacts): RuleLevel[] {
  const { repository, infoExclude, globalExcludes, outerRuleFiles, prefix, ignoreCase } = git;
  const onDisk = new Set(outerRuleFiles.map(({ directory }) => directory));
  const absent = git.outerAbsentRules.filter(({ directory }) => !onDisk.has(directory));
  const texts = [
    ...[...outerRuleFiles, ...absent]
      .sort((one, other) => other.directory.length - one.directory.length)
      .map(({ directory, text }) => ({ text, below: prefix.slice(directory.length) })),
    { text: infoExclude ?? '', below: prefix },
    { text: (repository && globalExcludes) ?? '', below: prefix },
  ];
  const levels = texts.flatMap(({ text, below }) => {
    const file = compileRuleFile(text, ignoreCase);
    return file === null ? [] : [{ file, above: below, start: 0 }];
  });
  return hidesRoot(levels, prefix) ? levels.filter((level) => !hidesRoot([level], prefix)) : levels;
}

function hidesRoot(levels: readonly RuleLevel[], prefix: string): boolean {
  const names = prefix.split('/').slice(0, -1);
  return names.some((name, depth) => {
    const wayToRoot = `${names.slice(depth).join('/')}/`;
    const seen = levels
      .filter(({ above }) => above.length >= wayToRoot.length)
      .map(({ above, ...level }) => ({ ...level, above: above.slice(0, -wayToRoot.length) }));
    return matchLevels(seen, '', name, true) === true;
  });
}
