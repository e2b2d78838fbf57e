import { CORE, INDEXED, IGNORED, type Decision } from './decision.js';
import type { NamePrefilter } from './patterns/name-prefilter.js';
import type { NestedRules } from './git/nested-rules.js';
import type { RuleFile } from './files/rule-file.js';
import type { BaseRules } from './base-rules.js';
import { matchLevels, type RuleLevel } from './files/rule-level.js';

/**
 * How a directory itself decides about all its descendants:
 * `open`: it does not, each entry is matched; `core`: all are core; `ignored by git`: all are ignored but tracked
 * files; `ignored`: all are ignored; `closed`: it is a `.git`, where not even core patterns apply.
 */
type State = 'open' | 'core' | 'ignored by git' | 'ignored' | 'closed';

/**
 * The rules in force inside one directory. Immutable.
 * From strongest to weakest: core patterns, ignore patterns, git's rules. A child of an ignored directory is ignored,
 * whatever the weaker rules say. `.git` is never indexed. With git's rules on, a `.gitignore` file is core unless
 * git's rules or an ignored directory exclude it; ignore patterns do not apply to it, because the rules are rebuilt
 * from it.
 * Source: SPEC W2, W3.
 */
export class RuleScope {
  readonly #base: BaseRules;
  /** Relative to the root: `''`, or ending in a slash. */
  readonly #directory: string;
  readonly #state: State;
  /** git's rule files for this directory, nearest first. */
  readonly #levels: readonly RuleLevel[];
  /** Passes every name that one of these rules may match. */
  readonly #prefilter: NamePrefilter;
  readonly #trackedNames: ReadonlySet<string> | undefined;

  /** The scope of the root, which is never ignored itself. `ruleFile` is its own `.gitignore`. */
  static ofRoot(base: BaseRules, ruleFile: RuleFile | null): RuleScope {
    const outside = base.outside.reduce(
      (prefilter, { file }) => prefilter.or(file.prefilter),
      base.prefilter,
    );
    const scope = new RuleScope(base, '', 'open', base.outside, outside);
    return scope.#with(ruleFile);
  }

  private constructor(
    base: BaseRules,
    directory: string,
    state: State,
    levels: readonly RuleLevel[],
    prefilter: NamePrefilter,
  ) {
    this.#base = base;
    this.#directory = directory;
    this.#state = state;
    this.#levels = levels;
    this.#prefilter = prefilter;
    this.#trackedNames = base.trackedNames.get(directory);
  }

  /**
   * Whether a direct child is indexed. A symbolic link counts as a file, whatever its target.
   * Cost: next to nothing for a name that no rule can match; else that of `RuleFile.match` for each rule file between
   * the entry and the one that decides.
   */
  decide(name: string, isDir: boolean): Decision {
    const state = this.#state;
    if (state === 'open' && !this.#prefilter.mayMatch(name)) return INDEXED;
    if (name === '.git' || state === 'closed') return IGNORED;
    if (state === 'core' || this.#isCore(name, isDir)) return CORE;
    if (state === 'ignored') return IGNORED;
    const isRuleFile = name === '.gitignore' && !isDir && this.#base.usesGit;
    if (!isRuleFile && this.#isIgnored(name, isDir)) return IGNORED;
    if (this.#isIgnoredByGit(name, isDir) && this.#trackedNames?.has(name) !== true) return IGNORED;
    return isRuleFile ? CORE : INDEXED;
  }

  /** Whether core patterns could match below an ignored child directory, so that it must be walked. */
  mayContainCore(name: string): boolean {
    if (name === '.git' || this.#state === 'closed') return false;
    return this.#state === 'core' || this.#base.core?.mayMatchBelow(`${this.#directory}${name}/`) === true;
  }

  /**
   * The scope of a child directory, ignored or not.
   * `ruleFile` is the child's `.gitignore`. When `nested` is a repository of its own (a clone, a submodule, a
   * worktree), git's rules start anew there, while core and ignore patterns still apply.
   */
  enter(name: string, ruleFile: RuleFile | null, nested?: NestedRules): RuleScope {
    const base = this.#base;
    const directory = `${this.#directory}${name}/`;
    const repository = nested?.place === null ? undefined : nested;
    const state = this.#stateOf(name, repository !== undefined);
    if (state !== 'open') return new RuleScope(base, directory, state, [], base.prefilter);
    if (repository === undefined) {
      // git treats everything in the directory as the submodule's.
      if (base.isSubmodule(directory)) {
        return new RuleScope(base, directory, 'ignored', [], base.prefilter);
      }
      return new RuleScope(base, directory, state, this.#levels, this.#prefilter).#with(ruleFile);
    }
    return new RuleScope(base, directory, state, [], base.prefilter)
      .#with(base.nestedExcludes)
      .#with(repository.infoExclude)
      .#with(ruleFile);
  }

  /** The same scope with one more rule file of its directory, as the nearest. */
  #with(file: RuleFile | null): RuleScope {
    if (file === null || !this.#base.usesGit) return this;
    const levels = [{ file, above: '', start: this.#directory.length }, ...this.#levels];
    return new RuleScope(
      this.#base,
      this.#directory,
      this.#state,
      levels,
      this.#prefilter.or(file.prefilter),
    );
  }

  #stateOf(name: string, isRepository: boolean): State {
    const state = this.#state;
    if (state === 'open' && !this.#prefilter.mayMatch(name)) return 'open';
    if (name === '.git' || state === 'closed') return 'closed';
    if (state === 'core' || this.#isCore(name, true)) return 'core';
    if (state === 'ignored' || this.#isIgnored(name, true)) return 'ignored';
    if (!this.#isIgnoredByGit(name, true)) return 'open';
    if (!isRepository) return 'ignored by git';
    // The entries of a submodule; a repository tracks nothing in any other repository below it.
    return this.#trackedNames?.has(name) === true ? 'open' : 'ignored';
  }

  #isCore(name: string, isDir: boolean): boolean {
    return this.#base.core?.matches(name, isDir, this.#directory) === true;
  }

  #isIgnored(name: string, isDir: boolean): boolean {
    return this.#base.ignored?.match(name, isDir, this.#directory) === true;
  }

  #isIgnoredByGit(name: string, isDir: boolean): boolean {
    return (
      this.#state === 'ignored by git' || matchLevels(this.#levels, this.#directory, name, isDir) === true
    );
  }
}
