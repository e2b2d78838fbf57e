import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { GitFacts } from '../ignore/git-facts.js';
import { type NestedRules, readNestedRules } from '../ignore/nested-rules.js';
import type { RuleFile } from '../ignore/rule-file.js';
import { compileBaseRules, type RootPatterns, type BaseRules } from '../ignore/base-rules.js';
import { RuleScope } from '../ignore/rule-scope.js';
import { absolutePath } from './absolute-path.js';
import { type RuleFileReading, readRuleFile } from './read-rule-file.js';

/** All that decides what of a root is visible, but its own `.gitignore` files. Plain data: it crosses a thread. */
export interface ScanRules {
  readonly patterns: RootPatterns;
  readonly git: GitFacts;
}

/** The rules of a tree, its `.gitignore` files read from the disk on the way. */
export class WalkScopes {
  readonly #root: AbsPath;
  readonly #base: BaseRules;
  readonly #ignoreCase: boolean;
  readonly #known = new Map<RelPath, RuleScope>();

  /** Errors: `PatternSyntaxError`. */
  constructor(root: AbsPath, { patterns, git }: ScanRules) {
    this.#root = root;
    this.#base = compileBaseRules(patterns, git);
    this.#ignoreCase = git.ignoreCase;
  }

  /** Whether `.gitignore` files count. */
  get usesGit(): boolean {
    return this.#base.usesGit;
  }

  /** The rules around a directory; `null` for the root, which has none around it. */
  around(directory: RelPath): RuleScope | null {
    return directory === ''
      ? null
      : this.#scopeOf(directory.slice(0, Math.max(0, directory.lastIndexOf('/'))) as RelPath);
  }

  /** The rules inside a directory, from those around it and what it holds itself: perhaps something named `.git`. */
  inside(
    directory: RelPath,
    around: RuleScope | null,
    ruleFile: RuleFile | null,
    hasGit: boolean,
  ): RuleScope {
    if (around === null) return RuleScope.ofRoot(this.#base, ruleFile);
    const nested = hasGit && this.usesGit ? this.#readNested(directory) : null;
    return around.enter(directory.slice(directory.lastIndexOf('/') + 1), ruleFile, nested ?? undefined);
  }

  /** Reads a directory's `.gitignore`. */
  readRuleFile(directory: RelPath): RuleFileReading {
    return readRuleFile(absolutePath(this.#root, directory), this.#ignoreCase);
  }

  #scopeOf(directory: RelPath): RuleScope {
    let scope = this.#known.get(directory);
    if (scope === undefined) {
      const ruleFile = this.usesGit ? this.readRuleFile(directory).file : null;
      scope = this.inside(directory, this.around(directory), ruleFile, true);
      this.#known.set(directory, scope);
    }
    return scope;
  }

  #readNested(directory: RelPath): NestedRules | null {
    return readNestedRules(absolutePath(this.#root, directory), this.#ignoreCase);
  }
}
