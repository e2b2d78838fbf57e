import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { NO_GIT, type GitFacts } from '../../../src/workers/ignore/git/git-facts.js';
import type { NestedRules } from '../../../src/workers/ignore/git/nested-rules.js';
import { compileRuleFile } from '../../../src/workers/ignore/files/rule-file.js';
import type { RootPatterns } from '../../../src/workers/ignore/base-rules.js';
import { Rules, type RuleMap } from '../../../src/workers/ignore/rules.js';

export interface RulesSetup extends Partial<RootPatterns>, Partial<Omit<GitFacts, 'tracked'>> {
  /** `.gitignore` texts by directory. */
  readonly ruleTexts?: Iterable<readonly [directory: string, text: string]>;
  readonly repositories?: readonly string[];
  readonly tracked?: readonly string[];
}

/** The root is the top of a repository. */
const REPOSITORY = { top: '/root' as AbsPath, gitDirectory: '/root/.git' as AbsPath };

/** A repository without an `info/exclude`. */
const NESTED: NestedRules = {
  place: 'unreadable',
  sourceFiles: [],
  excludeText: '',
  infoExclude: null,
};

/** Rules with everything else as it is by default. */
export function rulesOf({ ruleTexts, repositories = [], tracked = [], ...setup }: RulesSetup): Rules {
  const patterns = { corePatterns: [], ignorePatterns: [], useGitignore: true, ...setup };
  const git = { ...NO_GIT, repository: REPOSITORY, ...setup, tracked: new Set(tracked as RelPath[]) };
  return Rules.compile(patterns, git, mapOf(ruleTexts, repositories, git.ignoreCase));
}

export function mapOf(
  ruleTexts: RulesSetup['ruleTexts'] = [],
  repositories: readonly string[] = [],
  ignoreCase = false,
): RuleMap {
  const ruleFiles = new Map(
    Array.from(ruleTexts, ([directory, text]) => [
      directory as RelPath,
      { file: compileRuleFile(text, ignoreCase) },
    ]),
  );
  return { ruleFiles, repositories: new Map(repositories.map((path) => [path as RelPath, NESTED])) };
}

/** A decision in one word. A path that ends in a slash is a directory. */
export function verdict(rules: Rules, entry: string): 'core' | 'indexed' | 'out' {
  const isDir = entry.endsWith('/');
  const { indexed, core } = rules.decide((isDir ? entry.slice(0, -1) : entry) as RelPath, isDir);
  if (core) return 'core';
  return indexed ? 'indexed' : 'out';
}

export function verdicts(rules: Rules, entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(entries.map((entry) => [entry, verdict(rules, entry)]));
}
