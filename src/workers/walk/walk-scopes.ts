import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { nameOf, parentOf } from '../../actors/protocol/rel-path.js';
import { type BaseRules, compileBaseRules, type RootPatterns } from '../ignore/base-rules.js';
import type { GitFacts } from '../ignore/git/git-facts.js';
import { compileNestedRules, type NestedRules, readNestedRepository } from '../ignore/git/nested-rules.js';
import type { RuleFile } from '../ignore/files/rule-file.js';
import { RuleScope } from '../ignore/rule-scope.js';
import { absolutePath } from '../disk/absolute-path.js';
import type { PartBuilder } from '../parts/part-builder.js';
import { readRuleFile } from './read-rule-file.js';

/** Everything that decides about a root's visible entries, except its own `.gitignore` files. Plain data. */
export interface ScanRules {
  readonly patterns: RootPatterns;
  readonly git: GitFacts;
}

/** What a directory contains that affects its rules. */
interface RuleSources {
  readonly hasRuleFile: boolean;
  /** Whether it contains a `.git`. */
  readonly isRepository: boolean;
  /** Whether the directory itself is ignored: then its rules do not matter. */
  readonly isLeftOut: boolean;
}

/** Builds the rule scopes of a tree from the `.gitignore` files on the disk. Adds all that it reads to a part. */
export class WalkScopes {
  readonly #root: AbsPath;
  readonly #base: BaseRules;
  readonly #ignoreCase: boolean;
  readonly #part: PartBuilder;
  readonly #known = new Map<RelPath, RuleScope>();

  /** Errors: `PatternSyntaxError`. */
  constructor(root: AbsPath, { patterns, git }: ScanRules, part: PartBuilder) {
    this.#root = root;
    this.#base = compileBaseRules(patterns, git);
    this.#ignoreCase = git.ignoreCase;
    this.#part = part;
  }

  /**
   * The scope around a directory that another walker found; `null` for the root.
   * Errors: those of `readRuleFile`.
   */
  around(directory: RelPath): RuleScope | null {
    return directory === '' ? null : this.#scopeOf(parentOf(directory));
  }

  /** The scope inside a directory, by the scope around it and its own rules. Errors: those of `readRuleFile`. */
  inside(directory: RelPath, around: RuleScope | null, sources: RuleSources): RuleScope {
    const ruleFile = this.#readRules(directory, sources, true);
    return this.#enter(directory, around, ruleFile, sources);
  }

  #scopeOf(directory: RelPath): RuleScope {
    let scope = this.#known.get(directory);
    if (scope === undefined) {
      const around = this.around(directory);
      const isLeftOut = around !== null && !around.decide(nameOf(directory), true).indexed;
      const sources = { hasRuleFile: true, isRepository: true, isLeftOut };
      scope = this.#enter(directory, around, this.#readRules(directory, sources, false), sources);
      this.#known.set(directory, scope);
    }
    return scope;
  }

  #enter(
    directory: RelPath,
    around: RuleScope | null,
    ruleFile: RuleFile | null,
    sources: RuleSources,
  ): RuleScope {
    if (around === null) return RuleScope.ofRoot(this.#base, ruleFile);
    return around.enter(nameOf(directory), ruleFile, this.#readNested(directory, sources));
  }

  #readRules(directory: RelPath, { hasRuleFile, isLeftOut }: RuleSources, warns: boolean): RuleFile | null {
    if (isLeftOut || !this.#base.usesGit) return null;
    if (!hasRuleFile) return this.#base.absentRules.get(directory);
    const read = readRuleFile(absolutePath(this.#root, directory), this.#ignoreCase);
    const { text, changedAtMs, file, wasRead, problem } = read;
    if (problem !== undefined) {
      const path = (directory === '' ? '.gitignore' : `${directory}/.gitignore`) as RelPath;
      if (warns) this.#part.warn({ path, message: `The rules of this file do not count: ${problem}` });
    }
    if (!wasRead) return this.#base.absentRules.get(directory);
    this.#part.addRuleFile({ directory, text, changedAtMs });
    return file;
  }

  #readNested(directory: RelPath, { isRepository, isLeftOut }: RuleSources): NestedRules | undefined {
    if (!isRepository || !this.#base.usesGit) return undefined;
    const read = readNestedRepository(absolutePath(this.#root, directory), this.#ignoreCase);
    if (read === null) return undefined;
    if (!isLeftOut) this.#part.addRepository({ directory, read });
    return compileNestedRules(read, this.#ignoreCase);
  }
}
