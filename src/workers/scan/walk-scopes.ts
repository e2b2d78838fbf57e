import { existsSync } from 'node:fs';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { RuleFile } from '../ignore/rule-file.js';
import { compileGround, type GitGround, type RootPatterns, type RuleGround } from '../ignore/rule-ground.js';
import { RuleScope } from '../ignore/rule-scope.js';
import { absolutePath } from './absolute-path.js';
import { type RuleFileReading, readRuleFile } from './read-rule-file.js';

/** All that decides what of a root is visible, but its own `.gitignore` files. Plain data: it crosses a thread. */
export interface ScanRules {
  readonly patterns: RootPatterns;
  /** `GitFacts` is one. */
  readonly git: GitGround;
}

/** The rules of a tree, its `.gitignore` files read from the disk on the way. */
export class WalkScopes {
  readonly #root: AbsPath;
  readonly #ground: RuleGround;
  readonly #ignoreCase: boolean;
  readonly #known = new Map<RelPath, RuleScope>();

  /** Errors: `PatternSyntaxError`. */
  constructor(root: AbsPath, { patterns, git }: ScanRules) {
    this.#root = root;
    this.#ground = compileGround(patterns, git);
    this.#ignoreCase = git.ignoreCase ?? false;
  }

  /** Whether `.gitignore` files count. */
  get usesGit(): boolean {
    return this.#ground.usesGit;
  }

  /** The rules around a directory; `null` for the root, which has none around it. */
  around(directory: RelPath): RuleScope | null {
    return directory === ''
      ? null
      : this.#scopeOf(directory.slice(0, Math.max(0, directory.lastIndexOf('/'))) as RelPath);
  }

  /** The rules inside a directory, from those around it and what it holds itself. */
  inside(
    directory: RelPath,
    around: RuleScope | null,
    ruleFile: RuleFile | null,
    isRepository: boolean,
  ): RuleScope {
    return around === null
      ? RuleScope.ofRoot(this.#ground, ruleFile)
      : around.enter(directory.slice(directory.lastIndexOf('/') + 1), ruleFile, isRepository);
  }

  /** Reads a directory's `.gitignore`. */
  readRuleFile(directory: RelPath): RuleFileReading {
    return readRuleFile(absolutePath(this.#root, directory), this.#ignoreCase);
  }

  #scopeOf(directory: RelPath): RuleScope {
    let scope = this.#known.get(directory);
    if (scope === undefined) {
      const ruleFile = this.usesGit ? this.readRuleFile(directory).file : null;
      const isRepository = existsSync(`${absolutePath(this.#root, directory)}/.git`);
      scope = this.inside(directory, this.around(directory), ruleFile, isRepository);
      this.#known.set(directory, scope);
    }
    return scope;
  }
}
