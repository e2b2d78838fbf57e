import type { RelPath, RootConfig } from '../../actors/protocol/workspace.js';
import { AbsentRules } from './git/absent-rules.js';
import { foldCase } from './patterns/byte-string.js';
import { CorePatterns } from './core-patterns.js';
import type { GitFacts, TrackedFiles } from './git/git-facts.js';
import { outsideLevels } from './git/outside-levels.js';
import { NamePrefilter } from './patterns/name-prefilter.js';
import { readUserPatterns } from './patterns/pattern-syntax.js';
import { compileRuleFile, RuleFile } from './files/rule-file.js';
import type { RuleLevel } from './files/rule-level.js';

/** The rules that the user sets for a root. */
export type RootPatterns = Pick<RootConfig, 'corePatterns' | 'ignorePatterns' | 'useGitignore'>;

/** The rules of a root that hold in all its directories, compiled. */
export interface BaseRules {
  readonly core: CorePatterns | null;
  readonly ignored: RuleFile | null;
  readonly usesGit: boolean;
  /** Passes every name that the two rules above may match, and the names in `SPECIAL_NAMES`. */
  readonly prefilter: NamePrefilter;
  /** The rule files outside the root that apply to it, nearest first. */
  readonly outside: readonly RuleLevel[];
  /** The excludes file that applies in repositories below the root. */
  readonly nestedExcludes: RuleFile | null;
  readonly absentRules: AbsentRules;
  /** Whether a directory belongs to a submodule. Shape: a path from the root, ending in a slash. */
  readonly isSubmodule: (directory: string) => boolean;
  /**
   * For each directory on the path to a tracked file that an ignore rule matches: the names of its children to show.
   * A nested repository's tracked files affect only that repository.
   * Shape: keys are `''` or end in a slash.
   */
  readonly trackedNames: ReadonlyMap<string, ReadonlySet<string>>;
}

// The names that every scope decides apart from the rules: a repository and a rule file.
const SPECIAL_NAMES = ['.git', '.gitignore'].map((text) => ({ kind: 'equals', text }) as const);

/** Compiles what does not depend on the directory. Errors: `PatternSyntaxError` for an invalid pattern of the user. */
export function compileBaseRules(patterns: RootPatterns, git: GitFacts): BaseRules {
  const ignored = readUserPatterns(patterns.ignorePatterns, 'ignorePatterns');
  const usesGit = patterns.useGitignore;
  const rules = {
    core: patterns.corePatterns.length === 0 ? null : new CorePatterns(patterns.corePatterns),
    ignored: ignored.length === 0 ? null : new RuleFile(ignored),
  };
  return {
    ...rules,
    usesGit,
    prefilter: [rules.core, rules.ignored].reduce(
      (prefilter, file) => (file === null ? prefilter : prefilter.or(file.prefilter)),
      NamePrefilter.of(SPECIAL_NAMES),
    ),
    outside: usesGit ? outsideLevels(git) : [],
    nestedExcludes: usesGit ? compileRuleFile(git.nestedExcludes ?? '', git.ignoreCase) : null,
    absentRules: new AbsentRules(usesGit ? git.absentRules : new Map(), git.ignoreCase),
    isSubmodule: usesGit ? submoduleTest(git) : () => false,
    trackedNames: usesGit ? trackedNames(git) : new Map(),
  };
}

function submoduleTest({ submodules, ignoreCase }: GitFacts): (directory: string) => boolean {
  if (submodules.size === 0) return () => false;
  const fold = ignoreCase ? foldCase : (path: string): string => path;
  const directories = new Set(Array.from(submodules, (path) => fold(`${path}/`)));
  return (directory) => directories.has(fold(directory));
}

function trackedNames({ tracked, nestedTracked }: TrackedFiles): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  addNames(names, '', tracked);
  for (const [directory, paths] of nestedTracked) addNames(names, `${directory}/`, paths);
  return names;
}

function addNames(names: Map<string, Set<string>>, top: string, paths: Iterable<RelPath>): void {
  for (const path of paths) {
    for (let end = path.length; end > 0;) {
      const start = path.lastIndexOf('/', end - 1) + 1;
      const directory = top + path.slice(0, start);
      const name = path.slice(start, end);
      const known = names.get(directory) ?? new Set();
      // Then the directories above it have been added, too.
      if (known.has(name)) break;
      names.set(directory, known.add(name));
      end = start - 1;
    }
  }
}
