import type { RelPath, RootConfig } from '../../actors/protocol/workspace.js';
import { CorePatterns } from './core-patterns.js';
import { outsideLevels, type OutsideRules } from './outside-levels.js';
import { readUserPatterns } from './pattern-syntax.js';
import { compileRuleFile, RuleFile } from './rule-file.js';
import type { RuleLevel } from './rule-level.js';

/** What a person set for a root. */
export type RootPatterns = Pick<RootConfig, 'corePatterns' | 'ignorePatterns' | 'useGitignore'>;

/** What git adds to a root's own `.gitignore` files; `GitFacts` is one. */
export interface GitGround extends OutsideRules {
  readonly tracked: ReadonlySet<RelPath>;
}

/** The rules of a root that hold in all its directories, compiled. */
export interface RuleGround {
  readonly core: CorePatterns | null;
  readonly ignored: RuleFile | null;
  readonly usesGit: boolean;
  /** The rule files from outside the root, as seen from the root, nearest first. */
  readonly outside: readonly RuleLevel[];
  /** The person's own excludes file, which holds in every repository. */
  readonly globalExcludes: RuleFile | null;
  /** Tracked files that git's rules match. */
  readonly tracked: ReadonlySet<RelPath>;
  /** For each directory that leads to one of them the names to show. Shape: keys are `''` or end in a slash. */
  readonly trackedNames: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Errors: `PatternSyntaxError` for a pattern of the person's own that cannot be understood. */
export function compileGround(patterns: RootPatterns, git: GitGround): RuleGround {
  const ignored = readUserPatterns(patterns.ignorePatterns, 'ignorePatterns');
  const usesGit = patterns.useGitignore;
  const tracked = usesGit ? git.tracked : new Set<RelPath>();
  return {
    core: patterns.corePatterns.length === 0 ? null : new CorePatterns(patterns.corePatterns),
    ignored: ignored.length === 0 ? null : new RuleFile(ignored),
    usesGit,
    outside: usesGit ? outsideLevels(git) : [],
    globalExcludes: usesGit ? compileRuleFile(git.globalExcludes ?? '', git.ignoreCase) : null,
    tracked,
    trackedNames: namesByDirectory(tracked),
  };
}

function namesByDirectory(paths: Iterable<string>): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const path of paths) {
    for (let end = path.length; end > 0;) {
      const start = path.lastIndexOf('/', end - 1) + 1;
      const directory = path.slice(0, start);
      const name = path.slice(start, end);
      const known = names.get(directory) ?? new Set();
      // Its parents are there too, then.
      if (known.has(name)) break;
      names.set(directory, known.add(name));
      end = start - 1;
    }
  }
  return names;
}
